"""Tuning again and again on parts of the same lists: statistics are computed once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from pitchpipe.arrays import Array, Numbers, SparseRows, rows_of_groups
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.significance import System
from pitchpipe.tuning.methods import find_method
from pitchpipe.tuning.optimizer import Optimizer
from pitchpipe.tuning.scaling import within_list_deviations


@dataclass(frozen=True)
class Trainer:
    """A method that tunes on any of a pool's sentences, each as often as it is counted."""

    pool: Pool
    method: Optimizer
    metric: Metric
    start: Mapping[str, float] | None = None
    seed: int = 1
    threads: int = 1

    @classmethod
    def of(
        cls,
        pool: Pool,
        method: str | Optimizer = "mert",
        metric: str | Metric = "bleu",
        start: Mapping[str, float] | None = None,
        *,
        seed: int = 1,
        threads: int = 1,
    ) -> Trainer:
        return cls(pool, find_method(method), find_metric(metric), start, seed, threads)

    @cached_property
    def rows(self) -> Array:
        """The metric's statistics of every candidate."""
        return self.pool.statistics(self.metric, self.threads)

    def weights(self, counts: Numbers) -> Array:
        """Weights tuned on the sentences that are counted, comparable with those of other sentences."""
        groups = np.flatnonzero(counts)
        if not len(groups):
            raise InputError("found no sentence to tune on, expected some")
        part = self.pool.take_groups(groups)
        rows = self.rows[rows_of_groups(self.pool.offsets, groups)]
        if (times := counts[groups].astype(np.float64)).max() > 1:
            part = replace(part, group_weights=part.group_weights * times)
            rows = rows * times[part.group_of, None]
        tuned = self.method.optimize(
            part, self.metric, self.start, seed=self.seed, threads=self.threads, rows=rows
        )
        return self.comparable(self.pool.vector(tuned.weights))

    def comparable(self, weights: Array) -> Array:
        """The weights times a number, so that the shares of all features sum to 1; limits that have a scale are kept."""
        if getattr(self.method, "fixed", "") or getattr(self.method, "ranges", ""):
            return weights
        total = self.shares(weights).sum()
        return weights / total if total > 0 else weights

    def shares(self, weights: Array) -> Array:
        """How much each feature moves scores within lists: the size of its weight times its deviation there."""
        shares: Array = np.abs(weights) * self._deviations
        return shares

    @cached_property
    def _deviations(self) -> Array:
        return within_list_deviations(self.pool)

    def system(self, name: str, choices: Numbers) -> System:
        """The candidates that are chosen, one for each sentence, as a system to compare."""
        return System(name, self.rows[choices][None])

    def score(self, choices: Numbers) -> float:
        return float(self.metric.score(self.rows[choices].sum(axis=0)))

    def without(self, features: frozenset[str]) -> Trainer:
        """The same without some features; the statistics stay."""
        kept = [place for place, name in enumerate(self.pool.dense_names) if name not in features]
        sparse = [name for name in self.pool.sparse_names if name not in features]
        if len(sparse) not in (0, len(self.pool.sparse_names)):
            raise InputError("found some sparse features to leave out, expected all of them or none")
        pool = replace(
            self.pool,
            dense=np.ascontiguousarray(self.pool.dense[:, kept]),
            dense_names=tuple(self.pool.dense_names[place] for place in kept),
            sparse=self.pool.sparse if sparse else SparseRows.none(len(self.pool)),
            sparse_names=self.pool.sparse_names if sparse else (),
        )
        names = set(pool.feature_names)
        start = None if self.start is None else {name: w for name, w in self.start.items() if name in names}
        other = replace(self, pool=pool, start=start)
        other.__dict__["rows"] = self.rows
        return other
