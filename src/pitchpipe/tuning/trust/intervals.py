"""How sure each weight is: tuned on random sets of sentences, beside features that say nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics.significance.bootstrap import interval
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.trust.folds import Progress
from pitchpipe.tuning.trust.trainer import Trainer


@dataclass(frozen=True)
class WeightInterval:
    """Where a weight lies when sentences are drawn anew."""

    name: str
    mean: float
    """Over all draws: the bagged weight."""
    low: float
    high: float
    share: float
    """How much the feature moves scores within lists, of all features together; the mean over draws."""
    beyond_chance: float = 1.0
    """The share of draws in which the weight lies on its usual side of that of a shuffled copy of the feature."""
    varies: bool = True
    """Whether the feature differs between candidates of any list."""

    @property
    def determined(self) -> bool:
        """Whether the data say if more of the feature is better or worse."""
        return self.varies and (self.low > 0 or self.high < 0) and self.beyond_chance >= 0.95

    @property
    def note(self) -> str:
        """What is wrong with the weight, if anything."""
        if not self.varies:
            return "never varies within a list: any weight does"
        if self.low <= 0 <= self.high:
            return "the data do not determine its sign"
        missed = 100 * (1 - self.beyond_chance)
        return "" if self.determined else f"not sure: in {missed:.0f} % of draws a shuffled copy does as well"

    def as_dict(self) -> dict[str, Any]:
        return {**vars(self), "determined": self.determined}


@dataclass(frozen=True)
class Bootstrap:
    """Weights from random sets of sentences."""

    weights: tuple[WeightInterval, ...]
    samples: Array
    """The weights of each draw, a row each."""

    @property
    def bagged(self) -> dict[str, float]:
        """The mean weights."""
        return {one.name: one.mean for one in self.weights}


def bootstrap_weights(
    trainer: Trainer, samples: int = 50, *, share: float = 0.95, progress: Progress | None = None
) -> Bootstrap:
    """Tune on as many sentences as there are, drawn with repetition, again and again.

    A method that keeps near its start, or that finds something for every feature on few sentences, gives weights of one sign to
    noise too. So each draw is also tuned with a copy of every dense feature, shuffled within lists, as Boruta does for trees: a
    weight is only determined if it differs from that of its copy, in the same direction, nearly always.

    References
    ----------
    Efron and Tibshirani, 1993, An introduction to the bootstrap (percentile intervals).

    Kursa and Rudnicki, 2010, Feature selection with the Boruta package (shuffled copies).
    """
    if samples < 2:
        raise InputError(f"found {samples} draws, expected at least 2")
    count = trainer.pool.group_count
    found, lead = [], []
    for sample in range(samples):
        if progress:
            progress(sample, samples, "intervals of weights")
        rng = np.random.default_rng([trainer.seed, sample])
        counts = np.bincount(rng.integers(0, count, count), minlength=count)
        found.append(trainer.weights(counts))
        lead.append(_over_copies(trainer, counts, rng))
    weights, leads = np.array(found), np.array(lead)
    ends = [interval(column, share) for column in weights.T]
    shares = np.mean([trainer.shares(row) for row in weights], axis=0)
    sides = np.sign(weights.mean(axis=0))
    return Bootstrap(
        tuple(
            WeightInterval(*one)
            for one in zip(
                trainer.pool.feature_names,
                weights.mean(axis=0).tolist(),
                (low for low, _ in ends),
                (high for _, high in ends),
                (shares / max(shares.sum(), 1e-300)).tolist(),
                (leads * sides > 0).mean(axis=0).tolist(),
                Problem(trainer.pool, trainer.metric).varying.tolist(),
                strict=True,
            )
        ),
        weights,
    )


def _over_copies(trainer: Trainer, counts: Numbers, rng: np.random.Generator) -> Array:
    """The weight of each feature less that of its shuffled copy; of sparse features, the weight."""
    pool, dense = trainer.pool, len(trainer.pool.dense_names)
    beside = replace(trainer, pool=_with_copies(pool, rng))
    beside.__dict__["rows"] = trainer.rows
    weights = beside.weights(counts)
    copies = np.append(weights[dense : 2 * dense], np.zeros(len(pool.sparse_names)))
    return np.append(weights[:dense], weights[2 * dense :]) - copies


def _with_copies(pool: Pool, rng: np.random.Generator) -> Pool:
    """The pool with a copy of each dense feature, shuffled within lists."""
    columns = [
        pool.dense[np.lexsort((rng.random(len(pool)), pool.group_of)), column]
        for column in range(len(pool.dense_names))
    ]
    return replace(
        pool,
        dense=np.column_stack([pool.dense, *columns]),
        dense_names=(*pool.dense_names, *(f"{name} (shuffled)" for name in pool.dense_names)),
    )
