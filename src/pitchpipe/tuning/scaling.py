"""Feature scales: how much a feature differs between candidates that compete."""

from __future__ import annotations

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.lists.pool import Pool

_GROUPS = 16
"""Groups at once, so that what is computed of them stays in the cache."""


def scales_of(pool: Pool, standardize: bool) -> Array:
    """What to divide every feature by: its deviation within lists, or 1."""
    return within_list_deviations(pool) if standardize else np.ones(len(pool.feature_names))


def within_list_deviations(pool: Pool) -> Array:
    """The standard deviation of every feature around its mean in the list; 1 where a feature cannot be scaled.

    Those are constant features, and sparse ones: a rare indicator over its tiny deviation would outweigh all else.
    """
    sizes = np.diff(pool.offsets)
    squares = np.concatenate(
        [_squares(pool.dense, pool.offsets[g : g + _GROUPS + 1]) for g in range(0, len(sizes), _GROUPS)]
    )
    total = float(pool.group_weights @ sizes)
    deviations = np.sqrt(pool.group_weights @ squares / total) if total else np.zeros(pool.dense.shape[1])
    # What rounding leaves of a constant feature is no deviation.
    smallest = 1e-9 * np.maximum(pool.dense.max(axis=0, initial=0.0), -pool.dense.min(axis=0, initial=0.0))
    return np.append(np.where(deviations > smallest, deviations, 1.0), np.ones(len(pool.sparse_names)))


def _squares(dense: Array, offsets: Numbers) -> Array:
    """For each of these groups, the summed squares of features around their means."""
    rows, starts, sizes = dense[offsets[0] : offsets[-1]], offsets[:-1] - offsets[0], np.diff(offsets)
    means = np.add.reduceat(rows, starts) / sizes[:, None]
    squares: Array = np.add.reduceat((rows - np.repeat(means, sizes, axis=0)) ** 2, starts)
    return squares
