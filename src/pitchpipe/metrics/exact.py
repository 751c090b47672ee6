"""The share of candidates that are exactly right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.metrics.mean_score import MeanScore


@dataclass(frozen=True)
class Exact(MeanScore):
    """Percent of candidates that have the words of one of their references, in the same order.

    References
    ----------
    Rajpurkar, Zhang, Lopyrev and Liang, 2016, SQuAD: 100,000+ questions for machine comprehension of text.
    """

    name: ClassVar[str] = "exact"

    def pair_score(self, candidate: str, reference: str) -> float:
        return float(candidate.split() == reference.split())
