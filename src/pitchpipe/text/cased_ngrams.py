"""A trigram language model of words in their natural case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

from pitchpipe.text.ngram_counts import Ngram, NgramCounts

START = "<s>"
"""Stands twice before the first word of a line."""

_DOUBT = 5
"""How much more than in Witten and Bell's method the shorter history counts: case is an inconsistent matter, so that
little evidence is weak evidence."""

_MOST_ASKED = 1 << 18
"""Probabilities that are kept for the next time they are asked for."""


class CasedNgrams:
    """How often words came after others, and how probable they are there.

    Smoothed as by Witten and Bell, with Collins's (1999) factor: P(w | h) = (c(h w) + d(h) P(w | h')) / (c(h) + d(h)),
    where d(h) is five times the number of different words seen after the history h, and h' is h without its first word.
    What the empty history falls back on is uniform over the known words and one that stands for all unknown ones.
    """

    def __init__(self, counts: Mapping[Ngram, int]) -> None:
        self.counts = NgramCounts.of(counts)
        self._uniform = 1 / (len(self.counts.orders[0]) + 1)
        self._asked: dict[Ngram, float] = {}

    def probability(self, ngram: Ngram) -> float:
        """That of the last word after the others."""
        if not ngram:
            return self._uniform
        found = self._asked.get(ngram)
        if found is None:
            if len(self._asked) >= _MOST_ASKED:
                self._asked.clear()
            *history, word = self.counts.numbers(ngram)
            place = self.counts.place(history)
            found = self.probability(ngram[1:])
            if place is not None:
                order = self.counts.orders[len(history)]
                doubt = _DOUBT * order.types(place)
                total = order.seen[place] + doubt
                found = order.count(place, word) / total + doubt / total * found
            self._asked[ngram] = found
        return found

    def best_sequence(self, choices: Sequence[Sequence[str]]) -> list[str]:
        """The most probable line that has one of the words of each choice, by Viterbi's algorithm.

        Of equally probable words the one that comes first in its choice is taken.
        """
        # For each pair of last words, the best line that ends in them: its score, and its words as a chain.
        best: dict[Ngram, tuple[float, Any]] = {(START, START): (0.0, None)}
        for words in choices:
            if len(best) == len(words) == 1:
                ((pair, (score, chain)),) = best.items()
                best = {(pair[1], words[0]): (score, (words[0], chain))}
                continue
            longer: dict[Ngram, tuple[float, Any]] = {}
            for word in words:
                for pair, (score, chain) in best.items():
                    total = score + log(self.probability((*pair, word)))
                    end = (pair[1], word)
                    if end not in longer or total > longer[end][0]:
                        longer[end] = total, (word, chain)
            best = longer
        chain = max(best.values(), key=lambda line: line[0])[1]
        words = []
        while chain is not None:
            word, chain = chain
            words.append(word)
        return words[::-1]
