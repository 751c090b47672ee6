"""Scores of a small table's phrase pairs as if its text had been part of a large one's."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.files.flat_file import write_flat_file
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.table_file import KIND, VERSION
from pitchpipe.text import known_ids

Ints = NDArray[np.int64]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_INVERSE, _LEXICAL_INVERSE, _DIRECT, _LEXICAL = range(4)


class JointScores:
    """A large table, whose counts those of small ones are added to.

    Counts, and p(f|e) and p(e|f), which are relative frequencies, are those of both texts, which is what extracting phrases from both at
    once would give. Lexical weights and reordering scores are the large table's, and for pairs that it does not have those of the
    small text.
    """

    def __init__(self, table: PhraseTable) -> None:
        self.table = table
        self._found: dict[bytes, tuple[int, int]] = {}

    def write(self, small: PhraseTable, path: str | os.PathLike[str]) -> None:
        """Write a small table, of our own extraction, with joint scores."""
        arrays = {name: np.array(array) for name, array in small.file.arrays.items()}
        target_rows = self._target_rows(small)[arrays["entries"][:, 0].astype(np.int64)]
        ranges = self._ranges(small)
        entries = self._entries(small, ranges, target_rows)
        arrays["scores"], arrays["counts"] = self._scores(small, ranges, target_rows, entries)
        self._take_reordering(arrays, entries)
        _sort(arrays)
        write_flat_file(path, KIND, VERSION, arrays, dict(small.file.facts))

    def _take_reordering(self, arrays: dict[str, NDArray[Any]], entries: Ints) -> None:
        """Give phrase pairs of the large table its reordering scores."""
        if not arrays["reordering"].size:
            return
        large = self.table.file.arrays
        known = np.flatnonzero(entries >= 0)
        rows = large["reordering"][large["entries"][entries[known], 2]]
        arrays["entries"][known, 2] = len(arrays["reordering"]) + np.arange(len(known))
        arrays["reordering"] = np.concatenate([arrays["reordering"], rows])

    def _scores(
        self, small: PhraseTable, ranges: Ints, target_rows: Ints, entries: Ints
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The scores and the counts of each phrase pair of a small table."""
        own, large = small.file.arrays, self.table.file.arrays
        counts, scores = own["counts"].astype(float), np.array(own["scores"])
        known_targets = target_rows >= 0
        of_target = np.zeros(len(counts))
        of_target[known_targets] = self._target_counts[target_rows[known_targets]]
        known = np.flatnonzero(entries >= 0)
        of_both = np.zeros(len(counts))
        of_both[known] = large["counts"][entries[known], 2]
        for column in (_LEXICAL_INVERSE, _LEXICAL):
            scores[known, column] = large["scores"][entries[known], column]
        of_source = self._source_counts(small, ranges)
        counts += np.stack([of_target, of_source, of_both], axis=1)
        logs = np.log(counts)
        scores[:, _INVERSE] = logs[:, 2] - logs[:, 0]
        scores[:, _DIRECT] = logs[:, 2] - logs[:, 1]
        return scores, counts.astype(np.float32)

    def _ranges(self, small: PhraseTable) -> Ints:
        """The entries of the large table that translate each source phrase of the small one."""
        found = []
        for phrase in map(small.native.phrase, range(small.phrase_count)):
            if phrase not in self._found:
                self._found[phrase] = self.table.native.find(phrase.decode(errors="replace")) or (0, 0)
            found.append(self._found[phrase])
        return np.array(found, np.int64).reshape(-1, 2)

    def _source_counts(self, small: PhraseTable, ranges: Ints) -> NDArray[np.float64]:
        """How often the source phrase of each entry of a small table occurs in the large one's text."""
        begins = ranges[_phrases(small.file.arrays["ranges"])]
        known = begins[:, 0] < begins[:, 1]
        counts = np.zeros(len(begins))
        counts[known] = self.table.file.arrays["counts"][begins[known, 0], 1]
        return counts

    def _entries(self, small: PhraseTable, ranges: Ints, target_rows: Ints) -> Ints:
        """The entry of the large table that each of the small one is, -1 if it has none."""
        sizes = ranges[:, 1] - ranges[:, 0]
        starts = np.cumsum(sizes) - sizes
        theirs = np.arange(int(sizes.sum())) + np.repeat(ranges[:, 0] - starts, sizes)
        rows = len(self.table.file.arrays["target_offsets"])
        keys = np.repeat(np.arange(len(sizes)), sizes) * rows + self.table.file.arrays["entries"][theirs, 0]
        order = np.argsort(keys, kind="stable")
        own = _phrases(small.file.arrays["ranges"]) * rows + target_rows
        if not len(keys):
            return np.full(len(own), -1, np.int64)
        found = order[np.minimum(np.searchsorted(keys[order], own), len(keys) - 1)]
        return np.where((keys[found] == own) & (target_rows >= 0), theirs[found], -1)

    @cached_property
    def _target_counts(self) -> NDArray[np.float64]:
        """How often the target phrase of each row occurs."""
        arrays = self.table.file.arrays
        counts = np.zeros(len(arrays["target_offsets"]) - 1)
        counts[arrays["entries"][:, 0]] = arrays["counts"][:, 0]
        return counts

    @cached_property
    def _sorted_hashes(self) -> tuple[NDArray[np.uint64], Ints]:
        arrays = self.table.file.arrays
        hashes = _hashes(arrays["targets"].astype(np.int64), arrays["target_offsets"].astype(np.int64))
        order = np.argsort(hashes, kind="stable")
        return hashes[order], order

    def _target_rows(self, small: PhraseTable) -> Ints:
        """The row of the large table that has the words of each target row of the small one, -1 if there is none."""
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


def _sort(arrays: dict[str, NDArray[np.generic]]) -> None:
    """Put the translations of each source phrase in the order of their new scores, best first."""
    phrases = _phrases(arrays["ranges"])
    order = np.lexsort((np.arange(len(phrases)), -arrays["scores"][:, _DIRECT].astype(float), phrases))
    for name in ("entries", "scores", "counts"):
        arrays[name] = arrays[name][order]


def _phrases(ranges: NDArray[np.generic]) -> Ints:
    """The source phrase of each entry."""
    ends: Ints = ranges.astype(np.int64)
    return np.repeat(np.arange(len(ends) - 1), ends[1:] - ends[:-1])
