"""Whether output is as long as its references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric, ratio


@dataclass(frozen=True)
class Length(Metric):
    """Words of the shorter of candidates and references, in percent of those of the longer.

    Output as long as its references has 100; too long and too short count the same. Of several references, the one
    closest in length counts; ties go to the shorter.

    References
    ----------
    Papineni, Roukos, Ward and Zhu, 2002, BLEU: a method for automatic evaluation of machine translation (section 2.2.1).
    """

    name: ClassVar[str] = "length"
    width: ClassVar[int] = 2

    def row(self, candidate: str, references: Sequence[str]) -> ArrayLike:
        words = len(candidate.split())
        lengths = [len(one.split()) for one in references]
        return [words, min(lengths, key=lambda length: (abs(length - words), length))]

    def score(self, sums: Array) -> Array:
        candidate, reference = sums[..., 0], sums[..., 1]
        longer = np.maximum(candidate, reference)
        return 100.0 * np.where(longer > 0, ratio(np.minimum(candidate, reference), longer), 1.0)
