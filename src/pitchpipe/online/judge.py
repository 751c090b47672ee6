"""What epochs are judged by: the translation of some sentences, and how sure it is that it is better than the start's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.decoder import Decoder
from pitchpipe.lists.decoded import decoded
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import Metric
from pitchpipe.metrics.significance.bootstrap import resampled_scores
from pitchpipe.metrics.significance.system import System
from pitchpipe.tuning.problem import Problem

TRIALS = 1000
"""Random test sets."""


@dataclass(frozen=True)
class Judge:
    """Scores weights by the translation of its sentences."""

    decoder: Decoder
    text: DevSet
    metric: Metric
    start: Mapping[str, float]
    threads: int

    def score(self, weights: Mapping[str, float]) -> float:
        return self.score_of(self.rows(weights))

    def score_of(self, rows: Array) -> float:
        return float(self.metric.score(rows.sum(axis=0)))

    def rows(self, weights: Mapping[str, float]) -> Array:
        """The metric's statistics of the translation of each sentence."""
        pool = decoded(self.decoder, self.text, weights, nbest=1, threads=self.threads)
        return Problem(pool, self.metric, self.threads).rows

    def wins(self, rows: Array) -> float:
        """The share of random test sets, drawn from the sentences, on which a translation is better than the start's."""
        systems = [System(name, each[None]) for name, each in (("start", self._start_rows), ("epoch", rows))]
        before, after = resampled_scores(systems, self.metric, trials=TRIALS)
        return float(np.mean(after > before if self.metric.higher_is_better else after < before))

    @cached_property
    def _start_rows(self) -> Array:
        return self.rows(self.start)
