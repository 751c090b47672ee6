"""Forward-backward splitting (Duchi and Singer 2009): after a step along the gradient, weights are drawn to 0."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array


def shrunk(weights: Array, l1: Array, l2: Array, steps: NDArray[np.int64]) -> Array:
    """The weights after `steps` backward steps of the same size; `l1` and `l2` are rate times λ for each weight.

    One step solves equation (14) of Green et al. (2013) with r(w) = λ₁|w| + λ₂w²/2: |w| becomes
    (|w| - l1) / (1 + l2), or 0 where that is negative. With λ₂ = 0 it is equation (15). Several steps are a
    geometric series, cut off at 0 once: a weight that is 0 stays 0, and one that is not has never been.
    """
    decay = -steps * np.log1p(l2)
    taken = l1 * np.divide(-np.expm1(decay), l2, out=steps.astype(np.float64), where=l2 > 0)
    return np.sign(weights) * np.maximum(np.abs(weights) * np.exp(decay) - taken, 0.0)
