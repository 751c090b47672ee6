"""A metric's statistics, computed by an executor's workers."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace

import numpy as np

from pitchpipe.arrays import Array, SparseRows
from pitchpipe.executors import aligned, in_order, working_on
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric
from pitchpipe.metrics.scorer import scorers


@dataclass(frozen=True)
class ClusterStatistics:
    """The statistics of every candidate of a pool, in tasks of some lists each.

    Candidates travel without their features, which no metric looks at. Of scorers, only questions do that are not answered
    yet: what is known is looked up here, and answers are kept here.
    """

    executor: Executor
    candidates: int = 5000
    """In a task, roughly: whole lists."""

    def __call__(self, pool: Pool, metric: Metric) -> Array:
        if scorers(metric):
            with working_on(self.executor):
                return pool.statistics(metric)
        texts = replace(
            pool,
            dense=np.zeros((len(pool), 0)),
            dense_names=(),
            sparse=SparseRows.none(len(pool)),
            sparse_names=(),
        )
        # Every task has all references: the information that NIST weighs words by comes from all of them.
        cuts = np.unique(
            pool.offsets[np.searchsorted(pool.offsets, np.arange(0, len(pool), self.candidates))]
        )
        parts = np.split(np.arange(len(pool)), cuts[(cuts > 0) & (cuts < len(pool))])
        return np.concatenate(
            in_order(self.executor, _statistics, [(texts.take_rows(part), metric) for part in parts])
        )


def _statistics(pool: Pool, metric: Metric) -> Array:
    return aligned(pool).statistics(metric)
