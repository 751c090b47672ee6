"""Log-linear models: the conditional likelihood of the targets (Och and Ney 2002; thesis 6.2.5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.settings import setting
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.scaling import scales_of
from pitchpipe.tuning.targets import TARGETS, equal_targets


@dataclass(frozen=True)
class Loglinear(Optimizer):
    """Makes the targets of all lists as probable as possible, where log probabilities are scores less a constant.

    Equation 6.9 of the thesis, and without prior (sigma=inf) equation 6.8, by L-BFGS. Targets of equal quality share
    their list's mass of 1 equally, which keeps the problem convex; lists where all are equal are left out. The length
    of the weights is kept: it is the sharpness of the probabilities.

    References
    ----------
    Och and Ney, 2002, Discriminative training and maximum entropy models for statistical machine translation.

    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (section 6.2.5).
    """

    name: ClassVar[str] = "loglinear"

    sigma: float = setting(
        100.0, "the variance of the weights' Gaussian prior; inf means no prior", minimum=1e-9
    )
    targets: str = setting("corpus", "which candidates should win", choices=TARGETS)
    standardize: bool = setting(True, "divide dense features by their standard deviation within lists")
    iterations: int = setting(500, "the most iterations of L-BFGS", minimum=1)

    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        from scipy.optimize import minimize

        shares = equal_targets(problem, self.targets, rng)
        likelihood = Likelihood(problem, shares, scales_of(problem.pool, self.standardize), self.sigma)
        if not likelihood.group_weights.any():
            objective = problem.objective(start)
            progress(1, 1, objective)
            return Found(
                start, [objective], ["all candidates of each list are equally good: nothing to learn"]
            )
        steps: list[float] = []

        def on_step(weights: Array) -> None:
            steps.append(problem.objective(weights / likelihood.scales))
            progress(len(steps), self.iterations, steps[-1])

        found = minimize(
            likelihood.loss_and_gradient,
            np.zeros_like(start),
            jac=True,
            method="L-BFGS-B",
            callback=on_step,
            options={
                "maxiter": self.iterations,
                "maxfun": 100 * self.iterations,
                "ftol": 1e-13,
                "gtol": 1e-7 * float(likelihood.group_weights.sum()),
            },
        )
        if not steps:
            on_step(found.x)
        progress(len(steps), len(steps), steps[-1])
        warnings = []
        if np.isinf(self.sigma) and likelihood.separates(found.x):
            warnings.append(
                "every target can win with certainty, so without a prior the likelihood has no maximum; set sigma"
            )
        elif found.nit >= self.iterations:
            warnings.append(f"{found.nit} iterations were not enough to reach the maximum of the likelihood")
        return Found(found.x / likelihood.scales, steps, warnings, {"loss": float(found.fun)})


@dataclass(frozen=True)
class Likelihood:
    """The negative log-likelihood of target shares, as a function of weights for features divided by `scales`."""

    problem: Problem
    shares: Array
    scales: Array
    sigma: float

    @cached_property
    def features(self) -> Any:
        return self.problem.pool.matrix()

    @cached_property
    def group_weights(self) -> Array:
        """The weights of the groups, 0 where all candidates are targets."""
        pool = self.problem.pool
        wanted = np.add.reduceat(self.shares > 0, pool.offsets[:-1], dtype=np.int64)
        return np.where(wanted < np.diff(pool.offsets), pool.group_weights, 0.0)

    def loss_and_gradient(self, weights: Array) -> tuple[float, Array]:
        pool = self.problem.pool
        starts, group_of = pool.offsets[:-1], pool.group_of
        scores = self.features @ (weights / self.scales)
        scores -= np.maximum.reduceat(scores, starts)[group_of]
        powers = np.exp(scores)
        sums = np.add.reduceat(powers, starts)
        surprise = np.log(sums) - np.add.reduceat(self.shares * scores, starts)
        excess = self.group_weights[group_of] * (powers / sums[group_of] - self.shares)
        loss = 0.5 / self.sigma * float(weights @ weights) + float(self.group_weights @ surprise)
        slopes = (excess @ self.features) / self.scales
        # Rounding gives constant features a slope, along which nothing would stop them.
        gradient: Array = weights / self.sigma + np.where(self.problem.varying, slopes, 0.0)
        return loss, gradient

    def separates(self, weights: Array) -> bool:
        """Whether longer weights make each list's targets ever more probable, and none more than its equals."""
        pool, wanted = self.problem.pool, self.shares > 0
        scores = self.features @ (weights / self.scales)
        lowest, highest, others = (
            fold.reduceat(np.where(of, scores, outside), pool.offsets[:-1])
            for fold, of, outside in (
                (np.minimum, wanted, np.inf),
                (np.maximum, wanted, -np.inf),
                (np.maximum, ~wanted, -np.inf),
            )
        )
        learned = self.group_weights > 0
        return bool(((lowest > others) & (highest - lowest <= 1e-9 * np.abs(highest)))[learned].all())
