"""Features and their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import Numbers


class Vocabulary:
    """Names of features: the dense ones, and after them the sparse ones in the order in which they were met.

    Threads may use it at once.
    """

    bits: int = 0
    """Of the number of buckets that sparse features share; 0 if each has a number of its own."""

    def __init__(self, dense: Sequence[str], sparse: Iterable[str] = ()) -> None:
        self.dense = tuple(dense)
        self.names = list(self.dense)
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self._hashes = np.zeros(0, np.uint64)
        self._lock = Lock()
        self.numbers(sparse)

    def __len__(self) -> int:
        return len(self.names)

    def name(self, number: int) -> str:
        return self.names[number]

    @property
    def facts(self) -> dict[str, int]:
        """What the user should know of it."""
        return {}

    def numbers(self, names: Iterable[str]) -> Numbers:
        """The numbers of these features; those not met before get the next ones."""
        with self._lock:
            found = []
            for name in names:
                number = self._numbers.setdefault(name, len(self.names))
                if number == len(self.names):
                    self.names.append(name)
                found.append(number)
        return np.array(found, np.int64)

    def hashes(self) -> NDArray[np.uint64]:
        """The hash of each name as the native decoder computes it; each is computed once."""
        with self._lock:
            if len(self._hashes) < len(self.names):
                new = _native.hash_feature_names(self.names[len(self._hashes) :])
                self._hashes = np.concatenate([self._hashes, new])
            return self._hashes

    def hashes_of(self, numbers: Numbers) -> NDArray[np.uint64]:
        """What the native decoder knows these features by."""
        return self.hashes()[numbers]
