"""The best and the worst that candidate lists allow, whatever the weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.metrics import Metric
from pitchpipe.metrics import metric as find_metric
from pitchpipe.tuning.pool import Pool, first_best

Array = NDArray[np.float64]
Rows = NDArray[np.int64]

SMALLEST_GAIN = 1e-9
"""Progress below this is rounding."""


@dataclass(frozen=True)
class Oracle:
    """The range of scores within reach.

    `best` and `worst` are found by greedy search: they can be had, but better and worse ones may exist.
    """

    best: float
    worst: float
    current: float
    """The score of the first candidate of each list, which is the 1-best of the system that wrote them."""
    best_rows: tuple[int, ...]
    """The candidate taken from each list for `best`, as its place in the pool."""
    worst_rows: tuple[int, ...]
    metric: str
    """The metric's signature."""


def oracle(pool: Pool, metric: str | Metric = "bleu", *, threads: int = 1) -> Oracle:
    """The best and the worst corpus score that a choice of one candidate from each list can have.

    One list after the other takes the candidate that betters the score of the whole corpus most, until none
    can. The search starts from the candidates with the best sentence-level scores, and once more from the
    first ones, so `current` always lies between `worst` and `best`.
    """
    built = find_metric(metric)
    rows = pool.statistics(built, threads)
    towards = 1.0 if built.higher_is_better else -1.0
    best, worst = (_Climb(pool, built, rows, direction).best_end() for direction in (towards, -towards))
    first = float(built.score(rows[pool.offsets[:-1]].sum(axis=0)))
    return Oracle(
        best.score,
        worst.score,
        first,
        tuple(best.chosen.tolist()),
        tuple(worst.chosen.tolist()),
        built.signature,
    )


@dataclass(frozen=True)
class _End:
    score: float
    chosen: Rows


@dataclass(frozen=True)
class _Climb:
    """A search for scores that are as high as possible (direction 1) or as low (-1)."""

    pool: Pool
    metric: Metric
    rows: Array
    direction: float

    def best_end(self) -> _End:
        sentences = self.direction * self.metric.sentence_scores(self.rows)
        starts = (first_best(sentences, self.pool.offsets), self.pool.offsets[:-1])
        return max((self._climb(start) for start in starts), key=lambda end: self.direction * end.score)

    def _climb(self, start: Rows) -> _End:
        chosen = start.copy()
        moved = True
        while moved:
            moved = False
            total = self.rows[chosen].sum(axis=0)
            for group, begin in enumerate(self.pool.offsets[:-1]):
                candidates = self.rows[begin : self.pool.offsets[group + 1]]
                others = total - self.rows[chosen[group]]
                scores = self.direction * self.metric.score(others + candidates)
                best = int(np.argmax(scores))
                if scores[best] > scores[chosen[group] - begin] + SMALLEST_GAIN:
                    chosen[group] = begin + best
                    total = others + candidates[best]
                    moved = True
        return _End(float(self.metric.score(total)), chosen)
