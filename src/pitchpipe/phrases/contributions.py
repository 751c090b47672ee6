"""What some lines of a text contribute to the counts of the phrase table that was made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import Numbers, offsets_of, rows_of_groups
from pitchpipe.errors import InputError
from pitchpipe.phrases.extraction import Extraction, extract
from pitchpipe.phrases.table import SCORES, PhraseTable
from pitchpipe.phrases.table_places import Ints, TablePlaces, phrases_of
from pitchpipe.reordering import CHOICES, score_places
from pitchpipe.text import Corpus, Texts

_SMOOTHING = 0.5
"""What extraction adds to the count of each orientation."""

Counts = tuple[Numbers, NDArray[np.uint64], NDArray[np.float32]]
"""Offsets of the groups, numbers, and a row of counts for each."""


@dataclass(frozen=True)
class Contributions:
    """Counts of the phrases and phrase pairs of each of several groups of lines."""

    sources: Counts
    """Source phrases, by their first entries in the table."""
    targets: Counts
    """Target phrases, by their rows in the table."""
    entries: Counts
    """Phrase pairs, with how often they have each orientation of the table's reordering models."""
    native: _native.Contributions = field(repr=False)
    """What the decoder takes."""

    def __len__(self) -> int:
        return len(self.sources[0]) - 1

    @classmethod
    def of(
        cls,
        table: PhraseTable,
        text: tuple[Corpus, Corpus],
        links: NDArray[np.int32],
        offsets: NDArray[np.int64],
        groups: Sequence[Sequence[int]],
        *,
        threads: int = 1,
    ) -> Contributions:
        """Count what groups of lines contribute; the table is of all lines, by our own extraction.

        A group without lines, or without phrases, contributes nothing.
        """
        settings = _settings_of(table)
        width = 1 + table.facts.reordering_width
        lines = np.array([line for group in groups for line in group], np.int64)
        rows = rows_of_groups(offsets, lines)
        nothing = [_grouped(*_nothing(one), len(groups)) for one in (1, 1, width)]
        if not len(rows):
            return cls._counted(*nothing)
        marked = _marked(text[0].take(lines), np.repeat(np.arange(len(groups)), [len(one) for one in groups]))
        with TemporaryDirectory(prefix="pitchpipe-") as folder:
            own = extract(
                marked,
                text[1].take(lines),
                np.ascontiguousarray(links[rows]),
                offsets_of(np.diff(offsets)[lines]),
                Path(folder) / "table",
                settings=settings,
                threads=threads,
            )
            found = _counts(own, TablePlaces(table), len(groups)) if len(own) else nothing
        return cls._counted(*found)

    @classmethod
    def _counted(cls, sources: Counts, targets: Counts, entries: Counts) -> Contributions:
        return cls(sources, targets, entries, _native.Contributions(sources, targets, entries))


def _settings_of(table: PhraseTable) -> Extraction:
    """How the table was extracted; refuses one whose counts are not those of a text."""
    facts = table.facts
    known = {models: name for name, models in CHOICES.items()}
    made = facts.settings
    kept_all = made.get("filter") is not None and Extraction().facts["filter"] == made["filter"]
    if (
        tuple(facts.scores) != SCORES
        or tuple(facts.reordering) not in known
        or facts.gaps
        or facts.hole
        or made.get("discount") != "none"
        or not kept_all
    ):
        raise InputError(
            "found a table with gaps, discounts or a filter, or of other origin, expected all phrase pairs of an aligned "
            "text with relative frequencies: what lines contribute to others cannot be taken away"
        )
    return Extraction(max_length=int(made["max_length"]), reordering=known[tuple(facts.reordering)])


def _marked(corpus: Corpus, groups: Numbers) -> Corpus:
    """The lines, with words that are the group's own, so that each group has its own source phrases."""
    keys = np.repeat(groups, corpus.lengths) * len(corpus.words) + corpus.ids
    unique, ids = np.unique(keys, return_inverse=True)
    words = [f"{key // len(corpus.words)}:{corpus.words[key % len(corpus.words)]}" for key in unique.tolist()]
    return Corpus(Texts.of(words), ids.astype(np.int32).ravel(), corpus.offsets)


def _unmarked(phrase: bytes) -> bytes:
    return b" ".join(word.partition(b":")[2] for word in phrase.split(b" "))


def _counts(own: PhraseTable, places: TablePlaces, groups: int) -> tuple[Counts, Counts, Counts]:
    """Of source phrases, target phrases and entries of a table whose words are marked."""
    arrays = own.file.arrays
    phrase = phrases_of(arrays["ranges"])
    group = np.array(
        [int(own.native.phrase(p).partition(b":")[0]) for p in range(own.phrase_count)], np.int64
    )
    ranges = places.ranges(own, _unmarked)
    rows = places.target_rows(own)[arrays["entries"][:, 0].astype(np.int64)]
    entries = places.entries(own, ranges, rows)
    if (entries < 0).any():
        raise InputError("found phrase pairs that the table does not have, expected the text that it is of")
    joint = np.array(arrays["counts"][:, 2], np.float32)
    first = arrays["ranges"][:-1].astype(np.int64)
    of_source = np.array(arrays["counts"][first, 1], np.float32)
    target_keys, places_of = np.unique(group[phrase] * (rows.max() + 1) + rows, return_inverse=True)
    of_target = np.bincount(places_of.ravel(), joint).astype(np.float32)
    oriented = np.concatenate([joint[:, None], _orientations(own, joint)], axis=1)
    return (
        _grouped(group, ranges[:, 0], of_source[:, None], groups),
        _grouped(target_keys // (rows.max() + 1), target_keys % (rows.max() + 1), of_target[:, None], groups),
        _grouped(group[phrase], entries, oriented, groups),
    )


def _orientations(table: PhraseTable, joint: NDArray[np.float32]) -> NDArray[np.float32]:
    """How often each phrase pair has each orientation, which its smoothed probabilities tell."""
    arrays, models = table.file.arrays, table.facts.reordering
    if not models:
        return np.zeros((len(joint), 0), np.float32)
    logs = arrays["reordering"][arrays["entries"][:, 2].astype(np.int64)].astype(float)
    smoothed = np.concatenate([np.full(count, count / 2 * _SMOOTHING) for _, count in score_places(models)])
    counts = np.exp(logs) * (joint[:, None] + smoothed) - _SMOOTHING
    whole: NDArray[np.float32] = np.round(counts).astype(np.float32)
    return whole


def _nothing(width: int) -> tuple[Ints, Ints, NDArray[np.float32]]:
    return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, width), np.float32)


def _grouped(group: Ints, numbers: Ints, counts: NDArray[np.float32], groups: int) -> Counts:
    """By group, and in each by number."""
    order = np.lexsort((numbers, group))
    offsets = offsets_of(np.bincount(group, minlength=groups))
    return offsets, numbers[order].astype(np.uint64), np.ascontiguousarray(counts[order])
