"""The length of candidates as a feature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rescoring.feature import ListFeature, token_lines, tokenize_setting
from pitchpipe.text import find_tokenizer


@dataclass(frozen=True)
class Words(ListFeature):
    """The number of words: its weight makes output longer or shorter."""

    name: ClassVar[str] = "words"

    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        find_tokenizer(self.tokenize)

    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        return {"": np.array([len(line.split()) for line in token_lines(pool.texts, self.tokenize)], float)}
