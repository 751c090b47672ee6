"""Where phrase pairs come from: a table of all text, with a score for each of its parts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Numbers
from pitchpipe.files.flat_file import write_flat_file
from pitchpipe.phrases.table import PhraseTable
from pitchpipe.phrases.table_file import KIND, SIDES, VERSION
from pitchpipe.text import Texts

ORIGIN = "origin "
"""How the names of these scores start."""


def with_provenance(
    table: PhraseTable, parts: Sequence[PhraseTable], path: str | os.PathLike[str]
) -> PhraseTable:
    """Write a table with a further score for each part: 1 for phrase pairs that the part has, 0 for others.

    Scores are logarithms, so a text table has e and 1 there.
    """
    seen = [is_in(table, part) for part in parts]
    arrays = dict(table.file.arrays)
    arrays["scores"] = np.column_stack([arrays["scores"], *seen]).astype(np.float32)
    names = [*table.facts.scores, *(f"{ORIGIN}{number}" for number in range(len(parts)))]
    write_flat_file(path, KIND, VERSION, arrays, {**table.file.facts, "scores": names})
    return PhraseTable.read(path)


def origin_count(table: PhraseTable) -> int:
    """How many scores of a table say where its phrase pairs come from."""
    return sum(name.startswith(ORIGIN) for name in table.facts.scores)


def is_in(table: PhraseTable, part: PhraseTable) -> NDArray[np.bool_]:
    """Which phrase pairs of a table another has too."""
    keys, own = np.zeros(len(table), np.int64), np.zeros(len(part), np.int64)
    for side, (words, offsets) in enumerate(SIDES):
        whole, other = table.file.arrays, part.file.arrays
        numbers = _numbers_in(table.words[side], part.words[side])
        phrases = _phrase_numbers(
            [whole[words].astype(np.int64), numbers[other[words]]],
            [whole[offsets].astype(np.int64), other[offsets].astype(np.int64)],
            len(table.words[side]) + 1,
        )
        most = 1 + max((int(one.max()) for one in phrases if len(one)), default=0)
        keys = keys * most + phrases[0][_rows(whole, side)]
        own = own * most + phrases[1][_rows(other, side)]
    return np.isin(keys, own)


def _rows(arrays: Any, side: int) -> Numbers:
    """The source or target phrase of each phrase pair."""
    if side:
        return np.asarray(arrays["entries"][:, 0], np.int64)
    return np.repeat(np.arange(len(arrays["ranges"]) - 1), np.diff(arrays["ranges"]).astype(np.int64))


def _numbers_in(words: Texts, others: Texts) -> Numbers:
    """The numbers that words have in a vocabulary; those that it lacks share the number after its last."""
    known = {word: number for number, word in enumerate(words)}
    return np.array([known.get(word, len(known)) for word in others], np.int64)


def _phrase_numbers(words: Sequence[Numbers], offsets: Sequence[Numbers], vocabulary: int) -> list[Numbers]:
    """A number for each phrase of several lists, the same where the words are the same."""
    sizes = [len(one) - 1 for one in offsets]
    starts = np.concatenate([one[:-1] + shift for one, shift in zip(offsets, _shifts(words), strict=True)])
    lengths = np.concatenate([np.diff(one) for one in offsets])
    flat = np.concatenate(words)
    numbers = np.zeros(len(lengths), np.int64)
    longest = int(lengths.max(initial=0))
    for place in range(longest):
        longer = np.flatnonzero(lengths > place)
        keys = numbers[longer] * vocabulary + flat[starts[longer] + place]
        numbers[longer] = np.unique(keys, return_inverse=True)[1].reshape(-1)
    numbers = numbers * (longest + 1) + lengths
    numbers = np.unique(numbers, return_inverse=True)[1].reshape(-1)
    return np.split(numbers, np.cumsum(sizes)[:-1])


def _shifts(words: Sequence[Numbers]) -> Numbers:
    """Where the words of each list begin when all are put together."""
    return np.cumsum([0, *(len(one) for one in words[:-1])])
