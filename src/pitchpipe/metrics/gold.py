"""The mean of scores that the candidates carry with them: human judgements, or any outside scorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.metrics.judged import Judged, JudgedTexts
from pitchpipe.text import GroupedTexts

PLAIN_TEXT = "gold scores come with candidate lists; plain text has none"


@dataclass(frozen=True)
class Gold(Metric):
    """The average gold score of the chosen candidates; it does not look at the text.

    References
    ----------
    Hopkins and May, 2011, Tuning as ranking (section 3 measures tuners by gold scores).
    """

    name: ClassVar[str] = "gold"
    scale: ClassVar[None] = None

    @property
    def width(self) -> int:
        return 2

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        raise InputError(PLAIN_TEXT)

    def pool_statistics(self, pool: Judged, threads: int = 1) -> Array:
        if isinstance(pool, JudgedTexts):
            raise InputError(PLAIN_TEXT)
        if pool.gold is None:
            raise InputError("the lists carry no gold scores; in JSON lines each candidate has one as 'gold'")
        return np.column_stack([pool.gold, np.ones_like(pool.gold)])

    @property
    def needs_references(self) -> bool:
        return False

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        total.add_ratio(weight, over_nothing=0.0)
        return True

    def score(self, sums: Array) -> Array:
        return ratio(sums[..., 0], sums[..., 1])
