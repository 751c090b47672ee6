"""Minimum error rate training (Och 2003; Cer 2011, chapter 3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.settings import setting
from pitchpipe.tuning.basis import BASES, axes_of
from pitchpipe.tuning.constraints import Constraints
from pitchpipe.tuning.directions import Walker, strategy
from pitchpipe.tuning.line_search import LineSearch, Smoothing
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem, first_few
from pitchpipe.tuning.walks import FOLLOW, Walk, follow_all, follow_best

MOST_CELLS = 50_000_000
"""Candidates times features beyond which sparse features are not searched along."""


@dataclass(frozen=True)
class Mert(Optimizer):
    """Exact line searches on the metric itself, from the start weights and from random ones.

    Along a line through weight space the 1-best candidates, and so the metric, change at finitely many points. The
    search finds all of them and goes to the best stretch between two. Made for tens of features.

    References
    ----------
    Och, 2003, Minimum error rate training in statistical machine translation.

    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (chapter 3).
    """

    name: ClassVar[str] = "mert"

    directions: str = setting(
        "coordinate",
        "how to search: koehn, coordinate, powell, random, best-random, or a mixture such as koehn+random",
    )
    basis: str = setting(
        "both", "the axes: features, the principal axes of the pool, or both of them", choices=BASES
    )
    restarts: int = setting(20, "random starting points in addition to the start weights", minimum=0)
    follow: str = setting(
        "best",
        "walks from starting points to follow to the end: all; or best, the best one, also along random directions, "
        "while the others end when they become slow",
        choices=FOLLOW,
    )
    smoothing: str = setting(
        "none", "judge a plateau with its neighbours: average:N or worst:N, N = 3, 5 or 7"
    )
    rounds: int = setting(200, "the most rounds of searches from one starting point", minimum=1)
    patience: int = setting(1, "rounds without progress before a search ends", minimum=1)
    fixed: str = setting("", "features that keep their start weight; names or patterns, separated by spaces")
    ranges: str = setting("", "limits as name:low:high, separated by spaces; an empty end is open")

    def __post_init__(self) -> None:
        super().__post_init__()
        strategy(self.directions)
        Smoothing.parse(self.smoothing)

    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        constraints = Constraints.parse(problem.pool.feature_names, start, self.fixed, self.ranges)
        if not problem.pool.sparse_names or len(problem.pool) * len(start) <= MOST_CELLS:
            return self._search(problem, start, constraints, rng, progress)
        dense = len(problem.pool.dense_names)
        first, limits = np.append(start[:dense], 1.0), constraints.holding_after(dense)
        found = self._search(problem.holding_sparse(start), first, limits, rng, progress)
        warning = f"{len(start) - dense} sparse features keep their start weights: too many for line searches"
        weights = np.concatenate([found.weights[:dense], start[dense:]])
        return Found(weights, found.steps, [*found.warnings, warning])

    def _search(
        self,
        problem: Problem,
        start: Array,
        constraints: Constraints,
        rng: np.random.Generator,
        progress: Progress,
    ) -> Found:
        searched = constraints.free & problem.varying
        # In a corner of the limits only the feature axes can still move.
        basis = self.basis if self.basis == "features" or constraints.only_fixed else "both"
        lines = LineSearch(
            problem, axes_of(problem, searched, basis), Smoothing.parse(self.smoothing), constraints
        )
        starts = [start, *_random_starts(constraints, self.restarts, rng)]
        seeds = rng.integers(2**63, size=len(starts))
        mixture = strategy(self.directions)
        walks = [
            Walk(Walker(lines, at, np.random.default_rng(seed)), mixture, self.rounds, self.patience)
            for at, seed in zip(starts, seeds, strict=True)
        ]
        best, best_objective = start, problem.objective(start)
        with ThreadPoolExecutor(problem.threads) as pool:

            def each(do: Callable[[Walk], None], some: Sequence[Walk]) -> None:
                for walk in some:
                    walk.walker.threads = max(1, problem.threads // len(some))
                list(pool.map(do, some))

            ended = follow_best(walks, mixture, each) if self.follow == "best" else follow_all(walks, each)
            for done, walk in enumerate(ended, 1):
                objective = problem.objective(walk.walker.weights)
                if problem.gain(objective, best_objective) > 0:
                    best, best_objective = walk.walker.weights, objective
                progress(done, len(walks), best_objective)
        steps = [step for walk in walks for step in walk.walker.steps]
        if constraints.scale_free and best.any():
            best = best / np.abs(best).sum()
        return Found(best, steps, _flat_warnings(lines, best))


def _random_starts(constraints: Constraints, count: int, rng: np.random.Generator) -> list[Array]:
    """Points uniform between -1 and 1, or within the limits."""
    low = np.where(np.isinf(constraints.low), np.minimum(-1.0, constraints.high), constraints.low)
    high = np.where(np.isinf(constraints.high), np.maximum(1.0, constraints.low), constraints.high)
    return [rng.uniform(low, high) for _ in range(count)]


def _flat_warnings(lines: LineSearch, weights: Array) -> list[str]:
    searched = np.flatnonzero(lines.constraints.free & lines.problem.varying)
    if not len(searched):
        return []
    found = lines.plateaus(
        weights, lines.scores(weights), np.eye(len(weights))[searched], lines.problem.threads
    )
    names = lines.problem.pool.feature_names
    flat = [names[f] for f, line in zip(searched, found, strict=True) if np.ptp(line.objectives) == 0]
    return [f"the metric is the same whatever the weight of {first_few(flat)}"] if flat else []
