"""BLEU of any order (Papineni et al. 2002), and its sentence-level variants by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.metrics.judged import Judged
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts

SMOOTHINGS = ("none", "exp", "epsilon", "lin-och", "moses", "nakov")
EPSILON = 0.1
"""What `epsilon` puts in place of zero matches; sacreBLEU calls it `floor` and uses the same value."""


@dataclass(frozen=True)
class Bleu(Metric):
    """Geometric mean of clipped n-gram precisions, times a penalty for being shorter than the reference.

    `smooth` says how counts change before the precisions are computed: `none` (0 if any precision is 0), `exp`
    (mteval-13a: the k-th zero in a row counts as 2^-k; sacreBLEU's default), `epsilon` (zero matches count as 0.1),
    `lin-och` (add one to matches and totals for n >= 2, the papers' BLEU+1), `moses` (add one for every n), `nakov`
    (`moses`, and one more reference word).

    References
    ----------
    Papineni, Roukos, Ward and Zhu, 2002, BLEU: a method for automatic evaluation of machine translation.

    Lin and Och, 2004, ORANGE: a method for evaluating automatic evaluation metrics for machine translation.

    Nakov, Guzmán and Vogel, 2012, Optimizing for sentence-level BLEU+1 yields short translations.
    """

    name: ClassVar[str] = "bleu"
    positional: ClassVar[str] = "order"

    order: int = setting(4, "the longest n-gram", minimum=1, maximum=9)
    length: str = setting(
        "closest",
        "which reference length counts (ties go to the shorter)",
        choices=("closest", "shortest", "average"),
    )
    smooth: str = setting("exp", "smoothing of the corpus score", choices=SMOOTHINGS)
    sentence: str = setting("lin-och", "smoothing of the sentence-level score", choices=SMOOTHINGS)

    @property
    def width(self) -> int:
        return 2 * self.order + 1

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return _native.bleu_statistics(candidates.arrays, references.arrays, self.order, self.length, threads)

    def pair_statistics(self, pool: Judged, threads: int = 1) -> Array:
        others = None if pool.references is None else pool.references.arrays
        return _native.bleu_pair_statistics(pool.candidates.arrays, others, self.order, threads)

    def average_statistics(self, pool: Judged, weights: Array, threads: int = 1) -> Array:
        others = None if pool.references is None else pool.references.arrays
        return _native.bleu_average_statistics(pool.candidates.arrays, others, weights, self.order, threads)

    def sentence_scores(self, rows: Array) -> Array:
        return replace(self, smooth=self.sentence).score(rows)

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        if self.smooth in ("none", "exp"):
            total.add_bleu(weight, self.order, self.smooth == "exp")
        return self.smooth in ("none", "exp")

    def score(self, sums: Array) -> Array:
        matches, totals = sums[..., : self.order], sums[..., self.order : 2 * self.order]
        candidate, reference = sums[..., self.order], sums[..., -1]
        matches, totals, reference = _smoothed(self.smooth, matches, totals, reference)
        precisions = ratio(matches, totals)
        positive = (precisions > 0).all(axis=-1)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = np.exp(np.log(precisions).mean(axis=-1))
            penalty = np.exp(np.minimum(0.0, 1.0 - reference / candidate))
        return np.where(positive & (candidate > 0), 100.0 * penalty * mean, 0.0)


def _smoothed(how: str, matches: Array, totals: Array, reference: Array) -> tuple[Array, Array, Array]:
    if how in ("exp", "epsilon"):
        zeros = np.cumsum((matches == 0) & (totals > 0), axis=-1)
        stand_in = 0.5**zeros if how == "exp" else EPSILON
        any_match = (matches > 0).any(axis=-1, keepdims=True)
        return np.where((matches == 0) & any_match, stand_in, matches), totals, reference
    if how == "lin-och":
        added = np.minimum(np.arange(matches.shape[-1]), 1)
        return matches + added, totals + added, reference
    if how in ("moses", "nakov"):
        return matches + 1, totals + 1, reference + (how == "nakov")
    return matches, totals, reference
