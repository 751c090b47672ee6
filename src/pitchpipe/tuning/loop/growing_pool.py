"""The candidates of all iterations with their statistics, each of which is computed once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.files.scratch import Scratch
from pitchpipe.lists.merge import distinct, merge_with_places
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric

Statistics = Callable[[Pool, Metric], Array]
"""Computes the metric's statistics of a pool's candidates."""


class GrowingPool:
    """A pool that grows by the lists of each iteration; statistics are computed when they are asked for."""

    def __init__(self, metric: Metric, statistics: Statistics) -> None:
        self.metric = metric
        self.statistics = statistics
        self._pool: Pool | None = None
        self._rows = np.zeros((0, metric.width))
        self._known = np.zeros(0, bool)

    @property
    def pool(self) -> Pool:
        assert self._pool is not None
        return self._pool

    def add(self, lists: Pool) -> tuple[int, Numbers]:
        """Add the lists of an iteration: how many candidates are new, and where each candidate of the lists is."""
        before = 0 if self._pool is None else len(self._pool)
        pools = [lists] if self._pool is None else [self._pool, lists]
        self._pool = None
        merged, places = distinct(lists) if len(pools) == 1 else merge_with_places(pools)
        rows: Array = Scratch.roomy().array((len(merged), self.metric.width), np.float64)
        known = np.zeros(len(merged), bool)
        rows[places[:before]], known[places[:before]] = self._rows, self._known
        self._pool, self._rows, self._known = merged, rows, known
        return len(merged) - before, places[before:]

    def score(self, places: Numbers) -> float:
        """The metric of these candidates together."""
        return float(self.metric.score(self._computed(np.unique(places))[places].sum(axis=0)))

    @property
    def rows(self) -> Array:
        """The statistics of all candidates."""
        return self._computed(np.arange(len(self.pool)))

    def _computed(self, places: Numbers) -> Array:
        missing = places[~self._known[places]]
        if len(missing):
            whole = len(missing) == len(self.pool)
            self._rows[missing] = self.statistics(
                self.pool if whole else self.pool.take_rows(missing), self.metric
            )
            self._known[missing] = True
        return self._rows
