"""Phrases with gaps: which are extracted, and what stands for a gap among the words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError
from pitchpipe.settings import Settings, setting
from pitchpipe.specs import parse_spec
from pitchpipe.text import Corpus

HOLE = "[X]"
"""What a gap is called in tables of phrases: `rufe [X] an` and `call [X] up`."""
MOST_GAPS = 2
"""Of a side; native/phrases/sentence_gaps.h has the same number."""
BLOCK = 1 << 18
"""Phrases that are looked at together, so that memory does not grow with the table."""
SIDES = ("none", "source", "target", "both")


@dataclass(frozen=True)
class Gaps(Settings):
    """Which phrase pairs with gaps are extracted beside those without, as in: both, source, target(count=1).

    Words that alignment points connect, directly or through other words, are a unit. A phrase pair with gaps is a set of
    units, with all words between two of its words among which none is aligned; where one is, there is a gap. So pairs
    with gaps are consistent with the alignment, their pieces begin and end with aligned words, and each gap has one.
    `symbols` is ours: it keeps the number of pairs within a small multiple of those without gaps.

    References
    ----------
    Galley and Manning, 2010, Accurate non-hierarchical phrase-based translation.
    """

    name: ClassVar[str] = "gaps"

    sides: str = setting("none", "which sides may have gaps", choices=SIDES)
    count: int = setting(2, "the most gaps of a side", minimum=1, maximum=MOST_GAPS)
    symbols: int = setting(5, "the most words and gaps of a side of a pair with gaps", minimum=2, maximum=10)
    span: int = setting(
        15, "the most source words from the first to the last of a pair with gaps", minimum=1, maximum=32
    )
    target_gap: int = setting(7, "the most words of a gap on the target side", minimum=1, maximum=100)

    @classmethod
    def of(cls, spec: str) -> Gaps:
        """As in `both` or `both(span=10)`."""
        found = parse_spec(spec)
        made: Gaps = cls.from_spec(found.positional, {"sides": found.name, **found.options})
        return made

    def __bool__(self) -> bool:
        return self.sides != "none"

    def native(self, longest: int) -> tuple[bool, bool, int, int, int, int]:
        """What the native extraction takes, for phrases of so many words."""
        source, target = (self.sides in (side, "both") for side in ("source", "target"))
        return source, target, self.count, min(self.symbols, longest), self.span, self.target_gap


def check_no_gaps(corpus: Corpus, name: str, symbols: Collection[str] = (HOLE,)) -> None:
    """Raise `InputError` if a word of a text looks like a gap or a label."""
    for number, word in enumerate(corpus.words):
        if word in symbols:
            place = int(np.flatnonzero(corpus.ids == number)[0])
            line = int(np.searchsorted(corpus.offsets, place, side="right"))
            raise InputError(
                f"{name}:{line}: found the token {word!r}, which stands for a gap or a label, expected a word"
            )


def gap_counts(words: NDArray[np.integer], offsets: NDArray[np.integer], gap: int) -> NDArray[np.int32]:
    """How many gaps each phrase has: phrase i is the numbers `words[offsets[i]:offsets[i + 1]]`."""
    counts = np.zeros(len(offsets) - 1, np.int32)
    for first, is_gap, ends in _blocks(words, offsets, gap):
        found = np.concatenate([[0], np.cumsum(is_gap)])
        counts[first : first + len(ends) - 1] = np.diff(found[ends])
    return counts


def misplaced_gaps(words: NDArray[np.integer], offsets: NDArray[np.integer], gap: int) -> NDArray[np.int64]:
    """The phrases with a gap that is not between words, or with too many gaps."""
    wrong = [np.flatnonzero(gap_counts(words, offsets, gap) > MOST_GAPS)]
    for first, is_gap, ends in _blocks(words, offsets, gap):
        # The ends of phrases are as gaps beside their words.
        at_edge = np.zeros(len(is_gap) + 1, bool)
        at_edge[ends] = True
        before = at_edge[:-1] | np.concatenate([[False], is_gap[:-1]])
        places = np.flatnonzero(is_gap & (before | at_edge[1:]))
        wrong.append(np.searchsorted(ends, places, side="right") - 1 + first)
    return np.unique(np.concatenate(wrong))


def _blocks(
    words: NDArray[np.integer], offsets: NDArray[np.integer], gap: int
) -> Iterator[tuple[int, NDArray[np.bool_], NDArray[np.int64]]]:
    """Some phrases at a time: the number of the first, which of their words are gaps, and where they begin and end there."""
    for first in range(0, len(offsets) - 1, BLOCK):
        ends = np.asarray(offsets[first : first + BLOCK + 1], np.int64)
        yield first, np.asarray(words[ends[0] : ends[-1]]) == gap, ends - ends[0]
