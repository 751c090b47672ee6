"""The lists as an online learner sees them: one after the other, as often as their weights say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.tuning.pool import Pool
from pitchpipe.tuning.problem import Problem

Array = NDArray[np.float64]
Rows = NDArray[np.int64]

MOST_COPIES = 100
"""A list is visited at most so often in an epoch; beyond that, each visit counts for more."""


@dataclass(frozen=True)
class Visits:
    """A list of weight 3 is visited three times in an epoch; one of weight 1.5 twice, each for 0.75 of a visit."""

    groups: Rows
    shares: Array
    """For each list, what a visit counts."""

    @classmethod
    def of(cls, pool: Pool) -> Visits:
        copies = np.clip(np.ceil(pool.group_weights), 1, MOST_COPIES).astype(np.int64)
        return cls(np.repeat(np.arange(pool.group_count), copies), pool.group_weights / copies)

    def epoch(self, rng: np.random.Generator, shuffle: bool) -> Rows:
        """The order of one epoch."""
        return rng.permutation(self.groups) if shuffle else self.groups


def feature_rows(pool: Pool, scale: Array) -> _native.FeatureRows:
    """The features, each divided by its scale, for native learners."""
    dense, sparse = len(pool.dense_names), pool.sparse
    return _native.FeatureRows(
        np.ascontiguousarray(pool.dense / scale[:dense]),
        sparse.starts,
        sparse.features,
        sparse.values / scale[dense:][sparse.features],
        len(pool.sparse_names),
        pool.offsets,
    )


def sentence_rows(problem: Problem) -> Array:
    """The statistics of every candidate, whatever the weight of its group."""
    weights = problem.pool.group_weights
    return problem.rows if (weights == 1).all() else problem.rows / weights[problem.pool.group_of, None]


def spread_within_lists(pool: Pool) -> Array:
    """The standard deviation of each dense feature within lists; 1 for sparse features and where nothing varies.

    Divided by its own deviation, a sparse feature would weigh the more the rarer it is.
    """
    scale = np.ones(len(pool.feature_names))
    sizes = np.diff(pool.offsets)[:, None]
    means = np.add.reduceat(pool.dense, pool.offsets[:-1]) / sizes
    deviation = np.sqrt(((pool.dense - means[pool.group_of]) ** 2).mean(axis=0))
    varies = deviation > 1e-9 * np.abs(pool.dense).max(axis=0, initial=0.0)
    scale[: len(pool.dense_names)] = np.where(varies, deviation, 1.0)
    return scale
