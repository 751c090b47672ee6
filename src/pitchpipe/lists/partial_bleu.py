"""BLEU of partial translations (Liu and Huang 2014, section 3.1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.lists.decoded import covered_shares
from pitchpipe.metrics import Bleu, Metric, metric_of_signature
from pitchpipe.metrics.judged import Judged
from pitchpipe.settings import setting_fields
from pitchpipe.text import GroupedTexts

_PARTIAL = "partial-"


@dataclass(frozen=True)
class PartialBleu(Bleu):
    """BLEU of the partial translations in a pool of search bins.

    Every reference counts as long as the share of the source words that a bin covers (equation 1); which of several
    references is closest is asked of these lengths.
    """

    @classmethod
    def of(cls, metric: Metric) -> PartialBleu:
        """The partial form of BLEU; other metrics have none."""
        if not isinstance(metric, Bleu):
            raise InputError(
                f"partial translations are scored by bleu only, not by {metric.spec!r}; "
                "search-aware tuning by potential takes any metric"
            )
        return cls(**{name: getattr(metric, name) for name in setting_fields(metric)})

    def pool_statistics(self, pool: Judged, threads: int = 1) -> Array:
        rows = super().pool_statistics(pool, threads)
        assert pool.references is not None
        groups = pool.candidates.groups
        prorated = _lengths(pool.references) * covered_shares(pool.group_ids)[:, None]
        group_of = np.repeat(np.arange(len(prorated)), np.diff(groups))
        rows[:, -1] = self._reference_length(prorated, group_of, rows[:, self.order])
        return rows

    def _reference_length(self, lengths: Array, group_of: NDArray[np.int64], candidate: Array) -> Array:
        """Of each candidate; `lengths` has a row for each group, from short to long, NaN where there are fewer."""
        if self.length == "average":
            lengths = np.nanmean(lengths, axis=1, keepdims=True)
        own: Array = lengths[group_of]
        if self.length != "closest":
            return own[:, 0]
        closest = np.nanargmin(np.abs(own - candidate[:, None]), axis=1)
        return np.take_along_axis(own, closest[:, None], axis=1)[:, 0]

    @property
    def signature(self) -> str:
        return f"{_PARTIAL}{super().signature}"


def judge_of_signature(signature: str) -> Metric:
    """The metric that a run's signature is of, the partial form of BLEU among them."""
    metric = metric_of_signature(signature.removeprefix(_PARTIAL))
    return PartialBleu.of(metric) if signature.startswith(_PARTIAL) else metric


def _lengths(references: GroupedTexts) -> Array:
    """The lengths of each group's references, in rising order."""
    counts = np.diff(references.groups)
    lengths = np.full((len(references), counts.max(initial=1)), np.nan)
    lengths[np.arange(lengths.shape[1]) < counts[:, None]] = [len(text.split()) for text in references.texts]
    return np.sort(lengths, axis=1)
