"""What a text says about the case of its words: counted where they show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from pitchpipe.files.scratch import Scratch
from pitchpipe.text.cased_ngrams import START
from pitchpipe.text.casing import WordShapes, in_capitals, is_case_hidden, sentence_starts
from pitchpipe.text.corpus import Corpus
from pitchpipe.text.ngram_counts import NgramCounts

Ids = NDArray[np.int64]

_TOKENS = 1 << 20
"""Tokens that are looked at at a time."""
_ROWS = 1 << 22
"""N-grams that are sorted at a time, and those that begin with one word more."""


def cased_counts(corpus: Corpus, rare: int = 1, scratch: Scratch | None = None) -> NgramCounts:
    """N-grams of a text up to length three, those of three words only if seen more than `rare` times.

    A word whose place may have given it its capitals is not counted, but others are counted after it, in its most
    frequent form. Small letters at the start of a sentence count for the word alone, not for what follows a full stop:
    no capitals are counted there, and small letters would seem to be certain.
    """
    words = [*corpus.words, START]
    shapes = WordShapes.of(words)
    singles = np.zeros(len(words), np.int64)
    for part in corpus.parts(_TOKENS):
        singles += np.bincount(part.ids[~is_case_hidden(part, shapes)], minlength=len(words))
    forms = _most_frequent_forms(words, singles)
    trigrams = (scratch or Scratch()).growing(np.int32, 3)
    for part in corpus.parts(_TOKENS):
        trigrams.append(_shown(part, shapes, forms, len(words) - 1))
    rows, seen = trigrams.whole(), np.flatnonzero(singles)
    orders = [(seen.astype(np.int32)[:, None], singles[seen])]
    for columns, fewest in ((rows[:, 1:], 1), (rows, rare + 1)):
        found = [(ngrams[times >= fewest], times[times >= fewest]) for ngrams, times in _distinct(columns)]
        orders.append(
            (
                np.concatenate([columns[:0], *(ngrams for ngrams, _ in found)]),
                np.concatenate([singles[:0], *(times for _, times in found)]),
            )
        )
    return NgramCounts(words, orders)


def _shown(corpus: Corpus, shapes: WordShapes, forms: Ids, start: int) -> Ids:
    """The words that show their case, with the two before each, all in their natural case."""
    natural = np.where(is_case_hidden(corpus, shapes), forms[corpus.ids], corpus.ids)
    shown = ~(sentence_starts(corpus, shapes, after_colons=True) | in_capitals(corpus, shapes))
    rows = [_before(natural, corpus, distance, start) for distance in (2, 1, 0)]
    return np.stack(rows, axis=1)[shown]


def case_forms(counts: Mapping[str, int]) -> dict[str, list[str]]:
    """The forms of each lower-cased word, the most frequent first; of equals, small letters come first."""
    forms: dict[str, list[str]] = {}
    for *_, word in sorted((-count, word.swapcase(), word) for word, count in counts.items()):
        forms.setdefault(word.lower(), []).append(word)
    return forms


def _most_frequent_forms(words: list[str], counts: Ids) -> Ids:
    """For each word the number of the form that was counted most, or its own if none was."""
    forms = case_forms({words[number]: int(counts[number]) for number in np.flatnonzero(counts)})
    numbers = {word: number for number, word in enumerate(words)}
    return np.array([numbers[forms.get(word.lower(), [word])[0]] for word in words], np.int64)


def _before(ids: Ids, corpus: Corpus, distance: int, start: int) -> Ids:
    """The word so many places before each one; `start` if the line does not reach so far."""
    places = np.arange(len(ids)) - distance
    begin = np.repeat(corpus.offsets[:-1], corpus.lengths)
    return np.where(places >= begin, ids[np.maximum(places, 0)], start)


def _distinct(rows: NDArray[np.int32]) -> Iterator[tuple[NDArray[np.int32], Ids]]:
    """The different rows, sorted, and how often each is there; those that begin with some words at a time."""
    firsts = np.zeros(int(rows[:, 0].max(initial=-1)) + 1, np.int64)
    places = range(0, len(rows), _TOKENS)
    for begin in places:
        firsts += np.bincount(rows[begin : begin + _TOKENS, 0], minlength=len(firsts))
    part = (np.cumsum(firsts) - firsts) // _ROWS
    for number in np.unique(part).tolist():
        some = [rows[begin : begin + _TOKENS] for begin in places]
        yield _counted(np.concatenate([each[part[each[:, 0]] == number] for each in some]))


def _counted(rows: NDArray[np.int32]) -> tuple[NDArray[np.int32], Ids]:
    ordered = rows[np.lexsort(rows.T[::-1])]
    new = np.ones(len(rows), bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    first = np.flatnonzero(new)
    return ordered[first], np.diff(np.append(first, len(rows)))
