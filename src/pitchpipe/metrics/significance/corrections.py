"""Corrections for many comparisons: one of twenty is significant by chance alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np


def holm(values: Sequence[float]) -> list[float]:
    """Each p-value times the number of those that are not smaller, and never below a smaller one's.

    References
    ----------
    Holm, 1979, A simple sequentially rejective multiple test procedure.
    """
    ordered = np.argsort(values, kind="stable")
    factors = np.arange(len(values), 0, -1)
    raised = np.maximum.accumulate(np.asarray(values, float)[ordered] * factors)
    corrected = np.empty(len(values))
    corrected[ordered] = np.minimum(raised, 1.0)
    return [float(value) for value in corrected]


def bonferroni(values: Sequence[float]) -> list[float]:
    """Each p-value times the number of comparisons."""
    return [min(1.0, value * len(values)) for value in values]


def uncorrected(values: Sequence[float]) -> list[float]:
    """The p-values as they are."""
    return list(values)


CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bonferroni": bonferroni,
    "none": uncorrected,
}


def p_text(p: float, corrected: float, trials: int, digits: int = 4) -> str:
    """A p-value after its correction, with `<` before it where only more trials could make it smaller.

    No p-value of n trials is below 1 / (n + 1): at this floor it is a bound, and so is what a correction makes of it.
    """
    step = 10**digits
    at_floor = p <= 1.000001 / (trials + 1) and corrected < 1
    if at_floor or corrected < 0.5 / step:
        return f"< {math.ceil(corrected * step * 0.999999) / step:.{digits}f}"
    return f"{corrected:.{digits}f}"
