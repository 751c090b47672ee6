"""Sections of the error surface: the metric of the 1-best candidates along a line, and over a plane."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from pitchpipe.arrays import Array, SparseRows
from pitchpipe.errors import InputError
from pitchpipe.lists import Pool
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.tuning import Problem
from pitchpipe.tuning.line_search import LineSearch, Plateaus

Named = Mapping[str, float]


def line_section(
    pool: Pool, metric: str | Metric, weights: Named, direction: Named, *, low: float, high: float
) -> Plateaus:
    """The objective at `weights` + t * `direction` for t from `low` to `high`: every plateau, exactly.

    This is what one line search of MERT sees (thesis figure 3.2); `boundaries` are the t at which the objective changes.
    """
    if not low < high:
        raise InputError(f"found a line from {low:g} to {high:g}, expected the first to be less")
    (along,) = _lines(pool, metric, weights, (direction,))(np.zeros((1, 0)))
    return _between(along, low, high)


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
    rows = _lines(pool, metric, weights, directions)(np.asarray(second, float)[:, None])
    return np.array([row.objectives[np.searchsorted(row.boundaries, first)] for row in rows])


def _lines(
    pool: Pool, metric: str | Metric, weights: Named, directions: Sequence[Named]
) -> Callable[[Array], list[Plateaus]]:
    """What gives the objective along the first direction, from places so far along each of the others.

    The line search sees a pool of so few features as there are directions, and one for the start: the scores of
    candidates are linear in all of them, however many features there are.
    """
    vectors = [pool.vector(one) for one in (weights, *directions)]
    if not all(vector.any() for vector in vectors[1:]):
        raise InputError("found a direction whose weights are all 0, expected one that goes somewhere")
    projected = replace(
        pool,
        dense=np.column_stack([pool.scores(vector) for vector in vectors]),
        dense_names=tuple(map(str, range(len(vectors)))),
        sparse=SparseRows.none(len(pool)),
        sparse_names=(),
    )
    axes = np.eye(len(vectors))
    search = LineSearch(Problem(projected, find_metric(metric)), axes)

    def along(places: Array) -> list[Plateaus]:
        found = []
        for place in places:
            start = np.concatenate([[1.0, 0.0], place])
            found += search.plateaus(start, search.scores(start), axes[1:2])
        return found

    return along


def _between(found: Plateaus, low: float, high: float) -> Plateaus:
    """The plateaus that lie between, those of equal height joined."""
    inside = (found.boundaries > low) & (found.boundaries < high)
    begin = int(np.searchsorted(found.boundaries, low, "right"))
    objectives = found.objectives[begin : begin + int(inside.sum()) + 1]
    changes = np.diff(objectives) != 0
    return Plateaus(found.boundaries[inside][changes], objectives[np.r_[True, changes]])
