"""Feature scales: how much a feature differs between candidates that compete."""

from __future__ import annotations

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.lists.pool import Pool


def scales_of(pool: Pool, standardize: bool) -> Array:
    """What to divide every feature by: its deviation within lists, or 1."""
    return within_list_deviations(pool) if standardize else np.ones(len(pool.feature_names))


def within_list_deviations(pool: Pool) -> Array:
    """The standard deviation of every feature around its mean in the list; 1 where a feature cannot be scaled.

    Those are constant features, and sparse ones: a rare indicator over its tiny deviation would outweigh all else.
    """
    sizes, starts = np.diff(pool.offsets), pool.offsets[:-1]
    means = np.add.reduceat(pool.dense, starts) / sizes[:, None]
    squares = np.add.reduceat((pool.dense - means[pool.group_of]) ** 2, starts)
    total = float(pool.group_weights @ sizes)
    deviations = np.sqrt(pool.group_weights @ squares / total) if total else np.zeros(pool.dense.shape[1])
    # What rounding leaves of a constant feature is no deviation.
    smallest = 1e-9 * np.abs(pool.dense).max(axis=0, initial=0.0)
    return np.append(np.where(deviations > smallest, deviations, 1.0), np.ones(len(pool.sparse_names)))
