"""How long candidates are for their source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rescoring.feature import ListFeature, sources_of
from pitchpipe.settings import setting


@dataclass(frozen=True)
class LengthRatio(ListFeature):
    """The length of a candidate over that of the source, or how far this ratio is from the usual one.

    With `typical` above 0, it is minus the absolute value of log(ratio / typical): highest for candidates of the
    usual length, so that one weight can penalise those that are too short and those that are too long. An empty text
    counts as one unit.
    """

    name: ClassVar[str] = "length_ratio"

    unit: str = setting("words", "unit of the lengths", choices=("words", "characters"))
    typical: float = setting(0.0, "the usual ratio; 0 gives the ratio itself", minimum=0)

    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        sources = self._lengths(sources_of(pool, self.name))
        ratio = self._lengths(list(pool.texts)) / sources[pool.group_of]
        return {"": 0.0 - np.abs(np.log(ratio / self.typical)) if self.typical else ratio}

    def _lengths(self, texts: Sequence[str]) -> Array:
        counts = [len(text.split()) if self.unit == "words" else len(text) for text in texts]
        return np.maximum(counts, 1).astype(np.float64)
