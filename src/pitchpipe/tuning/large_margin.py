"""What svm and m3n share: lists whose target shall win by a margin, and the search for such weights."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pitchpipe.arrays import Array, Numbers, first_best
from pitchpipe.settings import setting
from pitchpipe.tuning.cutting_plane import Minimum, minimize
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.scaling import scales_of
from pitchpipe.tuning.targets import LOSSES, TARGETS, learning_targets, losses


@dataclass(frozen=True)
class Slacks:
    """The cost of the sum of the lists' slacks, as a function of weights for features that were divided by `scales`.

    The slack of a list is the largest margin + factor * (score - score of the target) of its candidates; that of
    the target itself is 0.
    """

    problem: Problem
    targets: Numbers
    margins: Array
    factors: Array
    scales: Array
    cost: float

    @cached_property
    def features(self) -> Any:
        return self.problem.pool.matrix()

    def scores(self, weights: Array) -> Array:
        """By how much the score of each candidate exceeds that of its target, times its factor."""
        scores: Array = self.features @ (weights / self.scales)
        return self.factors * (scores - scores[self.targets][self.problem.pool.group_of])

    def value(self, scores: Array) -> float:
        pool = self.problem.pool
        slacks = np.maximum.reduceat(self.margins + scores, pool.offsets[:-1])
        return self.cost * float(pool.group_weights @ slacks)

    def slope(self, scores: Array) -> Array:
        pool = self.problem.pool
        rows = first_best(self.margins + scores, pool.offsets)
        shares = self.cost * pool.group_weights * self.factors[rows]
        slope: Array = shares @ (self.features[rows] - self.features[self.targets]) / self.scales
        return slope


@dataclass(frozen=True)
class LargeMargin(Optimizer):
    """Base of learners that minimise half the weights' squared length plus C times the mean slack of the lists.

    A new one defines `name` and `slack_terms`.
    """

    C: float = setting(100.0, "cost of slack, shared by all lists", minimum=1e-9)
    targets: str = setting("corpus", "which candidates should win", choices=TARGETS)
    loss: str = setting(
        "auto",
        "score that measures how much worse candidates are: their own, or that of the corpus with them; auto means "
        "corpus for BLEU",
        choices=LOSSES,
    )
    standardize: bool = setting(True, "divide dense features by their standard deviation within lists")
    gap: float = setting(1e-4, "the relative duality gap at which to stop", minimum=0.0)
    planes: int = setting(1000, "the most cutting planes", minimum=1)

    @abstractmethod
    def slack_terms(self, losses: Array) -> tuple[Array, Array]:
        """The margin and the factor of each candidate, from how much worse than its target it is."""

    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        slacks = self.slacks(problem, rng)
        objectives: list[float] = []

        def on_step(step: int, weights: Array) -> None:
            objectives.append(problem.objective(weights / slacks.scales))
            progress(step, self.planes, objectives[-1])

        found = minimize(slacks, len(start), self.gap, self.planes, on_step)
        progress(found.steps, found.steps, objectives[-1])
        weights = found.weights / slacks.scales
        size = np.abs(weights).sum()
        details = {"minimum": found.objective, "duality gap": found.gap}
        return Found(weights / size if size else start, objectives, self._warnings(found), details)

    def slacks(self, problem: Problem, rng: np.random.Generator | None = None) -> Slacks:
        """What is minimised, beside the length of the weights."""
        targets = learning_targets(problem, self.targets, rng)
        margins, factors = self.slack_terms(losses(problem, targets, self.loss))
        cost = self.C / (float(problem.pool.group_weights.sum()) or 1.0)
        return Slacks(problem, targets, margins, factors, scales_of(problem.pool, self.standardize), cost)

    def _warnings(self, found: Minimum) -> list[str]:
        if found.gap > self.gap:
            gap = f"a duality gap of {found.gap:.1e}, more than the {self.gap:g} asked for"
            return [f"{found.steps} cutting planes leave {gap}"]
        if not found.weights.any():
            return ["no weights put the targets ahead of worse candidates, so the start weights are kept"]
        return []
