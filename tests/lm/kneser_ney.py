"""Interpolated modified Kneser-Ney smoothing by the book: dictionaries, sets, and double precision."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

Ngram = tuple[str, ...]


class BookModel:
    """Probabilities and back-off weights of all n-grams, as Chen and Goodman define them, and as lmplz prunes."""

    def __init__(
        self, lines: list[list[str]], order: int, thresholds: list[int], fallback: tuple[float, ...]
    ) -> None:
        self.order = order
        sentences = [["<s>", *line, "</s>"] for line in lines]
        self.occurrences: Counter[Ngram] = Counter(
            tuple(sentence[at : at + n])
            for sentence in sentences
            for n in range(1, order + 1)
            for at in range(len(sentence) - n + 1)
        )
        del self.occurrences["<s>",]
        self.adjusted = self._adjusted_counts()
        self.pruned = {
            ngram
            for ngram, count in self.occurrences.items()
            if ngram != ("</s>",) and count <= thresholds[len(ngram) - 1]
        }
        self.discounts = [self._discounts(n, lines, fallback) for n in range(1, order + 1)]
        followers: dict[Ngram, list[Ngram]] = defaultdict(list)
        for ngram in self.adjusted:
            followers[ngram[:-1]].append(ngram)
        self.gamma = {context: self._gamma(ngrams) for context, ngrams in followers.items()}
        self.total = {
            context: sum(map(self.adjusted.__getitem__, some)) for context, some in followers.items()
        }
        words = {ngram for ngram in self.adjusted if len(ngram) == 1} - self.pruned
        self.uniform = 1 / (len(words) + 1)

    def _adjusted_counts(self) -> dict[Ngram, int]:
        before: dict[Ngram, set[str]] = defaultdict(set)
        for ngram in self.occurrences:
            before[ngram[1:]].add(ngram[0])
        return {
            ngram: count if len(ngram) == self.order or ngram[0] == "<s>" else len(before[ngram])
            for ngram, count in self.occurrences.items()
        }

    def _discounts(self, n: int, lines: list[list[str]], fallback: tuple[float, ...]) -> list[float]:
        last = self._last_ngrams(lines)
        counted = Counter(
            self.occurrences[ngram] if ngram in last else count
            for ngram, count in self.adjusted.items()
            if len(ngram) == n
        )
        if not all(counted[count] for count in (1, 2, 3)):
            return [0, *fallback]
        y = counted[1] / (counted[1] + 2 * counted[2])
        found = [count - (count + 1) * y * counted[count + 1] / counted[count] for count in (1, 2, 3)]
        return [0, *found] if all(0 <= d <= i for i, d in enumerate(found, 1)) else [0, *fallback]

    def _last_ngrams(self, lines: list[list[str]]) -> set[Ngram]:
        """lmplz counts these by their occurrences: the ends of the last n-gram when sorted from the last word."""
        numbers = {"<unk>": 0, "<s>": 1, "</s>": 2}
        for line in lines:
            for word in line:
                numbers.setdefault(word, len(numbers))
        padded = [(*["<s>"] * (self.order - 1), *line, "</s>") for line in lines]
        ngrams = [line[at : at + self.order] for line in padded for at in range(len(line) - self.order + 1)]
        last = max(ngrams, key=lambda ngram: [numbers[word] for word in reversed(ngram)])
        return {last[-n:] for n in range(1, self.order) if last[-n:].count("<s>") <= (last[-n] == "<s>")}

    def _gamma(self, ngrams: list[Ngram]) -> float:
        rest = 0.0
        for ngram in ngrams:
            count = self.adjusted[ngram]
            rest += count if ngram in self.pruned else self.discounts[len(ngram) - 1][min(count, 3)]
        return rest / sum(self.adjusted[ngram] for ngram in ngrams)

    def probability(self, ngram: Ngram) -> float:
        if not ngram:
            return self.uniform
        if ngram == ("<s>",):
            return 1.0
        count = self.adjusted.get(ngram, 0)
        share = (count - self.discounts[len(ngram) - 1][min(count, 3)]) / self.total[ngram[:-1]]
        return share + self.gamma[ngram[:-1]] * self.probability(ngram[1:])

    def weights(self) -> dict[Ngram, tuple[float, float]]:
        """log10 and back-off weight of the n-grams that are left."""
        kept = [("<unk>",), ("<s>",), *(ngram for ngram in self.adjusted if ngram not in self.pruned)]
        return {
            ngram: (
                min(_log10(self.probability(ngram)), 0.0),
                _log10(self.gamma.get(ngram, 1.0)) if len(ngram) < self.order else 0.0,
            )
            for ngram in kept
        }


def _log10(value: float) -> float:
    """Where all discounts of a context are 0, so is its back-off weight: -99 is what ARPA files have for its logarithm."""
    return math.log10(value) if value else -99.0
