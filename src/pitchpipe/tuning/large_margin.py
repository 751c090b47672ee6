"""What svm and m3n share: lists whose target shall win by a margin, and the search for such weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.tuning.cutting_plane import minimize
from pitchpipe.tuning.optimizer import Found, Progress
from pitchpipe.tuning.pool import first_best
from pitchpipe.tuning.problem import Problem

Array = NDArray[np.float64]
Rows = NDArray[np.int64]


@dataclass(frozen=True)
class Slacks:
    """C times the sum of the lists' slacks, as a function of weights for features that were divided by `scales`.

    The slack of a list is the largest margin + factor * (score - score of the target) of its candidates; that of
    the target itself is 0.
    """

    problem: Problem
    targets: Rows
    margins: Array
    factors: Array
    scales: Array
    C: float

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
        return self.C * float(pool.group_weights @ slacks)

    def slope(self, scores: Array) -> Array:
        pool = self.problem.pool
        rows = first_best(self.margins + scores, pool.offsets)
        shares = self.C * pool.group_weights * self.factors[rows]
        slope: Array = shares @ (self.features[rows] - self.features[self.targets]) / self.scales
        return slope


def widest_margins(
    slacks: Slacks, start: Array, gap: float, steps: int, progress: Progress
) -> Found:
    """The weights that minimise half their squared length plus the slacks, to a relative duality gap."""
    problem, objectives = slacks.problem, []

    def on_step(step: int, weights: Array) -> None:
        objectives.append(problem.objective(weights / slacks.scales))
        progress(step, steps, objectives[-1])

    found = minimize(slacks, len(start), gap, steps, on_step)
    progress(found.steps, found.steps, objectives[-1])
    weights = found.weights / slacks.scales
    size = np.abs(weights).sum()
    warnings = []
    if found.gap > gap:
        warnings.append(f"{found.steps} steps left a duality gap of {found.gap:.1e}, more than the {gap:g} asked for")
    details = {"loss": found.objective, "duality gap": found.gap}
    return Found(weights / size if size else start, objectives, warnings, details)
