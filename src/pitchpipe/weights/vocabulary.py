"""Features and their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray


class Vocabulary:
    """Names of features: the dense ones, and after them the sparse ones in the order in which they were met."""

    def __init__(self, dense: Sequence[str], sparse: Iterable[str] = ()) -> None:
        self.dense = tuple(dense)
        self.names = list(self.dense)
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self._lock = Lock()
        self.numbers(sparse)

    def __len__(self) -> int:
        return len(self.names)

    def numbers(self, names: Iterable[str]) -> NDArray[np.int64]:
        """The numbers of these features; those not met before get the next ones. Threads may call it at once."""
        with self._lock:
            found = []
            for name in names:
                number = self._numbers.setdefault(name, len(self.names))
                if number == len(self.names):
                    self.names.append(name)
                found.append(number)
        return np.array(found, np.int64)
