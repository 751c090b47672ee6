"""The word pairs of a parallel text: what translation tables are about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.text import Corpus, Texts, known_ids

MOST_TOKENS = 1000
"""Of a line; the native core refuses longer ones, since time and memory grow with the product of the lengths."""

TextOfIds = tuple[NDArray[np.int32], NDArray[np.int64], int]


@dataclass(frozen=True)
class Lexicon:
    """Pairs of words that occur in the same line, numbered by source word, then by target word.

    Those of source word s are `rows[s]` to `rows[s + 1] - 1`, and pair k is with the target word `targets[k]`. Both
    directions of translation use these numbers.
    """

    source: Texts
    target: Texts
    rows: NDArray[np.int64]
    targets: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.targets)

    @property
    def sources(self) -> NDArray[np.int64]:
        """The source word of each pair."""
        return self.sources_of(0, len(self))

    def sources_of(self, first: int, last: int) -> NDArray[np.int64]:
        """The source word of each pair from the first to that before the last."""
        if first >= last:
            return np.zeros(0, np.int64)
        begin, end = np.searchsorted(self.rows, [first, last - 1], side="right").tolist()
        counts = np.diff(np.clip(self.rows[begin - 1 : end + 1], first, last))
        return np.repeat(np.arange(begin - 1, end), counts)

    def find(self, source: Corpus, target: Corpus, threads: int = 1) -> _native.WordPairs:
        """The pairs within the lines of a text.

        Those that are not in the lexicon have the number `len(self)`, and the next one if both words are unknown.
        """
        texts = (numbered_text(source, self.source), numbered_text(target, self.target))
        return _native.WordPairs(*texts, self.rows, self.targets, threads)


def collect(source: Corpus, target: Corpus, threads: int = 1) -> tuple[Lexicon, _native.WordPairs]:
    """All word pairs within the lines of a text, and where they are."""
    texts = (numbered_text(source, source.words), numbered_text(target, target.words))
    pairs = _native.WordPairs(*texts, threads)
    return Lexicon(source.words, target.words, pairs.rows, pairs.targets), pairs


def check_texts(source: Corpus, target: Corpus, names: tuple[str, str]) -> None:
    """Refuse texts that cannot be aligned, and say where they are wrong."""
    if len(source) != len(target):
        raise InputError(
            f"{names[1]}: found another number of lines, {len(target)}, expected {len(source)} as in {names[0]}"
        )
    for corpus, name in zip((source, target), names, strict=True):
        too_long = np.flatnonzero(corpus.lengths > MOST_TOKENS)
        if len(too_long):
            line = too_long[0]
            raise InputError(
                f"{name}:{line + 1}: found a line of {corpus.lengths[line]:,} tokens, "
                f"expected at most {MOST_TOKENS:,}; clean the text first"
            )


def numbered_text(corpus: Corpus, words: Texts) -> TextOfIds:
    """A text under a numbering of words, -1 for unknown ones."""
    if corpus.words is words:
        return corpus.ids, corpus.offsets, len(words)
    numbers, _ = known_ids(corpus.words, words)
    return numbers[corpus.ids], corpus.offsets, len(words)
