"""Random models of the orientation of gaps, and what they say of a span and a rule by plain definition."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random

import numpy as np

from pitchpipe import _native
from pitchpipe.grammar.gap_orientation import CONTEXTS, VALUES
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.table_file import ORIENTATION_ARRAYS
from tests.phrases.definitions import Sentence, hierarchical_orientations

EDGE = None
"""Of a sentence, as a word."""
GLUED = ("monotone", "monotone")
_GAP = re.compile(r"\[.+,(\d)\]")
Words = tuple[str, ...]


def contexts(words: Sequence[str], begin: int, end: int) -> list[tuple[str | None, str | None]]:
    """The pairs of words by which a span is known."""
    before = words[begin - 1] if begin > 0 else EDGE
    after = words[end] if end < len(words) else EDGE
    return [(words[begin], words[end - 1]), (before, words[begin]), (words[end - 1], after)]


def gap_orientations(
    source: Words, target: Words, links: frozenset[tuple[int, int]]
) -> list[tuple[str | None, str | None]]:
    """How each gap of a rule is oriented to what comes before and after it; None if no aligned symbol is there."""
    gaps = {int(found[1]): place for place, word in enumerate(source) if (found := _GAP.fullmatch(word))}
    places = {int(found[1]): place for place, word in enumerate(target) if (found := _GAP.fullmatch(word))}
    whole = Sentence(
        list(source), list(target), links | {(at, places[number]) for number, at in gaps.items()}
    )
    found = []
    for number, at in sorted(gaps.items()):
        put = places[number]
        previous, following = hierarchical_orientations(whole, whole.blocks(), (at, at), (put, put))
        found.append(
            (
                previous if any(j < put for _, j in whole.links) else None,
                following if any(j > put for _, j in whole.links) else None,
            )
        )
    return found


@dataclass(frozen=True)
class ToyOrientations:
    pairs: dict[tuple[int, str | None, str | None], list[float]]
    """Probabilities of contexts."""
    words: dict[tuple[int, int, str | None], list[float]]
    """And of single words, by the side of the context that they are on; "" stands for all others."""
    vocabulary: Words

    @classmethod
    def random(cls, rng: Random, vocabulary: Words) -> ToyOrientations:
        def row() -> list[float]:
            return [round(rng.uniform(0.05, 1), 3) for _ in VALUES]

        known = [*vocabulary, EDGE]
        pairs = {
            (context, *pair): row()
            for context in range(len(CONTEXTS))
            for pair in product(known, known)
            if rng.random() < 0.5
        }
        words = {
            (context, side, word): row()
            for context in range(len(CONTEXTS))
            for side in range(2)
            for word in (*known, "")
        }
        return cls(pairs, words, vocabulary)

    def put_into(self, table: PhraseTable) -> PhraseTable:
        """The table with this model in its file."""
        numbers = {word: i for i, word in enumerate(table.words[0])} | {EDGE: _native.SENTENCE_EDGE}
        rows = sorted(
            (context << 60 | numbers[a] << 30 | numbers[b], row)
            for (context, a, b), row in self.pairs.items()
        )
        size = len(table.words[0])
        words = np.ones((len(CONTEXTS), 2, size + 2, len(VALUES)), np.float32)
        for (context, side, word), row in self.words.items():
            words[context, side, {EDGE: size, "": size + 1}.get(word, numbers.get(word))] = row
        arrays = (
            np.array([key for key, _ in rows], np.uint64),
            np.log(np.array([row for _, row in rows]).reshape(-1, len(VALUES))).astype(np.float32),
            words,
        )
        file = replace(
            table.file, arrays={**table.file.arrays, **dict(zip(ORIENTATION_ARRAYS, arrays, strict=True))}
        )
        return replace(table, file=file)

    def features(
        self, words: Words, begin: int, end: int, orientations: tuple[str | None, str | None]
    ) -> Iterator[tuple[str, float]]:
        """What fills a gap, or is glued, has."""
        names = [f"{side} {one}" for side, one in zip(("previous", "next"), orientations, strict=True) if one]
        for context, pair in enumerate(contexts(words, begin, end)):
            row = self.pairs.get((context, *pair))
            if row is None:
                both = [
                    self.words[context, side, word if word in (*self.vocabulary, EDGE) else ""]
                    for side, word in enumerate(pair)
                ]
                row = [(a + b) / 2 for a, b in zip(*both, strict=True)]
            for name in (*names, "phrase"):
                place = VALUES.index(name)
                yield f"GapOrientation0_{context * len(VALUES) + place}", math.log(row[place])
