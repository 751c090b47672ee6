"""Where to look next: the search strategies that drive MERT's line search (thesis 3.1.2 and 3.2.1)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import unknown_name
from pitchpipe.tuning.line_search import LineSearch, Move

SMALLEST_GAIN = 1e-9
"""Progress below this does not count; it is rounding."""


FARTHEST = 1e9
"""Weights this many times larger than the start are scaled down, or go no farther where limits forbid it.

Each step past a last boundary grows them by a tenth, and with smoothing a walk can go round in circles."""


class Walker:
    """A point in weight space that goes from plateau to better plateau."""

    def __init__(self, search: LineSearch, start: Array, rng: np.random.Generator, threads: int) -> None:
        self.search = search
        self.weights = start.copy()
        self.rng = rng
        self.threads = threads
        self.steps: list[float] = []
        self.best = -np.inf
        self._scores = search.scores(start)
        self._farthest = FARTHEST * max(np.abs(start).sum(), 1.0)
        self.axes = search.axes

    def look(self, directions: Array) -> list[Move]:
        return self.search.moves(self.weights, self._scores, directions, self.threads)

    def go(self, move: Move) -> float:
        """Make the move if it gains anything; returns the gain."""
        if move.gain <= SMALLEST_GAIN:
            return 0.0
        limits = self.search.constraints
        weights = limits.clipped(self.weights + move.step * move.direction)
        size = np.abs(weights).sum()
        if size <= self._farthest:
            self.weights = weights
            self.search.advance(self._scores, move)
        elif limits.scale_free:
            self.weights = weights / size
            self._scores = self.search.scores(self.weights)
        else:
            return 0.0
        self.steps.append(move.objective)
        self.best = max(self.best, move.value)
        return move.gain

    def go_best(self, directions: Array) -> float:
        moves = self.look(directions)
        return self.go(max(moves, key=lambda move: move.gain)) if moves else 0.0

    def go_each(self, directions: Array) -> float:
        return sum(self.go(move) for direction in directions for move in self.look(direction[None]))


Round = Callable[[Walker], float]
"""One round of a strategy; returns how much was gained."""


def koehn() -> Round:
    """Try every axis, go along the best one; Moses calls it Powell, the thesis Koehn's coordinate descent.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (section 3.1.2).
    """
    return lambda walker: walker.go_best(walker.axes)


def coordinate() -> Round:
    """Go along each axis in turn.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (section 3.1.2).
    """
    idle, moves = 0, 0

    def one_round(walker: Walker) -> float:
        nonlocal idle, moves
        gained = 0.0
        for axis in walker.axes:
            if len(walker.steps) != moves:  # another strategy has moved
                idle, moves = 0, len(walker.steps)
            if idle == len(walker.axes):
                break  # every axis has been tried from here
            gained += walker.go_each(axis[None])
            idle = idle + 1 if len(walker.steps) == moves else 1
            moves = len(walker.steps)
        return gained

    return one_round


def random() -> Round:
    """Gaussian directions, as many as there are axes; go along the best one.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (section 3.2.1).
    """

    def one_round(walker: Walker) -> float:
        mixing = walker.rng.normal(size=(len(walker.axes), len(walker.axes)))
        return walker.go_best(mixing @ walker.axes)

    return one_round


def powell() -> Round:
    """Powell's method: the sum of a round's moves replaces the direction that gained the most.

    References
    ----------
    Powell, 1964, An efficient method for finding the minimum of a function of several variables without
    calculating derivatives.
    """
    directions: list[Array] = []

    def one_round(walker: Walker) -> float:
        if not directions:
            directions.extend(walker.axes)
        before = walker.weights
        gains = [walker.go_each(direction[None]) for direction in directions]
        across = walker.weights - before
        if not across.any():
            return 0.0
        directions[int(np.argmax(gains))] = across / np.abs(across).sum()
        return sum(gains) + walker.go_each(directions[int(np.argmax(gains))][None])

    return one_round


STRATEGIES: dict[str, Callable[[], Round]] = {
    "koehn": koehn,
    "coordinate": coordinate,
    "powell": powell,
    "random": random,
}


def strategy(spec: str) -> list[Callable[[], Round]]:
    """The strategies of a mixture such as `koehn+random`."""
    parts = [part.strip() for part in spec.split("+")]
    for part in parts:
        if part not in STRATEGIES:
            raise unknown_name("search direction", part, STRATEGIES)
    return [STRATEGIES[part] for part in parts]


def walk(walker: Walker, mixture: list[Callable[[], Round]], most_rounds: int, patience: int) -> None:
    """Rounds of each strategy in turn, until none has reached a new height for `patience` cycles.

    A smoothed objective differs from line to line, so that gains alone could go round in circles.
    """
    rounds = [start() for start in mixture]
    idle = 0
    for _ in range(most_rounds):
        before = walker.best
        for one_round in rounds:
            one_round(walker)
        idle = 0 if walker.best > before else idle + 1
        if idle >= patience:
            return
