"""Linear combinations of metrics, such as `bleu - ter`: the rows side by side, the scores added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.judged import Judged
from pitchpipe.text import GroupedTexts


@dataclass(frozen=True)
class Combination(Metric):
    """A weighted sum of the scores of other metrics."""

    name: ClassVar[str] = "combination"
    terms: tuple[tuple[float, Metric], ...] = ()

    def __post_init__(self) -> None:
        for weight, metric in self.terms:
            if weight == 0 or not np.isfinite(weight):
                raise InputError(
                    f"{metric.spec} counts {weight:g} times, expected a finite number other than 0"
                )
        directions = {metric.higher_is_better == (weight > 0) for weight, metric in self.terms}
        if len(directions) != 1:
            raise InputError(
                f"{self.spec!r} rewards and punishes at once: subtract the metrics where lower is better"
            )
        object.__setattr__(self, "higher_is_better", directions.pop())
        scales = [metric.scale and abs(weight) * metric.scale for weight, metric in self.terms]
        object.__setattr__(self, "scale", None if None in scales else sum(scales))

    @property
    def width(self) -> int:
        return sum(metric.width for _, metric in self.terms)

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return np.hstack([metric.statistics(candidates, references, threads) for _, metric in self.terms])

    def pool_statistics(self, pool: Judged, threads: int = 1) -> Array:
        return np.hstack([metric.pool_statistics(pool, threads) for _, metric in self.terms])

    def pair_statistics(self, pool: Judged, threads: int = 1) -> Array:
        return np.hstack([metric.pair_statistics(pool, threads) for _, metric in self.terms])

    def average_statistics(self, pool: Judged, weights: Array, threads: int = 1) -> Array:
        return np.hstack([metric.average_statistics(pool, weights, threads) for _, metric in self.terms])

    @property
    def wants_source(self) -> bool:
        return any(metric.wants_source for _, metric in self.terms)

    @property
    def needs_references(self) -> bool:
        return any(metric.needs_references for _, metric in self.terms)

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        return all(metric.add_native_score(total, weight * part) for part, metric in self.terms)

    def score(self, sums: Array) -> Array:
        return self._total("score", sums)

    def sentence_scores(self, rows: Array) -> Array:
        return self._total("sentence_scores", rows)

    def _total(self, function: str, sums: Array) -> Array:
        ends = np.cumsum([metric.width for _, metric in self.terms])
        parts = np.split(sums, ends[:-1], axis=-1)
        scores = [
            weight * getattr(metric, function)(part)
            for (weight, metric), part in zip(self.terms, parts, strict=True)
        ]
        total: Array = np.sum(scores, axis=0)
        return total

    @property
    def spec(self) -> str:
        return _joined([(weight, metric.spec) for weight, metric in self.terms])

    @property
    def signature(self) -> str:
        return _joined([(weight, metric.signature) for weight, metric in self.terms])


def _joined(terms: list[tuple[float, str]]) -> str:
    text = ""
    for weight, name in terms:
        sign = "-" if weight < 0 else "+"
        factor = "" if abs(weight) == 1 else f"{repr(abs(weight)).removesuffix('.0')}*"
        text += f" {sign} {factor}{name}"
    return text[3:] if text.startswith(" + ") else f"-{text[3:]}"
