"""How likely candidates are under a language model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rescoring.feature import ListFeature, token_lines, tokenize_setting
from pitchpipe.settings import setting
from pitchpipe.text import find_tokenizer


@dataclass(frozen=True)
class LanguageModelScore(ListFeature):
    """The natural log probability of a candidate under a language model, as `lm estimate` writes it or in ARPA format.

    With `unknown`, the number of words that the model does not know is another feature, `lm_unknown`.
    """

    name: ClassVar[str] = "lm"
    positional: ClassVar[str] = "file"

    file: str = setting("", "file of the model")
    per_word: bool = setting(False, "divide by the number of words, including the end of the sentence")
    unknown: bool = setting(False, "count unknown words as a second feature")
    lowercase: bool = setting(False, "lowercase text first")
    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        find_tokenizer(self.tokenize)
        if not self.file:
            raise InputError(f"{self.name}: found no file, expected one, as in {self.name}(news.lm)")

    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        from pitchpipe.lm import LanguageModel

        lines = token_lines(pool.texts, self.tokenize)
        scores = LanguageModel.read(self.file).score(
            [line.lower() for line in lines] if self.lowercase else lines, threads=threads
        )
        totals = scores.totals * log(10)
        found = {"": totals / scores.tokens if self.per_word else totals}
        return found | {"_unknown": scores.unknown.astype(np.float64)} if self.unknown else found
