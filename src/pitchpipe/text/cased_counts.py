"""What a text says about the case of its words: counted where they show it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pitchpipe.text.cased_ngrams import START, Ngram
from pitchpipe.text.casing import in_capitals, is_case_hidden, sentence_starts
from pitchpipe.text.corpus import Corpus

Ids = NDArray[np.int64]


def cased_counts(corpus: Corpus, rare: int = 1) -> dict[Ngram, int]:
    """N-grams of a text up to length three, those of three words only if seen more than `rare` times.

    A word whose place may have given it its capitals is not counted, but others are counted after it, in its most
    frequent form. Small letters at the start of a sentence count for the word alone, not for what follows a full stop:
    no capitals are counted there, and small letters would seem to be certain.
    """
    words = [*corpus.words, START]
    hidden = is_case_hidden(corpus)
    singles = np.bincount(corpus.ids[~hidden], minlength=len(words)).tolist()
    counts: dict[Ngram, int] = {(word,): count for word, count in zip(words, singles, strict=True) if count}
    natural = np.where(hidden, _most_frequent_forms(words, counts)[corpus.ids], corpus.ids)
    shown = ~(sentence_starts(corpus, after_colons=True) | in_capitals(corpus))
    rows = np.stack([_before(natural, corpus, distance, len(words) - 1) for distance in (2, 1, 0)], axis=1)
    for columns, fewest in ((rows[shown, 1:], 1), (rows[shown], rare + 1)):
        ngrams, times = _distinct(columns)
        often = times >= fewest
        for ngram, count in zip(ngrams[often].tolist(), times[often].tolist(), strict=True):
            counts[tuple([words[number] for number in ngram])] = count
    return counts


def case_forms(counts: Mapping[Ngram, int]) -> dict[str, list[str]]:
    """The forms of each lower-cased word, the most frequent first; of equals, small letters come first."""
    forms: dict[str, list[str]] = {}
    words = [(-count, ngram[0].swapcase(), ngram[0]) for ngram, count in counts.items() if len(ngram) == 1]
    for *_, word in sorted(words):
        forms.setdefault(word.lower(), []).append(word)
    return forms


def _most_frequent_forms(words: list[str], counts: Mapping[Ngram, int]) -> Ids:
    """For each word the number of the form that was counted most, or its own if none was."""
    forms = case_forms(counts)
    numbers = {word: number for number, word in enumerate(words)}
    return np.array([numbers[forms.get(word.lower(), [word])[0]] for word in words], np.int64)


def _before(ids: Ids, corpus: Corpus, distance: int, start: int) -> Ids:
    """The word so many places before each one; `start` if the line does not reach so far."""
    places = np.arange(len(ids)) - distance
    begin = np.repeat(corpus.offsets[:-1], corpus.lengths)
    return np.where(places >= begin, ids[np.maximum(places, 0)], start)


def _distinct(rows: Ids) -> tuple[Ids, Ids]:
    """The different rows, sorted, and how often each is there."""
    ordered = rows[np.lexsort(rows.T[::-1])]
    new = np.ones(len(rows), bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    first = np.flatnonzero(new)
    return ordered[first], np.diff(np.append(first, len(rows)))
