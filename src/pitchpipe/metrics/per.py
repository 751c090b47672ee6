"""Position-independent word error rate (Tillmann et al. 1997)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.error_rate import ErrorRate
from pitchpipe.text import GroupedTexts


@dataclass(frozen=True)
class Per(ErrorRate):
    """The word error rate when word order does not matter: (max(c, r) - matches) / r.

    c and r are the lengths of candidate and reference, and matches are the words they share, each as often as
    both have it. References are chosen as in `wer`.

    References
    ----------
    Tillmann, Vogel, Ney, Zubiaga and Sawaf, 1997, Accelerated DP based search for statistical translation.
    """

    name: ClassVar[str] = "per"

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return _native.bag_statistics(candidates.arrays, references.arrays, threads)
