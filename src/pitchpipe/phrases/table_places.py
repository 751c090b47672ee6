"""Where a table has the phrases of another one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitchpipe.phrases.table import PhraseTable
from pitchpipe.text import known_ids

Ints = NDArray[np.int64]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def phrases_of(ranges: NDArray[np.generic]) -> Ints:
    """The source phrase of each entry."""
    ends: Ints = ranges.astype(np.int64)
    return np.repeat(np.arange(len(ends) - 1), ends[1:] - ends[:-1])


class TablePlaces:
    """A large table, in which phrases of small ones are looked up."""

    def __init__(self, table: PhraseTable) -> None:
        self.table = table
        self._found: dict[bytes, tuple[int, int]] = {}

    def ranges(self, small: PhraseTable, source: Callable[[bytes], bytes] = lambda phrase: phrase) -> Ints:
        """The entries that translate each source phrase of a small table; `source` says what the phrase is called here."""
        found = []
        for phrase in map(source, map(small.native.phrase, range(small.phrase_count))):
            if phrase not in self._found:
                self._found[phrase] = self.table.native.find(phrase.decode(errors="replace")) or (0, 0)
            found.append(self._found[phrase])
        return np.array(found, np.int64).reshape(-1, 2)

    def entries(self, small: PhraseTable, ranges: Ints, target_rows: Ints) -> Ints:
        """The entry that each of a small table is, -1 if there is none; `target_rows` are those of its entries."""
        unique, numbers = np.unique(ranges, axis=0, return_inverse=True)
        sizes = unique[:, 1] - unique[:, 0]
        starts = np.cumsum(sizes) - sizes
        theirs = np.arange(int(sizes.sum())) + np.repeat(unique[:, 0] - starts, sizes)
        rows = len(self.table.file.arrays["target_offsets"])
        keys = np.repeat(np.arange(len(sizes)), sizes) * rows + self.table.file.arrays["entries"][theirs, 0]
        order = np.argsort(keys, kind="stable")
        own = numbers.ravel()[phrases_of(small.file.arrays["ranges"])] * rows + target_rows
        if not len(keys):
            return np.full(len(own), -1, np.int64)
        found = order[np.minimum(np.searchsorted(keys[order], own), len(keys) - 1)]
        return np.where((keys[found] == own) & (target_rows >= 0), theirs[found], -1)

    @cached_property
    def _sorted_hashes(self) -> tuple[NDArray[np.uint64], Ints]:
        arrays = self.table.file.arrays
        hashes = _hashes(arrays["targets"].astype(np.int64), arrays["target_offsets"].astype(np.int64))
        order = np.argsort(hashes, kind="stable")
        return hashes[order], order

    def target_rows(self, small: PhraseTable) -> Ints:
        """The row that has the words of each target row of a small table, -1 if there is none."""
        own, large = small.file.arrays, self.table.file.arrays
        numbers, _ = known_ids(small.words[1], self.table.words[1])
        words = numbers[own["targets"].astype(np.int64)].astype(np.int64)
        offsets = own["target_offsets"].astype(np.int64)
        hashes, order = self._sorted_hashes
        if not len(hashes):
            return np.full(len(offsets) - 1, -1, np.int64)
        found = order[np.minimum(np.searchsorted(hashes, _hashes(words, offsets)), len(hashes) - 1)]
        theirs = large["target_offsets"].astype(np.int64)
        lengths = np.diff(offsets)
        same = theirs[found + 1] - theirs[found] == lengths
        # Hashes of different phrases may be equal.
        for place in range(int(lengths.max(initial=0))):
            rows = np.flatnonzero(same & (lengths > place))
            same[rows] = large["targets"][theirs[found[rows]] + place] == words[offsets[rows] + place]
        return np.where(same, found, -1)


def _hashes(words: Ints, offsets: Ints) -> NDArray[np.uint64]:
    """A hash of the words of each row, which has at least one."""
    places = np.arange(len(words)) - np.repeat(offsets[:-1], np.diff(offsets))
    mixed = (words + 2).astype(np.uint64) * _FACTOR
    mixed ^= mixed >> np.uint64(29)
    with np.errstate(over="ignore"):
        mixed *= (2 * places + 1).astype(np.uint64) * _FACTOR
    hashes: NDArray[np.uint64] = np.add.reduceat(mixed, offsets[:-1]) if len(offsets) > 1 else mixed
    return hashes
