"""SARI (Xu et al. 2016), for simplified text: what was added, kept and deleted, against the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.metrics.judged import Judged, JudgedTexts
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts

Grams = Counter[str]


@dataclass(frozen=True)
class Sari(Metric):
    """How well n-grams are added, kept and deleted, on average over the three, the orders and the candidates.

    It looks at the source too. It is the mean of the F-scores of n-grams that the candidate adds and keeps, and of
    the precision of those that it deletes; counts are shared out over the references.

    References
    ----------
    Xu, Napoles, Pavlick, Chen and Callison-Burch, 2016, Optimizing statistical machine translation for text simplification.
    """

    name: ClassVar[str] = "sari"
    width: ClassVar[int] = 2

    order: int = setting(4, "the longest n-gram", minimum=1, maximum=9)

    @property
    def wants_source(self) -> bool:
        return True

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return self.pool_statistics(JudgedTexts(candidates, references), threads)

    def pool_statistics(self, pool: Judged, threads: int = 1) -> Array:
        self.check(pool)
        assert pool.references is not None
        assert pool.sources is not None
        scores: list[float] = []
        for group in range(len(pool.candidates)):
            references = pool.references.group(group)
            source = pool.sources[group]
            texts = pool.candidates.group(group)
            scores += [self.sentence_score(source, text, references) for text in texts]
        return np.column_stack([scores, np.ones(len(scores))])

    def sentence_score(self, source: str, candidate: str, references: Sequence[str]) -> float:
        """The score of one candidate, from 0 to 1."""
        total = 0.0
        for order in range(1, self.order + 1):
            grams = [_ngrams(text, order) for text in (source, candidate, *references)]
            total += sum(_parts(grams[0], grams[1], grams[2:])) / 3
        return total / self.order

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        total.add_ratio(100.0 * weight, over_nothing=0.0)
        return True

    def score(self, sums: Array) -> Array:
        return 100.0 * ratio(sums[..., 0], sums[..., 1])


def _ngrams(text: str, order: int) -> Grams:
    words = text.lower().split()
    return Counter(" ".join(words[i : i + order]) for i in range(len(words) - order + 1))


def _parts(source: Grams, candidate: Grams, references: Sequence[Grams]) -> tuple[float, float, float]:
    """F-score of what is kept, precision of what is deleted, F-score of what is added."""
    count, all_references = len(references), Counter[str]()
    for one in references:
        all_references.update(one)
    # Source and candidate count once for each reference, so that shares of references are whole numbers.
    ours: Grams = Counter({gram: times * count for gram, times in source.items()})
    theirs: Grams = Counter({gram: times * count for gram, times in candidate.items()})
    kept, wanted = ours & theirs, ours & all_references
    good = kept & all_references
    keep = _f(
        _share(sum(good[gram] / kept[gram] for gram in good), len(kept)),
        _share(sum(good[gram] / wanted[gram] for gram in good), len(wanted)),
    )
    deleted = ours - theirs
    well = deleted - all_references
    delete = _share(sum(well[gram] / deleted[gram] for gram in well), len(deleted))
    added, missing = set(candidate) - set(source), set(all_references) - set(source)
    right = added & set(all_references)
    add = _f(_share(len(right), len(added)), _share(len(right), len(missing)))
    return keep, delete, add


def _share(part: float, whole: int) -> float:
    """A share; of nothing, it is whole."""
    return part / whole if whole else 1.0


def _f(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
