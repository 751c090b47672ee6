"""Minimum error rate training (Och 2003; Cer 2011, chapter 3)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.settings import setting
from pitchpipe.tuning.constraints import Constraints
from pitchpipe.tuning.directions import Walker, strategy, walk
from pitchpipe.tuning.line_search import LineSearch, Smoothing
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Mert(Optimizer):
    """Exact line searches on the metric itself, from the start weights and from random ones."""

    name: ClassVar[str] = "mert"

    directions: str = setting(
        "koehn", "where to search: koehn, coordinate, powell, random, or a mixture: koehn+random"
    )
    restarts: int = setting(20, "random starting points beside the start weights", minimum=0)
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
        lines = LineSearch(problem, Smoothing.parse(self.smoothing), constraints)
        starts = [start, *self._random_starts(problem, start, constraints, rng)]
        seeds = rng.integers(2**63, size=len(starts))
        threads_each = max(1, problem.threads // len(starts))

        def search_from(index: int) -> Walker:
            walker = Walker(lines, starts[index], np.random.default_rng(seeds[index]), threads_each)
            walk(walker, strategy(self.directions), self.rounds, self.patience)
            return walker

        best, best_objective, steps = start, problem.objective(start), []
        with ThreadPoolExecutor(problem.threads) as pool:
            for done, walker in enumerate(pool.map(search_from, range(len(starts))), 1):
                steps.extend(walker.steps)
                objective = problem.objective(walker.weights)
                if problem.gain(objective, best_objective) > 0:
                    best, best_objective = walker.weights, objective
                progress(done, len(starts), best_objective)
        if constraints.scale_free and best.any():
            best = best / np.abs(best).sum()
        return Found(best, steps)

    def _random_starts(
        self, problem: Problem, start: Array, constraints: Constraints, rng: np.random.Generator
    ) -> list[Array]:
        low = np.where(np.isinf(constraints.low), -1.0, constraints.low)
        high = np.where(np.isinf(constraints.high), 1.0, constraints.high)
        return [rng.uniform(np.minimum(low, high), np.maximum(low, high)) for _ in range(self.restarts)]
