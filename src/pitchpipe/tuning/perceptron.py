"""The averaged perceptron (Freund and Schapire 1999) on pairs, a group's pairs at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.tuning.pairs import Pairs

EPOCHS = 10


def averaged_perceptron(pairs: Pairs, rng: np.random.Generator, epochs: int = EPOCHS) -> Array:
    """The mean of the weights after each group; every pair of it that is ranked wrongly adds its difference.

    Time grows with the non-zero entries: the mean is kept as the last weights less what came late.
    """
    batches = np.r_[0, np.flatnonzero(np.diff(pairs.groups)) + 1, len(pairs)]
    updates = _dense_updates if isinstance(pairs.differences, np.ndarray) else _sparse_updates
    weights, late = np.zeros((2, pairs.differences.shape[1]))
    done = 0
    for _ in range(epochs):
        for batch in rng.permutation(len(batches) - 1):
            features, changes = updates(pairs, batches[batch], batches[batch + 1], weights)
            np.add.at(weights, features, changes)
            np.add.at(late, features, done * changes)
            done += 1
    mean: Array = weights - late / done
    return mean


def _dense_updates(pairs: Pairs, begin: int, end: int, weights: Array) -> tuple[Any, Array]:
    rows = pairs.differences[begin:end]
    wrong = pairs.weights[begin:end] * (rows @ weights <= 0)
    return slice(None), wrong @ rows


def _sparse_updates(pairs: Pairs, begin: int, end: int, weights: Array) -> tuple[Any, Array]:
    matrix: Any = pairs.differences
    entries = slice(matrix.indptr[begin], matrix.indptr[end])
    features, values = matrix.indices[entries], matrix.data[entries]
    row = np.repeat(np.arange(end - begin), np.diff(matrix.indptr[begin : end + 1]))
    margins = np.bincount(row, values * weights[features], minlength=end - begin)
    wrong = pairs.weights[begin:end] * (margins <= 0)
    return features, values * wrong[row]
