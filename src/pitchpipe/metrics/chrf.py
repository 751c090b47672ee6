"""chrF and chrF++ (Popović 2015, 2017): F-scores of character and word n-grams, as sacreBLEU computes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.metrics.judged import Judged
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts


@dataclass(frozen=True)
class Chrf(Metric):
    """F-score of n-gram precision and recall, each averaged over the orders that occur on both sides.

    `chrf++` is `chrf(word_order=2)`. Of several references the one with the highest F-score counts. For word n-grams,
    a punctuation mark at the end of a word, or else at its start, counts as a separate word.

    References
    ----------
    Popović, 2015, chrF: character n-gram F-score for automatic MT evaluation.

    Popović, 2017, chrF++: words helping character n-grams.
    """

    name: ClassVar[str] = "chrf"

    char_order: int = setting(6, "the longest character n-gram", minimum=1, maximum=20)
    word_order: int = setting(0, "the longest word n-gram; 2 for chrF++", minimum=0, maximum=20)
    beta: float = setting(2.0, "how many times recall counts as much as precision", minimum=0, maximum=100)
    whitespace: bool = setting(False, "whether white space is part of character n-grams")

    @property
    def width(self) -> int:
        return 3 * (self.char_order + self.word_order)

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return _native.chrf_statistics(candidates.arrays, references.arrays, *self._native_settings, threads)

    def pair_statistics(self, pool: Judged, threads: int = 1) -> Array:
        others = None if pool.references is None else pool.references.arrays
        return _native.chrf_pair_statistics(pool.candidates.arrays, others, *self._native_settings, threads)

    def average_statistics(self, pool: Judged, weights: Array, threads: int = 1) -> Array:
        others = None if pool.references is None else pool.references.arrays
        return _native.chrf_average_statistics(
            pool.candidates.arrays, others, weights, *self._native_settings, threads
        )

    @property
    def _native_settings(self) -> tuple[int, int, float, bool]:
        return self.char_order, self.word_order, self.beta, self.whitespace

    def score(self, sums: Array) -> Array:
        matches, candidate, reference = np.split(sums, 3, axis=-1)
        counted = (candidate > 0) & (reference > 0)
        orders = counted.sum(axis=-1)
        precision = ratio((ratio(matches, candidate) * counted).sum(axis=-1), orders)
        recall = ratio((ratio(matches, reference) * counted).sum(axis=-1), orders)
        factor = self.beta**2
        return 100.0 * ratio((1 + factor) * precision * recall, factor * precision + recall)
