"""Walks from many starting points: how far each of them is followed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pitchpipe.tuning.directions import Round, Walker, best_random

FOLLOW = ("best", "all")

SLOW = 0.03
"""A turn that gains less than this share of what its walk has gained is a slow one."""

Strategy = Sequence[Callable[[], Round]]

Each = Callable[[Callable[["Walk"], None], Sequence["Walk"]], None]
"""Does something with each of some walks; in threads, perhaps."""


class Walk:
    """A walker with the rounds that it makes, each strategy's in turn."""

    def __init__(self, walker: Walker, strategy: Strategy, most_rounds: int, patience: int) -> None:
        self.walker = walker
        self.most_rounds, self.patience = most_rounds, patience
        self.turns, self.idle = 0, 0
        self.follow(strategy)

    def follow(self, strategy: Strategy) -> None:
        """Go on by another strategy."""
        self._rounds, self.idle = [start() for start in strategy], 0

    def turn(self) -> None:
        """A round of each strategy."""
        before = self.walker.best
        for one_round in self._rounds:
            one_round(self.walker)
        self.turns += 1
        self.idle = 0 if self.walker.best > before else self.idle + 1

    def until_slow(self) -> None:
        """Go on until a turn gains little, beside what all turns have gained."""
        first = self.walker.height
        while self.turns < self.most_rounds and self.idle < self.patience:
            before = self.walker.height
            self.turn()
            if self.walker.height - before < SLOW * (self.walker.height - first):
                return

    def finish(self) -> None:
        """Go on until no turn has reached a new height for `patience` turns.

        A smoothed objective differs from line to line, so that gains alone could go round in circles.
        """
        while self.turns < self.most_rounds and self.idle < self.patience:
            self.turn()


def follow_all(walks: Sequence[Walk], each: Each) -> Iterator[Walk]:
    """Every walk, at its end."""

    def finish(walk: Walk) -> None:
        walk.finish()
        walk.walker.rest()

    each(finish, walks)
    yield from walks


def follow_best(walks: Sequence[Walk], strategy: Strategy, each: Each) -> Iterator[Walk]:
    """Every walk, where it has become slow; the best one, which comes last, at its end.

    The best one tries random directions too: they lead on where the axes have come to an end.
    """
    heights: dict[int, float] = {}

    def until_slow(walk: Walk) -> None:
        walk.until_slow()
        heights[id(walk)] = walk.walker.height
        # Only the best one goes on; of the others' scores, each a number for every candidate, none is kept.
        known = [one for one in walks if id(one) in heights]
        best = max(known, key=lambda one: heights[id(one)])
        for one in known:
            if one is not best:
                one.walker.rest()

    each(until_slow, walks)
    best = max(walks, key=lambda walk: walk.walker.height)
    yield from (walk for walk in walks if walk is not best)
    best.follow([*strategy, best_random])
    each(Walk.finish, [best])
    yield best
