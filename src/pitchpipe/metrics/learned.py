"""A metric that is learned from judgements: a linear function of other metrics' scores."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.files import read_json, write_json
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.metrics.judged import Judged, JudgedTexts
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts

FORMAT = 1


@dataclass(frozen=True)
class LinearModel:
    """What a file of a learned metric holds."""

    features: tuple[str, ...]
    weights: tuple[float, ...]
    """Of the features as they are."""
    intercept: float
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What it was learned from, and how well it does."""

    def predict(self, scores: Array) -> Array:
        """The judgement that each row of features' scores lets expect; higher is better."""
        predicted: Array = self.intercept + scores @ np.array(self.weights)
        return predicted

    def write(self, path: str | os.PathLike[str]) -> None:
        about = {"format": FORMAT, "intercept": self.intercept}
        write_json(
            path, {**about, "weights": dict(zip(self.features, self.weights, strict=True)), **self.facts}
        )

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> LinearModel:
        found = read_json(path)
        weights, intercept = found.pop("weights", None), found.pop("intercept", None)
        if found.pop("format", None) != FORMAT or not isinstance(weights, dict) or not weights:
            raise InputError(
                f"{path}: found something else, expected a metric that 'pitchpipe metric train' wrote"
            )
        try:
            return cls(tuple(weights), tuple(map(float, weights.values())), float(intercept), found)
        except (TypeError, ValueError, OverflowError):
            raise InputError(
                f"{path}: found a weight that is not a number, expected one for each feature"
            ) from None


@dataclass(frozen=True)
class Learned(Metric):
    """The judgement predicted from other metrics' scores of a sentence, on average over the sentences.

    `pitchpipe metric train` learns it from human judgements by linear regression and writes the file to name here. It
    has the scale of the judgements; if lower judgements are better, it predicts them with their sign changed.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (chapter 5).

    Albrecht and Hwa, 2007, A re-examination of machine learning approaches for sentence-level MT evaluation.
    """

    name: ClassVar[str] = "learned"
    positional: ClassVar[str] = "file"
    scale: ClassVar[None] = None
    width: ClassVar[int] = 2

    file: str = setting("", "file that 'pitchpipe metric train' wrote")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.file:
            raise InputError("learned: found no file, expected one, as in learned(my.metric)")

    @cached_property
    def model(self) -> LinearModel:
        return LinearModel.read(self.file)

    @cached_property
    def parts(self) -> list[Metric]:
        """The metrics that it is made of."""
        from pitchpipe.metrics import find_metric

        return [find_metric(spec) for spec in self.model.features]

    @property
    def signature(self) -> str:
        parts = json.dumps(
            [*self.model.weights, self.model.intercept, *(one.signature for one in self.parts)]
        )
        digest = hashlib.blake2b(parts.encode(), digest_size=4).hexdigest()
        return f"{super().signature}-{digest}"

    @property
    def wants_source(self) -> bool:
        return any(part.wants_source for part in self.parts)

    @property
    def needs_references(self) -> bool:
        return any(part.needs_references for part in self.parts)

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return self.pool_statistics(JudgedTexts(candidates, references), threads)

    def pool_statistics(self, pool: Judged, threads: int = 1) -> Array:
        self.check(pool)
        predicted = self.model.predict(feature_scores(self.parts, pool, threads))
        return np.column_stack([predicted, np.ones_like(predicted)])

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        total.add_ratio(weight, over_nothing=0.0)
        return True

    def score(self, sums: Array) -> Array:
        return ratio(sums[..., 0], sums[..., 1])


def feature_scores(metrics: Sequence[Metric], pool: Judged, threads: int = 1) -> Array:
    """The sentence-level score of every candidate under each metric, a column each."""
    return np.column_stack([one.sentence_scores(one.pool_statistics(pool, threads)) for one in metrics])
