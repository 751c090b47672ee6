"""A problem as an online learner sees it: one list after the other, epoch by epoch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.tuning.optimizer import Found, Progress
from pitchpipe.tuning.problem import Problem

MOST_COPIES = 100
"""A list is visited at most so often in an epoch; beyond that, each visit counts for more."""
JUDGED_AT_ONCE = 16
"""Epochs whose weights are judged in one pass over the candidates."""


@dataclass(frozen=True)
class Lists:
    """The lists of a problem, with features divided by `scales`.

    A list of weight 3 is visited three times in an epoch; one of weight 1.5 twice, each for 0.75 of a visit.
    """

    problem: Problem
    scales: Array

    @cached_property
    def copies(self) -> NDArray[np.int64]:
        return np.clip(np.ceil(self.problem.pool.group_weights), 1, MOST_COPIES).astype(np.int64)

    @property
    def shares(self) -> Array:
        """For each list, what one visit counts."""
        return self.problem.pool.group_weights / self.copies

    @cached_property
    def features(self) -> _native.FeatureRows:
        pool, sparse = self.problem.pool, self.problem.pool.sparse
        dense = len(pool.dense_names)
        scales = self.scales[dense:]
        values = sparse.values if (scales == 1).all() else sparse.values / scales[sparse.features]
        return _native.FeatureRows(
            pool.dense,
            self.scales[:dense],
            sparse.starts,
            sparse.features,
            values,
            len(pool.sparse_names),
            pool.offsets,
        )

    def start(self, weights: Array) -> Array:
        """Where learning starts; its scale is free, and steps are made for weights that sum to 1."""
        scaled = weights * self.scales
        return scaled / np.abs(scaled).sum() if scaled.any() else scaled

    def learn(
        self,
        learner: _native.OnlineLearner,
        start: Array,
        *,
        epochs: int,
        shuffle: bool,
        average: bool = True,
        rng: np.random.Generator,
        progress: Progress,
    ) -> Found:
        """The average weights after the epoch whose 1-best candidates are best, be they worse than those of the start.

        Without `average`, the weights of the last visit.
        """
        problem = self.problem
        groups = np.repeat(np.arange(len(self.copies)), self.copies)
        best, best_objective = start, float("nan")
        steps: list[float] = []
        for first in range(0, epochs, JUDGED_AT_ONCE):
            found: list[Array] = []
            for _ in range(first, min(first + JUDGED_AT_ONCE, epochs)):
                learner.epoch(rng.permutation(groups) if shuffle else groups)
                found.append((learner.average() if average else learner.weights()) / self.scales)
            for weights, objective in zip(found, problem.objectives(found), strict=True):
                if not steps or not average or problem.gain(objective, best_objective) > 0:
                    best, best_objective = weights, objective
                steps.append(objective)
                progress(len(steps), epochs, best_objective)
        return Found(best / np.abs(best).sum() if best.any() else best, steps)
