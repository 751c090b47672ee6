"""The objective along lines through weight space (Och 2003), exactly, and the best place on a line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array, blocks_of_groups
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.tuning.constraints import Constraints
from pitchpipe.tuning.gram import PIECE
from pitchpipe.tuning.problem import Problem

THINNEST = 1e-6
"""A plateau narrower than this, for weights that sum to 1, is too thin to stand on."""

_FEW = 5
"""Products with fewer axes have other bits in pieces."""

OVERSHOOT = 0.1
"""How far past the last boundary to go on an unbounded plateau, for weights that sum to 1."""


@dataclass(frozen=True)
class Smoothing:
    """Each plateau is judged by a window of its neighbours too (thesis 3.2.2)."""

    how: str = "none"
    window: int = 1

    @classmethod
    def parse(cls, text: str) -> Smoothing:
        how, _, window = text.partition(":")
        if text == "none":
            return cls()
        if how not in ("average", "worst") or window not in ("3", "5", "7"):
            raise InputError(f"smoothing is none, average:N or worst:N with N 3, 5 or 7, not {text!r}")
        return cls(how, int(window))

    def __call__(self, values: Array) -> Array:
        if self.how == "none":
            return values
        count, half = len(values), self.window // 2
        total = np.zeros(count) if self.how == "average" else np.full(count, np.inf)
        members = np.zeros(count)
        for shift in range(-min(half, count - 1), min(half, count - 1) + 1):
            to, source = (
                slice(max(0, -shift), count - max(0, shift)),
                slice(max(0, shift), count + min(0, shift)),
            )
            members[to] += 1
            if self.how == "average":
                total[to] += values[source]
            else:
                total[to] = np.minimum(total[to], values[source])
        return total / members if self.how == "average" else total


@dataclass(frozen=True)
class Plateaus:
    """The objective along a line: `boundaries[i]` lies between plateaus i and i + 1."""

    boundaries: Array
    objectives: Array


@dataclass(frozen=True)
class Move:
    """A step along a direction."""

    direction: Array
    step: float
    value: float
    """The worth of where it arrives: the objective, smoothed if it is, and such that higher is better."""
    gain: float
    """By how much that is more than where it begins."""
    objective: float
    """The metric where it arrives."""


class LineSearch:
    """Exact line searches over a problem's pool, from any point along any directions.

    Features are the native search's columns; `axes` that are not features get a column of their own, so that
    going along them costs no more than going along a feature.
    """

    def __init__(
        self,
        problem: Problem,
        axes: Array,
        smoothing: Smoothing | None = None,
        constraints: Constraints | None = None,
    ) -> None:
        pool, scratch = problem.pool, problem.pool.scratch
        count = len(pool.feature_names)
        self.problem = problem
        self.axes = axes
        self.smoothing = smoothing or Smoothing()
        self.constraints = constraints or Constraints.none(count)
        mixed = axes[(axes != 0).sum(axis=1) > 1]
        self._column = {axis.tobytes(): count + index for index, axis in enumerate(mixed)}
        self._width = count + len(mixed)
        self._padded = _native.padded_size(pool.offsets)
        columns = scratch.array(self._width * self._padded, np.float64)
        self._native = _native.LineSearch(columns, problem.rows, pool.offsets, problem.threads)
        few = pool.all_dense() @ mixed.T if 0 < len(mixed) < _FEW else None
        first = 0
        for offsets in blocks_of_groups(pool.offsets):
            begin, end = int(offsets[0]), int(offsets[-1])
            rows = pool.all_dense(begin, end)
            if len(mixed):
                products = _products(pool, mixed, begin, end) if few is None else few[begin:end]
                rows = np.hstack([rows, products])
            self._native.fill(first, rows, problem.threads)
            first += len(offsets) - 1
        self._score = problem.metric.native_score()

    def scores(self, weights: Array) -> Array:
        """Model scores at a point, in the layout that `plateaus` and `advance` take."""
        scores: Array = self.problem.pool.scratch.array(self._padded, np.float64)
        self._native.score(np.pad(weights, (0, self._width - len(weights))), scores)
        return scores

    def advance(self, scores: Array, move: Move) -> None:
        """Turn the scores at a point into those after the move, in place."""
        self._native.advance(self._in_columns(move.direction), move.step, scores)

    def _in_columns(self, direction: Array) -> Array:
        column = self._column.get(direction.tobytes())
        if column is None:
            return np.pad(direction, (0, self._width - len(direction)))
        unit = np.zeros(self._width)
        unit[column] = 1.0
        return unit

    def plateaus(self, weights: Array, scores: Array, directions: Array, threads: int = 1) -> list[Plateaus]:
        """The objective along each direction, as far as the constraints allow."""
        low, high = self.constraints.along(weights, directions)
        columns = np.array([self._in_columns(direction) for direction in directions])
        found = self._native.search(scores, columns, low, high, self._score, threads)
        if self._score is not None:
            return [Plateaus(*pair) for pair in found]
        return [Plateaus(boundaries, self.problem.metric.score(sums)) for boundaries, sums in found]

    def moves(self, weights: Array, scores: Array, directions: Array, threads: int = 1) -> list[Move]:
        """The best step along each direction; 0 where the start is the best place."""
        low, high = self.constraints.along(weights, directions)
        movable = low < high
        if not movable.any():
            return []
        found = self.plateaus(weights, scores, directions[movable], threads)
        lines = zip(directions[movable], low[movable], high[movable], found, strict=True)
        return [self._best(weights, *line) for line in lines]

    def _best(self, weights: Array, direction: Array, low: float, high: float, plateaus: Plateaus) -> Move:
        sign = 1.0 if self.problem.metric.higher_is_better else -1.0
        values = self.smoothing(sign * plateaus.objectives)
        scale = (np.abs(weights).sum() or 1.0) / np.abs(direction).sum()
        reach = OVERSHOOT * scale
        ends = np.concatenate([[low], plateaus.boundaries, [high]])
        here = int(np.searchsorted(plateaus.boundaries, 0.0))
        widths = np.diff(ends)
        wide = widths > THINNEST * scale
        best = float(values[wide].max(initial=-np.inf))
        if not best > values[here]:
            return Move(direction, 0.0, float(values[here]), 0.0, float(plateaus.objectives[here]))
        equals = np.flatnonzero((values == best) & wide)
        chosen = equals[np.argmax(np.minimum(widths[equals], reach))]
        step = _inside(ends[chosen], ends[chosen + 1], reach)
        return Move(direction, step, best, float(best - values[here]), float(plateaus.objectives[chosen]))


def _products(pool: Pool, mixed: Array, begin: int, end: int) -> Array:
    """The features of some candidates along mixed axes, with the bits that all at once would have."""
    count = -(-(end - begin) // PIECE) * PIECE
    if count > len(pool):
        whole: Array = pool.all_dense() @ mixed.T
        return whole[begin:end]
    low = min(begin, len(pool) - count)
    pieces = pool.all_dense(low, low + count).reshape(-1, PIECE, mixed.shape[1])
    products: Array = np.matmul(pieces, mixed.T).reshape(count, -1)
    return products[begin - low : end - low]


def _inside(low: float, high: float, reach: float) -> float:
    """A point inside an interval: the middle, or a bounded distance past the only end."""
    if np.isinf(low) and np.isinf(high):
        return 0.0
    if np.isinf(low):
        return high - reach
    if np.isinf(high):
        return low + reach
    return (low + high) / 2
