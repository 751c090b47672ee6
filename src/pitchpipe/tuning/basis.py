"""The axes that line searches go along: the features themselves, or the principal axes of a pool's features."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array
from pitchpipe.tuning.gram import gram
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
    features = pool.all_dense() if searched.all() else pool.all_dense()[:, searched]
    sizes = np.diff(pool.offsets)
    centred = features - features.mean(axis=0)
    means = np.add.reduceat(centred, pool.offsets[:-1]) / sizes[:, None]
    weighted = centred
    if (pool.group_weights != 1).any():
        weighted = centred * pool.group_weights[pool.group_of, None]
    between = (means * (pool.group_weights * sizes)[:, None]).T @ means
    variances, vectors = np.linalg.eigh((gram(weighted, centred) - between) / (pool.group_weights @ sizes))
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
