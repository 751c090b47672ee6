"""The discounts of modified Kneser-Ney smoothing, and what to do where there are none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError

FALLBACK = (0.5, 1.0, 1.5)
"""lmplz's, for texts that are too small or too regular."""


def closed_form(of_counts: Sequence[int]) -> NDArray[np.float32]:
    """The discounts of adjusted counts 0 to 3, from how many n-grams have the adjusted count 0 to 4.

    Equation 26 of Chen and Goodman, 1998, An empirical study of smoothing techniques for language modeling, in the
    single precision of lmplz. `InputError` where it has no solution from 0 to the count.
    """
    for count in (1, 2, 3):
        if not of_counts[count]:
            raise InputError(f"no n-gram has the adjusted count {count}")
    n = np.array(of_counts, np.float32)
    y = n[1] / np.float32(of_counts[1] + 2.0 * of_counts[2])
    discounts = np.zeros(4, np.float32)
    for count in (1, 2, 3):
        discounts[count] = np.float32(count) - np.float32(count + 1) * y * n[count + 1] / n[count]
        if not 0 <= discounts[count] <= count:
            raise InputError(f"the discount of the adjusted count {count} would be {discounts[count]:.3g}")
    return discounts


def checked_fallback(fallback: Sequence[float]) -> NDArray[np.float32]:
    """Discounts that a user gives for the adjusted counts 1, 2, and 3 or more."""
    if len(fallback) != 3 or not all(0 <= value <= count for count, value in enumerate(fallback, 1)):
        shown = ", ".join(f"{value:g}" for value in fallback)
        raise InputError(f"found the fallback discounts {shown}, expected three: up to 1, up to 2, up to 3")
    return np.array([0.0, *fallback], np.float32)
