"""ROUGE (Lin 2004), for summaries: n-grams or longest common subsequences."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.metrics.f1 import f_score
from pitchpipe.metrics.mean_score import MeanScore
from pitchpipe.settings import setting


@dataclass(frozen=True)
class Rouge(MeanScore):
    """F-score of n-grams, or of the longest common subsequence, on average over the candidates.

    `rouge:1` and `rouge:2` count words and pairs of words, `rouge:l` the words of the longest subsequence that candidate and
    reference have in common. Words are compared as they are, without stemming.

    References
    ----------
    Lin, 2004, ROUGE: a package for automatic evaluation of summaries.
    """

    name: ClassVar[str] = "rouge"
    positional: ClassVar[str] = "kind"

    kind: str = setting("l", "length of n-grams, or l", choices=("l", *map(str, range(1, 10))))

    def pair_score(self, candidate: str, reference: str) -> float:
        ours, theirs = candidate.split(), reference.split()
        if self.kind != "l":
            return (
                f_score(_ngrams(ours, int(self.kind)), _ngrams(theirs, int(self.kind)))
                if ours and theirs
                else 0.0
            )
        return 2 * common_length(ours, theirs) / (len(ours) + len(theirs)) if ours or theirs else 1.0


def _ngrams(words: list[str], order: int) -> Counter[str]:
    return Counter(" ".join(words[i : i + order]) for i in range(len(words) - order + 1))


def common_length(one: list[str], other: list[str]) -> int:
    """The length of the longest common subsequence, with the bits of a number for a row (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for place, word in enumerate(one):
        places[word] = places.get(word, 0) | 1 << place
    full = (1 << len(one)) - 1
    row = full
    for word in other:
        match = row & places.get(word, 0)
        row = (row + match | row - match) & full
    return len(one) - row.bit_count()
