"""NIST (Doddington 2002): n-gram matches that count as much as they are rare in the references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts

PENALTY = np.log(0.5) / np.log(1.5) ** 2
"""Halves the score of output two thirds as long as the references."""


@dataclass(frozen=True)
class Nist(Metric):
    """Information per n-gram, summed over the orders, times a penalty for being shorter than the references.

    The information of an n-gram is log2 of how often its first n - 1 words occur over how often all n occur, in all
    references given; for a single word, the number of all words takes the place of the first count. So the same
    sentence has other statistics in another corpus. Matches are clipped as in mteval, at the largest count in one
    reference; the reference length is the average. The scale is NIST's own, from 0 to about 15.

    References
    ----------
    Doddington, 2002, Automatic evaluation of machine translation quality using n-gram co-occurrence statistics.
    """

    name: ClassVar[str] = "nist"
    scale: ClassVar[None] = None
    positional: ClassVar[str] = "order"

    order: int = setting(5, "the longest n-gram", minimum=1, maximum=9)

    @property
    def width(self) -> int:
        return 2 * self.order + 1

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return _native.nist_statistics(candidates.arrays, references.arrays, self.order, threads)

    def score(self, sums: Array) -> Array:
        information, totals = sums[..., : self.order], sums[..., self.order : 2 * self.order]
        candidate, reference = sums[..., self.order], sums[..., -1]
        with np.errstate(divide="ignore", invalid="ignore"):
            shortness = np.log(np.minimum(candidate / reference, 1.0))
            penalty = np.exp(PENALTY * shortness**2)
        gained = ratio(information, totals).sum(axis=-1)
        return np.where((candidate > 0) & (reference > 0), gained * penalty, 0.0)
