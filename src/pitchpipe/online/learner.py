"""Weights that an update rule changes, a few at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, Numbers
from pitchpipe.errors import InputError
from pitchpipe.online.fobos import shrunk, summed
from pitchpipe.weights import NumberedWeights, Vocabulary

LARGEST = 1e9
"""Beyond this the learning rate is far too large, and a decoder would refuse the weight."""


class Rule(Protocol):
    """What a learner needs of a method."""

    @property
    def penalties(self) -> tuple[float, float]:
        """The λ of L1 and of L2 regularisation."""
        ...

    @property
    def averaged(self) -> bool:
        """Whether the mean of the weights will be asked for."""
        ...

    @property
    def dense_l1(self) -> bool:
        """Whether dense features are drawn to 0 too."""
        ...

    @property
    def dense_rate(self) -> float:
        """What the rate is multiplied by for dense features."""
        ...

    def rates(self, squares: Array) -> Array:
        """The learning rate of each feature, by the sum of its squared gradients."""
        ...


class Learner:
    """The state of online learning: flat arrays with an entry for each feature of a vocabulary.

    Every step draws all sparse features to 0, but looks only at those that its gradient has: the others are shrunk when
    they are next needed. Their rates do not change until then, so nothing is approximated. Dense features are not
    drawn to 0, unless the rule says so.
    """

    def __init__(self, rule: Rule, vocabulary: Vocabulary, start: Mapping[str, float]) -> None:
        self._rule = rule
        self.vocabulary = vocabulary
        self.step = 0
        self._weights = np.zeros(0)
        self._squares = np.zeros(0)
        self._late = np.zeros(0)
        """The sum of changes, each times the steps before it: what the mean of the weights lacks."""
        self._touched = np.zeros(0, np.int64)
        """The step up to which a weight is shrunk."""
        numbers = vocabulary.numbers(start)
        self._grow()
        self._weights[numbers] = list(start.values())

    def update(self, features: Numbers, gradient: Array) -> None:
        """One step (Green et al. 2013, algorithm 1, lines 9 to 11); no feature is there twice."""
        self._grow()
        current = self._current(features)
        if self._draws_averaged:
            self._late[features] += self._lately_drawn(features, current)
        self._squares[features] += gradient**2
        rates = self._rates(features)
        moved = current - rates * gradient
        if not (np.abs(moved) <= LARGEST).all():
            raise InputError(f"a weight has grown beyond {LARGEST:g}; take a smaller rate")
        self._late[features] += self.step * (moved - current)
        self.step += 1
        drawn = shrunk(moved, *self._pull(features, rates), np.ones(len(features), np.int64))
        if self._draws_averaged:
            self._late[features] += (self.step - 1) * (drawn - moved)
        self._weights[features] = drawn
        self._touched[features] = self.step

    def weights(self, averaged: bool = False) -> NumberedWeights:
        """The weights after the last step, or their mean over all steps."""
        self._grow()
        count = len(self.vocabulary.dense)
        kept = self._weights != 0
        if averaged:
            kept |= self._late != 0
        kept[:count] = True
        features = np.flatnonzero(kept)
        values = self._current(features)
        if averaged and self.step:
            late = self._late[features]
            if self._draws_averaged:
                late = late + self._lately_drawn(features, values)
            values -= late / self.step
        filled = values[count:] != 0
        return NumberedWeights(
            self.vocabulary, values[:count], features[count:][filled], values[count:][filled]
        )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that has been learned, but for the features' names."""
        self._grow()
        size = len(self.vocabulary)
        return {
            "step": np.array(self.step),
            "weights": self._weights[:size],
            "squares": self._squares[:size],
            "late": self._late[:size],
            "touched": self._touched[:size],
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `arrays` gave; the vocabulary must be the one of that moment."""
        self.step = int(arrays["step"])
        names = ("weights", "squares", "late", "touched")
        for name in names:
            if arrays[name].shape != (len(self.vocabulary),):
                raise InputError(f"{name} has the wrong size")
        self._weights, self._squares, self._late, self._touched = (arrays[name].copy() for name in names)

    def _current(self, features: Numbers) -> Array:
        pull = self._pull(features, self._rates(features))
        return shrunk(self._weights[features], *pull, self.step - self._touched[features])

    @property
    def _draws_averaged(self) -> bool:
        return self._rule.averaged and any(self._rule.penalties)

    def _lately_drawn(self, features: Numbers, current: Array) -> Array:
        """What the mean lacks since these weights were last touched, by which they have been drawn to `current`."""
        touched, weights = self._touched[features], self._weights[features]
        steps = self.step - touched
        total = summed(weights, *self._pull(features, self._rates(features)), steps)
        late: Array = touched * (current - weights) + steps * current - total
        return late

    def _rates(self, features: Numbers) -> Array:
        rates = self._rule.rates(self._squares[features])
        return np.where(features < len(self.vocabulary.dense), self._rule.dense_rate * rates, rates)

    def _pull(self, features: Numbers, rates: Array) -> tuple[Array, Array]:
        spared = (features < len(self.vocabulary.dense)) & (not self._rule.dense_l1)
        pulled = np.where(spared, 0.0, rates)
        l1, l2 = self._rule.penalties
        return l1 * pulled, l2 * pulled

    def _grow(self) -> None:
        """Make room for all features of the vocabulary; new ones have never been touched, and are 0."""
        room, size = len(self._weights), len(self.vocabulary)
        if size > room:
            more = max(size, 2 * room) - room
            self._weights, self._squares, self._late, self._touched = (
                np.concatenate([array, np.zeros(more, array.dtype)])
                for array in (self._weights, self._squares, self._late, self._touched)
            )
