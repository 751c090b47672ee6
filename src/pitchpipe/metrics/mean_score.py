"""Metrics that are the mean of scores of single sentences."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from numpy.typing import ArrayLike

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric, ratio


@dataclass(frozen=True)
class MeanScore(Metric):
    """A metric whose rows are (score, 1); of several references the one with the highest score counts."""

    width: ClassVar[int] = 2

    @abstractmethod
    def pair_score(self, candidate: str, reference: str) -> float:
        """The score of a candidate against a reference, from 0 to 1."""

    def row(self, candidate: str, references: Sequence[str]) -> ArrayLike:
        return [max(self.pair_score(candidate, one) for one in references), 1]

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        total.add_ratio(100.0 * weight, over_nothing=0.0)
        return True

    def score(self, sums: Array) -> Array:
        return 100.0 * ratio(sums[..., 0], sums[..., 1])
