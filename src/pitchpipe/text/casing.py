"""Where the case of a word says nothing about the word: at the start of a sentence, and in lines all in capitals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import offsets_of
from pitchpipe.text.corpus import Corpus

T = TypeVar("T")

_STOPS = frozenset(".?!")
_COLON = ":"
"""What follows a colon may be a sentence or not."""
_OPENERS = frozenset("\"'`´([{<«»‹›„“”‚‘’¿¡-–—*•…") | {"``", "''", "...", "--"}
"""Tokens that may come before the first word of a sentence; the start is then the word after them."""


@dataclass(frozen=True)
class WordShapes:
    """What the letters of each word of a vocabulary say."""

    stop: NDArray[np.bool_]
    colon: NDArray[np.bool_]
    opener: NDArray[np.bool_]
    small: NDArray[np.bool_]
    """Has small letters."""
    capital: NDArray[np.bool_]
    """Has capitals."""
    capitalised: NDArray[np.bool_]
    """Begins with one."""

    @classmethod
    def of(cls, words: Iterable[str]) -> WordShapes:
        facts = [
            (
                word in _STOPS,
                word == _COLON,
                word in _OPENERS,
                word.upper() != word,
                word.lower() != word,
                word[0].lower() != word[0],
            )
            for word in words
        ]
        return cls(*np.array(facts, bool).reshape(-1, 6).T.copy())


def sentence_starts(
    corpus: Corpus, shapes: WordShapes | None = None, *, after_colons: bool
) -> NDArray[np.bool_]:
    """Whether each token is the first word of a sentence, or one of the openers before it.

    A sentence starts with the line and after a full stop, and after a colon too if asked for.
    """
    known = shapes or WordShapes.of(corpus.words)
    stop = (known.stop | known.colon if after_colons else known.stop)[corpus.ids]
    places = np.arange(len(corpus.ids))
    last = np.maximum.accumulate(np.where(known.opener[corpus.ids], -1, places))
    before = np.concatenate([[-1], last])[: len(places)]
    begin = np.repeat(corpus.offsets[:-1], corpus.lengths)
    starts: NDArray[np.bool_] = (before < begin) | stop[before]
    return starts


def in_capitals(corpus: Corpus, shapes: WordShapes | None = None) -> NDArray[np.bool_]:
    """Whether each token is in a line that has capitals and no small letters."""
    known = shapes or WordShapes.of(corpus.words)
    small, capital = (offsets_of(each[corpus.ids])[corpus.offsets] for each in (known.small, known.capital))
    return np.repeat((np.diff(small) == 0) & (np.diff(capital) > 0), corpus.lengths)


def is_case_hidden(corpus: Corpus, shapes: WordShapes | None = None) -> NDArray[np.bool_]:
    """Whether each token has capitals that its place may have given it."""
    known = shapes or WordShapes.of(corpus.words)
    capitalised = known.capitalised[corpus.ids]
    starts = sentence_starts(corpus, known, after_colons=True)
    return (starts & capitalised) | in_capitals(corpus, known)


def capitalize(lines: Iterable[str]) -> list[str]:
    """Begin every sentence of tokenised lines with a capital letter."""
    corpus = Corpus.of(lines)
    words = list(corpus.words)
    tokens = [words[number] for number in corpus.ids.tolist()]
    for place in np.flatnonzero(sentence_starts(corpus, after_colons=False)).tolist():
        tokens[place] = tokens[place][:1].title() + tokens[place][1:]
    return [" ".join(line) for line in by_line(tokens, corpus)]


def by_line(items: list[T], corpus: Corpus) -> list[list[T]]:
    """What stands for the tokens of a corpus, cut into its lines."""
    return [items[begin:end] for begin, end in pairwise(corpus.offsets.tolist())]
