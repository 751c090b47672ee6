"""What a pair costs: a function of its margin, by how much the better candidate is ahead under the weights."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pitchpipe.arrays import Array


def logistic_slope(margins: Array) -> Array:
    """Of log(1 + exp(-margin)): equation (12) of Green et al. (2013)."""
    from scipy.special import expit

    slope: Array = -expit(-margins)
    return slope


def hinge_slope(margins: Array) -> Array:
    """Of max(0, 1 - margin)."""
    return -(margins < 1).astype(np.float64)


SLOPES: dict[str, Callable[[Array], Array]] = {"logistic": logistic_slope, "hinge": hinge_slope}
"""The derivative of each loss by the margin."""
