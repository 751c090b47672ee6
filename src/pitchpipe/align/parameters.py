"""What alignment models are made of, in both directions, and how expected counts become it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pitchpipe.align.lexicon import Lexicon
from pitchpipe.files.scratch import Scratch

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

UNSEEN = 1e-7
"""The probability of a word given one that it was never seen with, or of an unknown word: new text can be aligned."""
UNKNOWN = 1e-4
"""The probability of an unknown word given an unknown one: new words translate new words."""
_EXTRA = 2
"""Rows of the table of pairs after those of the lexicon: of pairs never seen, and of two unknown words."""
_LEAST = 1e-12
"""No probability of a pair that was seen is below this, so that no sentence is impossible in single precision."""
_LEAST_JUMP = 1e-8
_AT_A_TIME = 1 << 21


@dataclass(frozen=True)
class Parameters:
    """Column or row 0 is forward, where target words come from source words; 1 is backward.

    The last rows of `pairs` are for words never seen together and for two unknown words, the last entry of the null
    words' for an unknown one. `jumps` has the weights
    of distances from -N to N, in words of the sentence that generates; for model 1 it has none.
    """

    pairs: Floats
    null_target: Floats
    null_source: Floats
    jumps: Floats
    null: float

    @property
    def arrays(self) -> tuple[Floats, Floats, Floats, Floats, float]:
        """What native functions take."""
        return self.pairs, self.null_target, self.null_source, self.jumps, self.null

    def with_jumps(self, window: int) -> Parameters:
        """The same translations, and jumps of any distance alike."""
        return replace(self, jumps=np.full((2, 2 * window + 1), 1 / (2 * window + 1), np.float32))


@dataclass(frozen=True)
class Expected:
    """Expected counts of what `Parameters` are about, laid out alike.

    `jumps[w, 0]` are the jumps taken in direction w, and `jumps[w, 1]` those that could have been, for a weight of 1.
    """

    pairs: Doubles
    null_target: Doubles
    null_source: Doubles
    jumps: Doubles
    log_likelihood: tuple[float, float]


def uniform(lexicon: Lexicon, null: float, scratch: Scratch | None = None) -> Parameters:
    """Where EM starts: each word comes from each word it occurs with, alike."""
    counts = np.broadcast_to(np.ones(()), (len(lexicon) + _EXTRA, 2))
    words = np.ones(len(lexicon.target) + 1), np.ones(len(lexicon.source) + 1)
    return maximized(
        lexicon, Expected(counts, *words, np.zeros((2, 2, 0)), (0.0, 0.0)), null, scratch=scratch
    )


def maximized(
    lexicon: Lexicon,
    expected: Expected,
    null: float,
    smoothing: float = 0.0,
    scratch: Scratch | None = None,
) -> Parameters:
    """The parameters that make expected counts likeliest, `smoothing` added to the count of every pair.

    Jumps: the weight of a distance is how often it was taken over how often it could have been, given the weights
    before, which is a step towards the likeliest weights and never away from them (Hunter, 2004, MM algorithms for
    generalized Bradley-Terry models).
    """
    pairs = (scratch or Scratch()).array((len(lexicon) + _EXTRA, 2), np.float32)
    totals = np.zeros(len(lexicon.source)), np.zeros(len(lexicon.target))
    for begin, end in _ranges(len(lexicon)):
        for way, owners in enumerate(_owners(lexicon, begin, end)):
            np.add.at(totals[way], owners, expected.pairs[begin:end, way] + smoothing)
    for begin, end in _ranges(len(lexicon)):
        for way, owners in enumerate(_owners(lexicon, begin, end)):
            counts = expected.pairs[begin:end, way] + smoothing
            pairs[begin:end, way] = np.clip(counts / np.maximum(totals[way], _LEAST)[owners], _LEAST, 1)
    pairs[len(lexicon) :] = [[UNSEEN], [UNKNOWN]]
    taken, possible = expected.jumps[:, 0], expected.jumps[:, 1]
    weights = np.divide(taken, possible, out=np.zeros_like(taken), where=possible > 0)
    total = np.maximum(weights.sum(axis=1, keepdims=True), _LEAST)
    return Parameters(
        pairs,
        _with_unseen(expected.null_target[:-1]),
        _with_unseen(expected.null_source[:-1]),
        np.clip(weights / total, _LEAST_JUMP, 1).astype(np.float32),
        null,
    )


def _ranges(size: int) -> list[tuple[int, int]]:
    """Pairs that are looked at together, so that memory does not grow with the lexicon."""
    return [(begin, min(begin + _AT_A_TIME, size)) for begin in range(0, size, _AT_A_TIME)]


def _owners(lexicon: Lexicon, begin: int, end: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The word of each pair that generates the other, forward and backward."""
    return lexicon.sources_of(begin, end), lexicon.targets[begin:end]


def _with_unseen(counts: Doubles) -> Floats:
    shares = np.clip(counts / max(counts.sum(), _LEAST), _LEAST, 1)
    return np.append(shares, UNSEEN).astype(np.float32)
