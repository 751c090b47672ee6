"""The axes that line searches go along: the features themselves, or the principal axes of a pool's features."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, blocks_of_groups
from pitchpipe.tuning.gram import gram_of
from pitchpipe.tuning.problem import Problem

BASES = ("both", "features", "principal")

FLATTEST = 1e-9
"""Axes along which scores vary less than this, relative to the first one, are left out."""


def axes_of(problem: Problem, searched: NDArray[np.bool_], basis: str) -> Array:
    """Directions in weight space, one in each row, that move only the searched weights."""
    if basis == "principal":
        return principal_axes(problem, searched)
    features = np.eye(len(searched))[searched]
    return features if basis == "features" else np.vstack([features, principal_axes(problem, searched)])


def principal_axes(problem: Problem, searched: NDArray[np.bool_]) -> Array:
    """Directions along which candidates' scores vary independently of each other, and equally much.

    Features of a decoder are strongly correlated: moving one weight alone mostly undoes what the others do, and
    a search along features gets stuck on such ridges. These are the eigenvectors of the features' covariance
    within lists, each over its standard deviation.
    """
    pool = problem.pool
    dense = pool.all_dense() if pool.sparse_names else pool.dense
    sizes = np.diff(pool.offsets)
    if searched.all():
        middle = dense.mean(axis=0)
    else:
        middle = np.array([dense[:, feature].copy().mean() for feature in np.flatnonzero(searched)])

    def centred(begin: int, end: int) -> Array:
        rows = dense[begin:end]
        difference: Array = (rows if searched.all() else rows[:, searched]) - middle
        return difference

    def weighted(begin: int, end: int) -> Array:
        weights = pool.group_weights[np.searchsorted(pool.offsets, np.arange(begin, end), "right") - 1]
        return centred(begin, end) * weights[:, None]

    means = np.concatenate(
        [
            np.add.reduceat(centred(offsets[0], offsets[-1]), offsets[:-1] - offsets[0])
            for offsets in blocks_of_groups(pool.offsets)
        ]
    )
    means /= sizes[:, None]
    within = gram_of(len(pool), weighted if (pool.group_weights != 1).any() else centred, centred)
    between = (means * (pool.group_weights * sizes)[:, None]).T @ means
    variances, vectors = np.linalg.eigh((within - between) / (pool.group_weights @ sizes))
    kept = variances > FLATTEST * variances.max(initial=0.0)
    axes = np.zeros((int(kept.sum()), len(searched)))
    axes[:, searched] = (vectors[:, kept] / np.sqrt(variances[kept])).T
    return _rounded(axes)


def _rounded(axes: Array) -> Array:
    """Six digits and one sign, so that the last bits of a linear-algebra library do not matter."""
    largest = np.take_along_axis(axes, np.abs(axes).argmax(axis=1)[:, None], axis=1)
    unit = 10.0 ** np.floor(np.log10(np.abs(largest)) - 5)
    rounded: Array = np.round(axes * np.sign(largest) / unit) * unit
    return rounded
