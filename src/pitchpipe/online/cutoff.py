"""Sparse features that are too rare to learn from."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Numbers
from pitchpipe.errors import InputError
from pitchpipe.online.gradient import Gradient


class Cutoff:
    """Lets a sparse feature through once it has fired in `least` different sentences.

    Of each feature it remembers the sentences up to that number, so that a sentence counts once in all epochs.
    """

    def __init__(self, least: int, dense: int) -> None:
        self._least = least
        self._dense = dense
        self._counts = np.zeros(0, np.int64)
        self._sentences = np.zeros((0, max(0, least - 1)), np.int32)

    def __call__(self, gradient: Gradient, features: int) -> Gradient:
        """The gradient of the features that may be learned; `features` is how many there are in all."""
        if self._least <= 1:
            return gradient
        self._grow(features)
        for sentence, fired in gradient.fired:
            self._see(sentence, fired)
        passed = gradient.features < self._dense
        passed |= self._counts[gradient.features] >= self._least
        return Gradient(gradient.features[passed], gradient.values[passed], gradient.examples)

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"cutoff.counts": self._counts, "cutoff.sentences": self._sentences}

    def restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        counts, sentences = (arrays[name].copy() for name in self.arrays())
        if sentences.shape != (len(counts), self._sentences.shape[1]):
            raise InputError("cutoff.sentences has the wrong size")
        self._counts, self._sentences = counts, sentences

    def _see(self, sentence: int, fired: Numbers) -> None:
        rare = fired[self._counts[fired] < self._least]
        places = np.arange(self._sentences.shape[1])
        known = (self._sentences[rare] == sentence) & (places < self._counts[rare, None])
        new = rare[~known.any(axis=1)]
        waiting = new[self._counts[new] < self._least - 1]
        self._sentences[waiting, self._counts[waiting]] = sentence
        self._counts[new] += 1

    def _grow(self, size: int) -> None:
        more = max(size, 2 * len(self._counts)) - len(self._counts) if size > len(self._counts) else 0
        if more:
            self._counts = np.concatenate([self._counts, np.zeros(more, np.int64)])
            rows = np.zeros((more, self._sentences.shape[1]), np.int32)
            self._sentences = np.concatenate([self._sentences, rows])
