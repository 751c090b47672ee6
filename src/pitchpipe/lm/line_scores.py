"""What a language model says about a text: token by token, line by line, and as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import offsets_of


@dataclass(frozen=True)
class LineScores:
    """Scores of every token. Line i has the entries `offsets[i]` to `offsets[i + 1] - 1`, the last of them `</s>`."""

    words: NDArray[np.uint32]
    """Word numbers in the model's vocabulary; 0 is an unknown word."""
    log10: NDArray[np.float32]
    """log10 of the probability of each token in its line."""
    lengths: NDArray[np.uint8]
    """The length of the longest n-gram of the model that ends with the token."""
    offsets: NDArray[np.int64]

    @classmethod
    def joined(cls, parts: Sequence[LineScores]) -> LineScores:
        """The scores of all lines, one part after the other."""
        return cls(
            np.concatenate([part.words for part in parts]),
            np.concatenate([part.log10 for part in parts]),
            np.concatenate([part.lengths for part in parts]),
            offsets_of(np.concatenate([part.tokens for part in parts])),
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def totals(self) -> NDArray[np.float64]:
        """log10 of the probability of each line."""
        return self._summed(self.log10.astype(np.float64))

    @property
    def tokens(self) -> NDArray[np.int64]:
        """The number of tokens of each line, `</s>` included where it is scored."""
        return np.diff(self.offsets)

    @property
    def unknown(self) -> NDArray[np.int64]:
        """The number of unknown words of each line."""
        return self._summed((self.words == 0).astype(np.float64)).astype(np.int64)

    @property
    def perplexity(self) -> float:
        """10 to the mean negative log10 of all tokens, `</s>` and unknown words included; NaN without tokens."""
        return _perplexity(self.log10)

    @property
    def perplexity_of_known(self) -> float:
        """The same without the unknown words."""
        return _perplexity(self.log10[self.words != 0])

    def line(self, index: int) -> NDArray[np.float32]:
        """log10 of the probability of each token of a line."""
        return self.log10[self.offsets[index] : self.offsets[index + 1]]

    def _summed(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        # reduceat gives the first value of the next line for a line without tokens.
        sums = np.add.reduceat(np.append(values, 0.0), self.offsets[:-1]) if len(self) else np.zeros(0)
        return np.where(np.diff(self.offsets) > 0, sums, 0.0)


def _perplexity(log10: NDArray[np.float32]) -> float:
    return float(10.0 ** -log10.astype(np.float64).mean()) if len(log10) else float("nan")
