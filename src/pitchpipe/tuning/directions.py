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

    def __init__(self, search: LineSearch, start: Array, rng: np.random.Generator, threads: int = 1) -> None:
        self.search = search
        self.weights = start.copy()
        self.rng = rng
        self.threads = threads
        self.steps: list[float] = []
        self.best = -np.inf
        self._scores: Array | None = None
        self._farthest = FARTHEST * max(np.abs(start).sum(), 1.0)
        self._height: float | None = None
        self.axes = search.axes

    def random_direction(self) -> Array:
        """A mixture of the axes with Gaussian shares."""
        mixture: Array = self.rng.normal(size=len(self.axes)) @ self.axes
        return mixture

    @property
    def height(self) -> float:
        """The metric here, such that higher is better."""
        if self._height is None:
            self._height = self.height_at(self.weights)
        return self._height

    def height_at(self, weights: Array) -> float:
        """The same anywhere."""
        problem = self.search.problem
        return problem.gain(problem.objective(weights), over=0.0)

    @property
    def scores(self) -> Array:
        """The model scores here."""
        if self._scores is None:
            self._scores = self.search.scores(self.weights)
        return self._scores

    def rest(self) -> None:
        """Go no farther: a number for each candidate is given back."""
        self._scores = None

    def look(self, directions: Array) -> list[Move]:
        return self.search.moves(self.weights, self.scores, directions, self.threads)

    def go(self, move: Move) -> float:
        """Make the move if it gains anything; returns the gain."""
        if move.gain <= SMALLEST_GAIN:
            return 0.0
        limits, scores = self.search.constraints, self.scores
        weights = limits.clipped(self.weights + move.step * move.direction)
        size = np.abs(weights).sum()
        if size <= self._farthest:
            self.weights = weights
            self.search.advance(scores, move)
        elif limits.scale_free:
            self.weights = weights / size
            self._scores = self.search.scores(self.weights)
        else:
            return 0.0
        self.steps.append(move.objective)
        self._height = self.search.problem.gain(move.objective, over=0.0)
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
    """Try every axis, and go along the best one; Moses calls it Powell, the thesis Koehn's coordinate descent.

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
    """Gaussian directions, one after another, each followed to its best point; a round has as many as there are axes.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (section 3.2.1).
    """
    return lambda walker: sum(walker.go_each(walker.random_direction()[None]) for _ in walker.axes)


def best_random() -> Round:
    """Try as many Gaussian directions as there are axes, and go along the best one.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (section 3.2.1, which
    follows each of them).
    """
    return lambda walker: walker.go_best(np.array([walker.random_direction() for _ in walker.axes]))


def powell() -> Round:
    """Powell's method: the overall direction of a round may replace the direction that gained the most.

    It does so only if going the same way again would gain, and if the round's gain neither comes mostly from one
    direction nor is about to end; otherwise the directions stay, so that none becomes a mixture of the others.

    References
    ----------
    Press, Teukolsky, Vetterling and Flannery, 2007, Numerical recipes: the art of scientific computing (section 10.7).

    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (section 3.1.2).
    """
    directions: list[Array] = []

    def one_round(walker: Walker) -> float:
        if not directions:
            directions.extend(walker.axes)
        before, height, gains = walker.weights, walker.height, []
        for direction in directions:
            below = walker.height
            walker.go_each(direction[None])
            gains.append(walker.height - below)
        across = walker.weights - before
        most, gained = max(gains, default=0.0), walker.height - height
        if across.any() and _replaces(gained, most, walker.height_at(walker.weights + across) - height):
            across /= np.abs(across).sum()
            walker.go_each(across[None])
            directions[int(np.argmax(gains))] = directions[-1]
            directions[-1] = across
        return walker.height - height

    return one_round


def _replaces(gained: float, most: float, farther: float) -> bool:
    """Whether the way of a round is a better direction than the one that gained `most` of what it has `gained`.

    `farther` is what would be gained by going as far again.
    """
    if farther <= 0:
        return False
    return bool(2 * (2 * gained - farther) * (gained - most) ** 2 < most * farther**2)


STRATEGIES: dict[str, Callable[[], Round]] = {
    "koehn": koehn,
    "coordinate": coordinate,
    "powell": powell,
    "random": random,
    "best-random": best_random,
}


def strategy(spec: str) -> list[Callable[[], Round]]:
    """The strategies of a mixture such as `koehn+random`."""
    parts = [part.strip() for part in spec.split("+")]
    for part in parts:
        if part not in STRATEGIES:
            raise unknown_name("search direction", part, STRATEGIES)
    return [STRATEGIES[part] for part in parts]
