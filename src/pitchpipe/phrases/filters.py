"""Which phrase pairs a table keeps."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.settings import Settings, setting
from pitchpipe.text import Texts, known_ids


@dataclass(frozen=True)
class Filter(Settings):
    """What is asked of each translation of a source phrase."""

    name: ClassVar[str] = "filter"

    min_probability: float = setting(0.0, "the lowest p(e|f)", minimum=0, maximum=1)
    min_count: float = setting(0.0, "the lowest count of the phrase pair", minimum=0)
    top: int = setting(
        0, "how many translations of a source phrase, the best by p(e|f); 0 for all", minimum=0
    )

    @property
    def native(self) -> tuple[float, float, int | None]:
        """What native functions take."""
        lowest = math.log(self.min_probability) if self.min_probability > 0 else -math.inf
        return lowest, self.min_count, self.top or None


def occurring(
    lines: Iterable[str] | None, words: Texts
) -> tuple[NDArray[np.int32], NDArray[np.int64]] | None:
    """The lines that source phrases have to occur in, as native functions take them."""
    return None if lines is None else known_ids(lines, words)
