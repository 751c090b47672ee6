"""Forward-backward splitting (Duchi and Singer 2009): after a step along the gradient, weights are drawn to 0."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array

_SMALL = 1e-4
"""Below this, three terms of a series are more exact than a difference."""
_NOTHING = 1e-200
"""Below this, l2 changes no weight, and products with it may not be exact."""


def shrunk(weights: Array, l1: Array, l2: Array, steps: NDArray[np.int64]) -> Array:
    """The weights after `steps` backward steps of the same size; `l1` and `l2` are rate times λ for each weight.

    One step solves equation (14) of Green et al. (2013) with r(w) = λ₁|w| + λ₂w²/2: |w| becomes
    (|w| - l1) / (1 + l2), or 0 where that is negative. With λ₂ = 0 it is equation (15). Several steps are a
    geometric series, cut off at 0 once: a weight that is 0 stays 0, and one that is not has never been.
    """
    decay = -steps * np.log1p(l2)
    taken = l1 * np.divide(-np.expm1(decay), l2, out=steps.astype(np.float64), where=l2 > 0)
    return np.sign(weights) * np.maximum(np.abs(weights) * np.exp(decay) - taken, 0.0)


def summed(weights: Array, l1: Array, l2: Array, steps: NDArray[np.int64]) -> Array:
    """The sum of the weights after 1, 2, ... `steps` backward steps: what their mean needs."""
    size, logs = np.abs(weights), np.log1p(l2)
    # A weight is above 0 for so many steps: r^k (|w| + l1 / l2) > l1 / l2, with r = 1 / (1 + l2).
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        last = np.where(l2 > _NOTHING, np.log1p(size * l2 / l1) / logs, size / l1)
    alive = np.where(l1 > 0, np.minimum(np.floor(np.nan_to_num(last)), steps), steps).astype(np.float64)
    powers = np.divide(-np.expm1(-alive * logs), l2, out=alive.copy(), where=l2 > 0)
    # The sum of (1 - r^k) / l2, which cancels where l2 is next to nothing.
    squares = alive * (alive + 1) / 2
    small = squares * (1 - l2 * (alive + 2) / 3 * (1 - l2 * (alive + 3) / 4))
    taken = np.divide(alive - powers, l2, out=small, where=l2 * (alive + 3) > _SMALL)
    total: Array = np.sign(weights) * np.maximum(size * powers - l1 * taken, 0.0)
    return total
