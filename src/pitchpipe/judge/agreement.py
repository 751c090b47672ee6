"""Agreement of judges beyond chance: Cohen's kappa of two, Fleiss's of many, and Krippendorff's alpha of any."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence

import numpy as np

from pitchpipe.arrays import Array


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Agreement of two judges, each with their own habits; NaN if both always say the same (Cohen 1960)."""
    total = len(first)
    if not total:
        return math.nan
    observed = sum(one == other for one, other in zip(first, second, strict=True)) / total
    mine, yours = Counter(first), Counter(second)
    expected = sum(mine[one] * yours[one] for one in mine) / total**2
    return math.nan if expected == 1 else (observed - expected) / (1 - expected)


def fleiss_kappa(counts: Array) -> float:
    """Agreement of many judges; a row for each item, with how many judges chose each answer (Fleiss 1971).

    Items with fewer than two judges are left out; the numbers of judges may differ, and items count by their pairs of judges.
    """
    judges = counts.sum(axis=1)
    counts, judges = counts[judges > 1], judges[judges > 1]
    if not len(counts):
        return math.nan
    pairs = judges * (judges - 1)
    observed = float((counts * (counts - 1)).sum() / pairs.sum())
    shares = counts.sum(axis=0) / counts.sum()
    expected = float((shares**2).sum())
    return math.nan if expected == 1 else (observed - expected) / (1 - expected)


def _nominal(values: Array, _: Array) -> Array:
    return np.asarray(values[:, None] != values[None, :], np.float64)


def _ordinal(values: Array, counts: Array) -> Array:
    """By how many answers lie between two values, half of their own counted in."""
    middle = np.cumsum(counts) - counts / 2
    return np.asarray((middle[:, None] - middle[None, :]) ** 2)


def _interval(values: Array, _: Array) -> Array:
    return np.asarray((values[:, None] - values[None, :]) ** 2)


LEVELS: dict[str, Callable[[Array, Array], Array]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
}
"""How far apart two answers are."""


def krippendorff_alpha(units: Sequence[Sequence[float]], level: str = "nominal") -> float:
    """Agreement of any number of judges, some of whom may not have answered; a sequence of answers for each item.

    References
    ----------
    Krippendorff, 2011, Computing Krippendorff's alpha-reliability.
    """
    kept = [unit for unit in units if len(unit) > 1]
    if not kept:
        return math.nan
    values = np.unique(np.concatenate([np.asarray(unit, np.float64) for unit in kept]))
    coincidences = np.zeros((len(values), len(values)))
    for unit in kept:
        counts = np.bincount(np.searchsorted(values, unit), minlength=len(values)).astype(np.float64)
        coincidences += (np.outer(counts, counts) - np.diag(counts)) / (len(unit) - 1)
    totals = coincidences.sum(axis=1)
    distance = LEVELS[level](values, totals)
    expected = float((np.outer(totals, totals) * distance).sum())
    if not expected:
        return math.nan
    return 1 - (float(totals.sum()) - 1) * float((coincidences * distance).sum()) / expected
