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
from pitchpipe.phrases.table_places import Ints, TablePlaces, phrases_of

_INVERSE, _LEXICAL_INVERSE, _DIRECT, _LEXICAL = range(4)


class JointScores:
    """A large table, whose counts those of small ones are added to.

    Counts, and p(f|e) and p(e|f), which are relative frequencies, are those of both texts, which is what extracting phrases from both at
    once would give. Lexical weights and reordering scores are the large table's, and for pairs that it does not have those of the
    small text.
    """

    def __init__(self, table: PhraseTable) -> None:
        self.table = table
        self._places = TablePlaces(table)

    def write(self, small: PhraseTable, path: str | os.PathLike[str]) -> None:
        """Write a small table, of our own extraction, with joint scores."""
        arrays = {name: np.array(array) for name, array in small.file.arrays.items()}
        target_rows = self._places.target_rows(small)[arrays["entries"][:, 0].astype(np.int64)]
        ranges = self._places.ranges(small)
        entries = self._places.entries(small, ranges, target_rows)
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

    def _source_counts(self, small: PhraseTable, ranges: Ints) -> NDArray[np.float64]:
        """How often the source phrase of each entry of a small table occurs in the large one's text."""
        begins = ranges[phrases_of(small.file.arrays["ranges"])]
        known = begins[:, 0] < begins[:, 1]
        counts = np.zeros(len(begins))
        counts[known] = self.table.file.arrays["counts"][begins[known, 0], 1]
        return counts

    @cached_property
    def _target_counts(self) -> NDArray[np.float64]:
        """How often the target phrase of each row occurs."""
        arrays = self.table.file.arrays
        counts = np.zeros(len(arrays["target_offsets"]) - 1)
        counts[arrays["entries"][:, 0]] = arrays["counts"][:, 0]
        return counts


def _sort(arrays: dict[str, NDArray[np.generic]]) -> None:
    """Put the translations of each source phrase in the order of their new scores, best first."""
    phrases = phrases_of(arrays["ranges"])
    order = np.lexsort((np.arange(len(phrases)), -arrays["scores"][:, _DIRECT].astype(float), phrases))
    for name in ("entries", "scores", "counts"):
        arrays[name] = arrays[name][order]
