"""What TER, WER, CER and PER have in common: edits over reference length, in percent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric, ratio


@dataclass(frozen=True)
class ErrorRate(Metric):
    """A metric whose rows are (edits, reference length).

    Edits against nothing but empty references are 100 percent, as in sacreBLEU.
    """

    higher_is_better: ClassVar[bool] = False

    @property
    def width(self) -> int:
        return 2

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        total.add_ratio(100.0 * weight, over_nothing=1.0)
        return True

    def score(self, sums: Array) -> Array:
        edits, length = sums[..., 0], sums[..., 1]
        rate: Array = 100.0 * np.where(length > 0, ratio(edits, length), edits > 0)
        return rate
