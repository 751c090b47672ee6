"""Minimum risk: the metric of what the model expects, sharpened step by step (Smith and Eisner 2006)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.settings import setting
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem

STEP = 1e-5
"""How far the statistics are moved, relative to themselves, to see how the metric changes."""
TOLERANCE = 1e-6
"""L-BFGS ends at one gamma when an iteration gains less than this, relative to the objective."""
FLAT = 1e-9
"""Scores that vary less than this, relative to the sum of the weights, are equal."""


@dataclass(frozen=True)
class Risk(Optimizer):
    """Gradient steps on the metric of the expected statistics, with probabilities that get sharper and sharper.

    Candidate e of a list has probability proportional to exp(gamma * score(e)), where scores are scaled to a standard
    deviation of 1 within lists. At a small gamma all candidates count and the objective is smooth; at a large one it
    is the metric of the 1-best. Gamma doubles from `first` to `last`; each step starts from the weights of the one
    before, and the weights whose 1-best candidates are best are the result. The expectation is over the whole corpus,
    so no sentence-level metric is needed. Works with any metric, and with many sparse features.

    It differs from Smith and Eisner, who take the expectation of a linear approximation of log BLEU, and leave the
    scale of the weights free, so that learning may undo the temperature.

    References
    ----------
    Smith and Eisner, 2006, Minimum risk annealing for training log-linear models.

    Zens, Hasan and Ney, 2007, A systematic comparison of training criteria for statistical machine translation.

    Och, 2003, Minimum error rate training in statistical machine translation (the smoothed error count).
    """

    name: ClassVar[str] = "risk"

    first: float = setting(1.0, "gamma of the first step: how sharp the probabilities are", minimum=1e-3)
    last: float = setting(8.0, "gamma of the last step", minimum=1e-3, maximum=1e6)
    growth: float = setting(2.0, "factor for gamma from step to step", minimum=1.01)
    iterations: int = setting(50, "the most iterations of L-BFGS at one gamma", minimum=1)
    l2: float = setting(
        0.0, "cost of the squared length of the standardised weights, in points of the metric", minimum=0
    )

    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        from scipy.optimize import minimize

        expected, gammas = ExpectedMetric(problem), self.gammas()
        options = {"maxiter": self.iterations, "ftol": TOLERANCE}
        best, best_objective = start, problem.objective(start)
        steps: list[float] = []
        point = self._first_point(expected, start)
        if point is None:
            progress(len(gammas), len(gammas), best_objective)
            return Found(start, steps)
        for done, gamma in enumerate(gammas, 1):
            found = minimize(self._loss, point, (expected, gamma), "L-BFGS-B", jac=True, options=options)
            point = found.x / expected.spread(found.x)
            weights = expected.original(point)
            objective = problem.objective(weights)
            steps.append(objective)
            if problem.gain(objective, best_objective) > 0:
                best, best_objective = weights, objective
            progress(done, len(gammas), best_objective)
        return Found(best / np.abs(best).sum() if best.any() else best, steps)

    def _loss(self, weights: Array, expected: ExpectedMetric, gamma: float) -> tuple[float, Array]:
        worse = -1.0 if expected.metric.higher_is_better else 1.0
        value, gradient = expected.at(weights, gamma)
        if not self.l2:
            return worse * value, worse * gradient
        length, slope = expected.squared_length(weights)
        return worse * value + self.l2 * length, worse * gradient + self.l2 * slope

    def _first_point(self, expected: ExpectedMetric, start: Array) -> Array | None:
        """The start weights or the way up from equal probabilities, whichever expects more; None if both are flat.

        A start that is exactly wrong would be a stationary point.
        """
        uphill = -self._loss(np.zeros(len(expected.deviations)), expected, self.first)[1]
        points = [point for point in (expected.standardised(start), uphill) if not expected.is_flat(point)]
        return min(points, key=lambda point: self._loss(point, expected, self.first)[0], default=None)

    def gammas(self) -> list[float]:
        """The schedule: `first`, growing up to `last`, which ends it."""
        steps = max(0, int(np.ceil(np.log(self.last / self.first) / np.log(self.growth) - 1e-9)))
        return [*(self.first * self.growth**step for step in range(steps)), self.last]


class ExpectedMetric:
    """The metric of the statistics that a pool's candidates have on average, each as probable as its score says.

    Weights are those of standardised features: one for each feature that varies, times its deviation within lists.
    """

    def __init__(self, problem: Problem) -> None:
        pool = problem.pool
        self.metric = problem.metric
        self.statistics = np.ascontiguousarray(problem.rows.T)
        self.varying = problem.varying
        self.begins, self.sizes = pool.offsets[:-1], np.diff(pool.offsets)
        shares = pool.group_weights / (pool.group_weights @ self.sizes)
        self.shares = np.repeat(shares, self.sizes)
        """What each candidate's squared score counts in the spread."""
        features = pool.matrix()[:, self.varying]
        deviations = self._deviations(features)
        # A feature that varies only in lists of weight 0 has no deviation.
        self.deviations = np.where(deviations > 0, deviations, 1.0)
        self.features = self._standardised_features(features)
        signed = (problem.rows < 0).any(axis=0)
        self.magnitudes = np.where(signed, np.abs(problem.rows).sum(axis=0), 0.0)

    def at(self, weights: Array, gamma: float) -> tuple[float, Array]:
        """The metric and its gradient, where scores have the standard deviation gamma within lists."""
        scores = self._scores(weights)
        spread = self._deviation(scores) or 1.0
        probabilities = self._softmax(gamma / spread * scores)
        sums = _sums(self.statistics, probabilities)
        pull = _mixture(self.statistics, self._metric_gradient(sums))
        pull = probabilities * (pull - self._repeated(np.add.reduceat(probabilities * pull, self.begins)))
        # What a score gains by being scaled down with all others is taken off: only directions count.
        pull -= (pull * scores).sum() / spread**2 * self.shares * scores
        return float(self.metric.score(sums)), gamma / spread * _sums(self.features, pull)

    def squared_length(self, weights: Array) -> tuple[float, Array]:
        """The squared length of these weights, scaled so that scores have a spread of 1, and its gradient."""
        scores = self._scores(weights)
        variance = self._deviation(scores) ** 2 or 1.0
        length = float(weights @ weights) / variance
        return length, 2 / variance * (weights - length * _sums(self.features, self.shares * scores))

    def spread(self, weights: Array) -> float:
        """The standard deviation of scores within lists."""
        return self._deviation(self._scores(weights))

    def is_flat(self, weights: Array) -> bool:
        """Whether the weights prefer no candidate, but for rounding."""
        return self.spread(weights) <= FLAT * float(np.abs(weights).sum())

    def standardised(self, weights: Array) -> Array:
        return weights[self.varying] * self.deviations

    def original(self, weights: Array) -> Array:
        """The weights of all features; those that never vary get 0."""
        original = np.zeros(len(self.varying))
        original[self.varying] = weights / self.deviations
        return original

    def _deviations(self, features: Any) -> Array:
        """The standard deviation of each feature within lists."""
        if isinstance(features, np.ndarray):
            return np.array([self._deviation(self._centred(feature)) for feature in features.T])
        from scipy.sparse import csr_matrix

        offsets = np.append(self.begins, len(self.shares))
        averaging = csr_matrix((1 / self._repeated(self.sizes), np.arange(len(self.shares)), offsets))
        squares = features.power(2).T @ self.shares
        between = (averaging @ features).power(2).T @ (self.shares[self.begins] * self.sizes)
        deviations: Array = np.sqrt(np.maximum(squares - between, 1e-12 * squares))
        return deviations

    def _standardised_features(self, features: Any) -> Any:
        """Features over their standard deviations, each in a row; dense ones less their averages, to lose no digits."""
        if isinstance(features, np.ndarray):
            rows = [
                self._centred(feature) / d for feature, d in zip(features.T, self.deviations, strict=True)
            ]
            return np.array(rows).reshape(features.T.shape)
        from scipy.sparse import diags

        return (features @ diags(1 / self.deviations)).tocsr().T

    def _scores(self, weights: Array) -> Array:
        return self._centred(_mixture(self.features, weights))

    def _metric_gradient(self, sums: Array) -> Array:
        """How fast the metric changes with each sum, by central differences; counts stay positive."""
        moves = np.diag(STEP * np.maximum(np.abs(sums), self.magnitudes))
        change = self.metric.score(sums + moves) - self.metric.score(sums - moves)
        width = 2 * moves.diagonal()
        return np.divide(change, width, out=np.zeros_like(width), where=width > 0)

    def _softmax(self, scores: Array) -> Array:
        scores = np.exp(scores - self._repeated(np.maximum.reduceat(scores, self.begins)))
        scores /= self._repeated(np.add.reduceat(scores, self.begins))
        return scores

    def _centred(self, values: Array) -> Array:
        return values - self._repeated(np.add.reduceat(values, self.begins) / self.sizes)

    def _deviation(self, centred: Array) -> float:
        return float(np.sqrt((self.shares * centred**2).sum()))

    def _repeated(self, of_lists: Array) -> Array:
        """A value for each list, as one for each candidate."""
        return np.repeat(of_lists, self.sizes)


# Without BLAS, whose last bits depend on how many threads it takes.


def _mixture(rows: Any, weights: Array) -> Array:
    """The weighted sum of the rows of a matrix."""
    mixture: Array = np.einsum("rc,r->c", rows, weights) if isinstance(rows, np.ndarray) else rows.T @ weights
    return mixture


def _sums(rows: Any, weights: Array) -> Array:
    """The weighted sum along each row of a matrix."""
    sums: Array = np.einsum("rc,c->r", rows, weights) if isinstance(rows, np.ndarray) else rows @ weights
    return sums
