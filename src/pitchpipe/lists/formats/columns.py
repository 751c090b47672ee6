"""The candidates of a listing, column by column, as they are read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe._native import CandidateTable
from pitchpipe.arrays import Array, Numbers, SparseRows
from pitchpipe.files.scratch import Scratch
from pitchpipe.text import Texts

_ROWS = 1 << 14
"""Candidates at once of which a table of features is made."""


class Columns:
    """Groups, texts and features of candidates.

    As long as all have the same features in the same order, as most decoders write them, only the values are kept.
    """

    def __init__(self, scratch: Scratch) -> None:
        self._groups, self._ends = scratch.growing(np.int64), scratch.growing(np.int64)
        self._texts, self._values = scratch.growing(np.uint8), scratch.growing(np.float64)
        self._starts, self._features = scratch.growing(np.int64), scratch.growing(np.int32)
        self._common: NDArray[np.int32] | None = None
        """The features of every candidate so far; None before the first one, and where they differ."""

    def __len__(self) -> int:
        return len(self._groups)

    def append(self, table: CandidateTable) -> None:
        """Take the rows of a table."""
        groups, data, ends, starts, features, values = table.release()
        if not len(groups):
            return
        if not len(self):
            self._common = features[: starts[1]]
            self._ends.append(np.zeros(1, np.int64))
        if self._common is not None and not _all_have(self._common, starts, features):
            self._spell_out()
        if self._common is None:
            self._starts.append(starts[1:] + len(self._values))
            self._features.append(features)
        self._groups.append(groups)
        self._ends.append(ends[1:] + len(self._texts))
        self._texts.append(data)
        self._values.append(values)

    def _spell_out(self) -> None:
        """Say of each candidate so far which features it has."""
        assert self._common is not None
        width, rows = len(self._common), len(self)
        self._starts.append(np.zeros(1, np.int64))
        for row in range(0, rows, _ROWS):
            count = min(_ROWS, rows - row)
            self._features.append(np.tile(self._common, count))
            self._starts.append(np.arange(row + 1, row + count + 1) * width)
        self._common = None

    def release(self) -> tuple[Numbers, Texts, NDArray[np.int32], Array, SparseRows]:
        """Groups, texts, the features that all have, their values, and the features that only some have."""
        groups, texts = self._groups.whole(), Texts(self._texts.whole(), self._ends.whole())
        rows, values = len(groups), self._values.whole()
        if self._common is not None:
            return groups, texts, self._common, values.reshape(rows, -1), SparseRows.none(rows)
        none = np.zeros(0, np.int32), np.zeros((rows, 0))
        return groups, texts, *none, SparseRows(self._starts.whole(), self._features.whole(), values)


def _all_have(common: NDArray[np.int32], starts: Numbers, features: NDArray[np.int32]) -> bool:
    """Whether all rows have these features, in this order."""
    rows, width = len(starts) - 1, len(common)
    alike = len(features) == rows * width and bool((np.diff(starts) == width).all())
    return alike and bool((features.reshape(rows, width) == common).all())
