"""A tuning problem: a pool seen through a metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import Array, SparseRows, varying_columns
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric

LARGEST = 1e100
"""Features beyond this cannot be tuned: their squares and weighted sums would overflow."""


@dataclass(frozen=True)
class Problem:
    """What every optimizer works on. Weight vectors have one entry for each feature of the pool."""

    pool: Pool
    metric: Metric
    threads: int = 1

    def __post_init__(self) -> None:
        if not self.pool.group_count:
            raise InputError("there are no candidates to tune on")
        if not self.pool.feature_names:
            raise InputError("the candidates have no features, so there are no weights to tune")
        self.pool.check_finite(LARGEST)

    @cached_property
    def rows(self) -> Array:
        """The metric's statistics of every candidate."""
        return self.pool.statistics(self.metric, self.threads)

    @property
    def unweighted_rows(self) -> Array:
        """The statistics for sentence-level scores: a sentence that counts twice is not twice as long."""
        weights = np.where(self.pool.group_weights > 0, self.pool.group_weights, 1.0)
        return self.rows if (weights == 1).all() else self.rows / weights[self.pool.group_of, None]

    def objective(self, weights: Array) -> float:
        """The metric of the 1-best candidates under these weights."""
        return float(self.metric.score(self.rows[self.pool.winners(weights)].sum(axis=0)))

    def objectives(self, weights: Sequence[Array]) -> list[float]:
        """The metric of the 1-best candidates under each of several vectors of weights."""
        if self.pool.sparse_names:
            return [self.objective(one) for one in weights]
        found = _native.winners(self.pool.dense, np.stack(weights), self.pool.offsets, self.threads)
        return [float(self.metric.score(self.rows[best].sum(axis=0))) for best in found]

    def gain(self, objective: float, over: float) -> float:
        """How much better one objective is than another, whichever way the metric points."""
        return objective - over if self.metric.higher_is_better else over - objective

    def holding_sparse(self, weights: Array) -> Problem:
        """The same problem over the dense features only.

        One more dense feature, last, stands for the weighted sum of the sparse ones; its weight is 1.
        """
        held = self.pool.sparse.dot(weights[len(self.pool.dense_names) :])
        pool = replace(
            self.pool,
            dense=np.column_stack([self.pool.dense, held]),
            dense_names=(*self.pool.dense_names, "(held)"),
            sparse=SparseRows.none(len(self.pool)),
            sparse_names=(),
        )
        return Problem(pool, self.metric, self.threads).with_rows(self.rows)

    def with_rows(self, rows: Array) -> Problem:
        """The same problem, with statistics that are known already."""
        problem = replace(self)
        problem.__dict__["rows"] = rows
        return problem

    def warnings(self) -> list[str]:
        """What about the pool makes its weights less sure."""
        found = []
        lonely = int((np.diff(self.pool.offsets) == 1).sum())
        if lonely:
            found.append(
                f"{lonely} of {self.pool.group_count} lists have one candidate: nothing to choose there"
            )
        constant = [
            name for name, varies in zip(self.pool.feature_names, self.varying, strict=True) if not varies
        ]
        if constant:
            found.append(
                f"{len(constant)} features never vary within a list, so the data cannot determine their weights: {first_few(constant)}"
            )
        return found

    @cached_property
    def varying(self) -> NDArray[np.bool_]:
        """Which features differ between candidates of the same list."""
        pool = self.pool
        return np.concatenate([varying_columns(pool.dense, pool.offsets), self._sparse_varying()])

    def _sparse_varying(self) -> NDArray[np.bool_]:
        sparse, count = self.pool.sparse, len(self.pool.sparse_names)
        rows = np.repeat(np.arange(len(self.pool)), np.diff(sparse.starts))
        cells = self.pool.group_of[rows] * count + sparse.features
        order = np.argsort(cells, kind="stable")
        cells, values = cells[order], sparse.values[order]
        varying = np.zeros(count, bool)
        if not len(cells):
            return varying
        begins = np.flatnonzero(np.r_[True, cells[1:] != cells[:-1]])
        least, most = np.minimum.reduceat(values, begins), np.maximum.reduceat(values, begins)
        everywhere = np.diff(np.r_[begins, len(cells)]) == np.diff(self.pool.offsets)[cells[begins] // count]
        differs = (least != most) | (~everywhere & ((least != 0) | (most != 0)))
        varying[cells[begins[differs]] % count] = True
        return varying


def first_few(names: list[str]) -> str:
    """A list of names for a message, cut at five."""
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
