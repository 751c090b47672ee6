"""Where the case of a word says nothing about the word: at the start of a sentence, and in lines all in capitals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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


def sentence_starts(corpus: Corpus, *, after_colons: bool) -> NDArray[np.bool_]:
    """Whether each token is the first word of a sentence, or one of the openers before it.

    A sentence starts with the line and after a full stop, and after a colon too if asked for.
    """
    stops = _STOPS | {_COLON} if after_colons else _STOPS
    stop = of_words(corpus, lambda word: word in stops)
    opener = of_words(corpus, lambda word: word in _OPENERS)
    places = np.arange(len(corpus.ids))
    last = np.maximum.accumulate(np.where(opener, -1, places))
    before = np.concatenate([[-1], last])[: len(places)]
    begin = np.repeat(corpus.offsets[:-1], corpus.lengths)
    starts: NDArray[np.bool_] = (before < begin) | stop[before]
    return starts


def in_capitals(corpus: Corpus) -> NDArray[np.bool_]:
    """Whether each token is in a line that has capitals and no small letters."""
    small = offsets_of(of_words(corpus, lambda word: word.upper() != word))[corpus.offsets]
    capital = offsets_of(of_words(corpus, lambda word: word.lower() != word))[corpus.offsets]
    return np.repeat((np.diff(small) == 0) & (np.diff(capital) > 0), corpus.lengths)


def is_case_hidden(corpus: Corpus) -> NDArray[np.bool_]:
    """Whether each token has capitals that its place may have given it."""
    capitalised = of_words(corpus, lambda word: word[0].lower() != word[0])
    return (sentence_starts(corpus, after_colons=True) & capitalised) | in_capitals(corpus)


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


def of_words(corpus: Corpus, fact: Callable[[str], bool]) -> NDArray[np.bool_]:
    """What a fact says of each token; it is asked once for each word."""
    return np.array([fact(word) for word in corpus.words], bool)[corpus.ids]
