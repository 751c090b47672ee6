"""The n-grams of a back-off model as plain arrays: what is estimated, read and written."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.text import Texts

UNKNOWN = "<unk>"
BEGIN = "<s>"
END = "</s>"
MOST_ORDER = 7


@dataclass(frozen=True)
class NgramLists:
    """All n-grams of a model, order by order, as an ARPA file lists them.

    `words` is the vocabulary, with `<unk>` as word 0. `rows[n - 1]` has a row for each n-gram: n word numbers, first
    word first, then the bits of the log10 probability and of the back-off weight.
    """

    words: Texts
    rows: tuple[NDArray[np.uint32], ...]
    source: str = "the n-grams"
    """What messages call them."""
    first_lines: tuple[int, ...] = ()
    """On which line of its file each order starts, if they come from one."""

    @property
    def order(self) -> int:
        return len(self.rows)

    def ids(self, n: int) -> NDArray[np.uint32]:
        """The word numbers of the n-grams."""
        return self.rows[n - 1][:, :n]

    def log10(self, n: int) -> NDArray[np.float32]:
        """The log10 probabilities of the n-grams."""
        return self.rows[n - 1].view(np.float32)[:, n]

    def backoff(self, n: int) -> NDArray[np.float32]:
        """The back-off weights of the n-grams, log10; those of the highest order mean nothing."""
        return self.rows[n - 1].view(np.float32)[:, n + 1]

    def text(self, n: int, row: int) -> str:
        """The words of one n-gram."""
        return " ".join(self.words[word] for word in self.ids(n)[row])

    def place(self, n: int, row: int) -> str:
        """Where an n-gram comes from, for a message."""
        return f"{self.source}:{self.first_lines[n - 1] + row}" if self.first_lines else self.source
