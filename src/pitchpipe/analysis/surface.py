"""Sections of the error surface: the metric of the 1-best candidates along a line, and over a plane."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError
from pitchpipe.metrics import Metric
from pitchpipe.metrics import metric as find_metric
from pitchpipe.tuning import Pool, Problem
from pitchpipe.tuning.line_search import LineSearch, Plateaus

Array = NDArray[np.float64]
Named = Mapping[str, float]


def line_section(
    pool: Pool, metric: str | Metric, weights: Named, direction: Named, *, low: float, high: float
) -> Plateaus:
    """The objective at `weights` + t * `direction` for t from `low` to `high`: every plateau, exactly.

    This is what one line search of MERT sees (thesis figure 3.2); `boundaries` are the t at which the objective changes.
    """
    _check(low, high)
    search, start = _search(pool, metric, weights)
    return _between(_along(search, start, pool.vector(direction)), low, high)


def plane_section(
    pool: Pool,
    metric: str | Metric,
    weights: Named,
    directions: tuple[Named, Named],
    *,
    first: Array,
    second: Array,
) -> Array:
    """The objective at `weights` + x * one direction + y * the other: a row for each y of `second` (thesis figure 3.1).

    A row is cut from the plateaus of one line search, so a plane costs as many line searches as it has rows. Points on a
    boundary belong to the plateau before it.
    """
    across, up = (pool.vector(direction) for direction in directions)
    search, start = _search(pool, metric, weights)
    grid = np.empty((len(second), len(first)))
    for row, step in enumerate(second):
        found = _along(search, start + step * up, across)
        grid[row] = found.objectives[np.searchsorted(found.boundaries, first)]
    return grid


def _search(pool: Pool, metric: str | Metric, weights: Named) -> tuple[LineSearch, Array]:
    search = LineSearch(Problem(pool, find_metric(metric)), np.zeros((0, len(pool.feature_names))))
    return search, pool.vector(weights)


def _along(search: LineSearch, start: Array, direction: Array) -> Plateaus:
    if not direction.any():
        raise InputError("found a direction whose weights are all 0, expected one that goes somewhere")
    return search.plateaus(start, search.scores(start), direction[None])[0]


def _between(found: Plateaus, low: float, high: float) -> Plateaus:
    """The plateaus that lie between, those of equal height joined."""
    inside = (found.boundaries > low) & (found.boundaries < high)
    begin = int(np.searchsorted(found.boundaries, low, "right"))
    objectives = found.objectives[begin : begin + int(inside.sum()) + 1]
    changes = np.diff(objectives) != 0
    return Plateaus(found.boundaries[inside][changes], objectives[np.r_[True, changes]])


def _check(low: float, high: float) -> None:
    if not low < high:
        raise InputError(f"found a line from {low:g} to {high:g}, expected the first to be less")
