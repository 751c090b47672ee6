"""The F-score of words, as answers to questions are measured."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.metrics.mean_score import MeanScore


@dataclass(frozen=True)
class F1(MeanScore):
    """Harmonic mean of precision and recall of words in any order, on average over the candidates.

    For two empty texts it is 100.

    References
    ----------
    Rajpurkar, Zhang, Lopyrev and Liang, 2016, SQuAD: 100,000+ questions for machine comprehension of text.
    """

    name: ClassVar[str] = "f1"

    def pair_score(self, candidate: str, reference: str) -> float:
        return f_score(Counter(candidate.split()), Counter(reference.split()))


def f_score(candidate: Counter[str], reference: Counter[str]) -> float:
    """The F-score of two bags; 1 if both are empty."""
    total = candidate.total() + reference.total()
    return 2 * (candidate & reference).total() / total if total else 1.0
