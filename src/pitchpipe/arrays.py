"""Flat arrays: their types, rows cut into groups, and rows with few entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]
"""Rows, groups or features by their number."""

BLOCK = 1 << 14
"""Rows or entries at once where something is made of each that would take much memory for all."""
_FEW_ROWS = 4096


def offsets_of(lengths: ArrayLike) -> Numbers:
    """Where each of a row of pieces starts, and where the last one ends."""
    sizes = np.asarray(lengths, np.int64)
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def rows_of_groups(offsets: Numbers, groups: Numbers) -> Numbers:
    """The rows of these groups, one group after the other; group g has rows `offsets[g]` to `offsets[g + 1] - 1`."""
    sizes = np.diff(offsets)[groups]
    starts = offsets_of(sizes)
    return np.arange(starts[-1]) + np.repeat(offsets[groups] - starts[:-1], sizes)


def blocks_of_groups(offsets: Numbers) -> Iterator[Numbers]:
    """The offsets of a few groups at a time, `BLOCK` rows or a little fewer, or of one larger group."""
    first = 0
    while first < len(offsets) - 1:
        last = max(first + 1, int(np.searchsorted(offsets, offsets[first] + BLOCK, "right")) - 1)
        yield offsets[first : last + 1]
        first = last


def varying_columns(rows: Array, offsets: Numbers) -> NDArray[np.bool_]:
    """Which columns differ between rows of the same group."""
    neighbours = np.ones(max(len(rows) - 1, 0), bool)
    neighbours[offsets[1:-1] - 1] = False
    few = rows[:_FEW_ROWS]
    varying: NDArray[np.bool_] = ((few[1:] != few[:-1]) & neighbours[: len(few) - 1, None]).any(axis=0)
    # Most columns are settled by the first rows; the others are looked at one by one.
    for column in np.flatnonzero(~varying):
        values = rows[:, column]
        varying[column] = ((values[1:] != values[:-1]) & neighbours).any()
    return varying


def first_best(scores: Array, offsets: Numbers) -> Numbers:
    """The index of the highest score of each group; of equals, the first."""
    best = np.maximum.reduceat(scores, offsets[:-1])
    is_best = scores == np.repeat(best, np.diff(offsets))
    rows = np.flatnonzero(is_best)
    groups = np.searchsorted(offsets, rows, "right") - 1
    return rows[np.unique(groups, return_index=True)[1]]


@dataclass(frozen=True)
class SparseRows:
    """Rows of (feature, value) entries: row i is entries `starts[i]` to `starts[i + 1] - 1`.

    Features are numbered from 0 in a list of names; within a row of a pool they rise and do not repeat.
    """

    starts: Numbers
    features: NDArray[np.int32]
    values: Array

    @classmethod
    def none(cls, rows: int) -> SparseRows:
        return cls(np.zeros(rows + 1, np.int64), np.zeros(0, np.int32), np.zeros(0))

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def rises(self) -> bool:
        """Whether features rise within every row."""
        for begin in range(1, len(self.features), BLOCK):
            end = min(begin + BLOCK, len(self.features))
            first = self.starts[slice(*np.searchsorted(self.starts, (begin, end)))] - begin
            rising = self.features[begin:end] > self.features[begin - 1 : end - 1]
            rising[first] = True
            if not rising.all():
                return False
        return True

    def take(self, rows: Numbers) -> SparseRows:
        entries = rows_of_groups(self.starts, rows)
        starts = offsets_of(np.diff(self.starts)[rows])
        return SparseRows(starts, self.features[entries], self.values[entries])

    def dot(self, weights: Array) -> Array:
        """The weighted sum of every row."""
        sums = np.zeros(len(self))
        filled = np.diff(self.starts) > 0
        products = self.values * weights[self.features]
        if filled.any():
            sums[filled] = np.add.reduceat(products, self.starts[:-1][filled])
        return sums
