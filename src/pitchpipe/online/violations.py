"""Where search goes wrong: the bin in which a perceptron is updated (Yu et al. 2013)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pitchpipe.arrays import Numbers, first_best
from pitchpipe.decoder import Candidates


@dataclass(frozen=True)
class Violation:
    """A bin of a sentence in which search prefers something else to what leads to the reference."""

    sentence: int
    """Its place among those that were decoded."""
    bin: int
    """How many source words are covered."""
    good: int
    """The row of the best derivation that leads to the reference."""
    bad: int
    """The row of the best derivation of the search's bin."""
    amount: float
    """By how much the bad one scores higher."""


def violations(forced: Candidates, searched: Candidates, update: str) -> Iterator[Violation]:
    """The violation that each sentence is updated at, if there is one.

    `max-violation` takes the bin with the largest amount. `early` takes the first bin of the search that has no derivation
    that leads to the reference, or, if all have one, the last bin. A negative amount is no violation.
    """
    good, bad = _Bins(forced), _Bins(searched)
    keys, in_good, in_bad = np.intersect1d(good.keys, bad.keys, return_indices=True)
    rows = np.column_stack([good.best[in_good], bad.best[in_bad]])
    amounts = searched.scores[rows[:, 1]] - forced.scores[rows[:, 0]]
    sentences = keys // _MOST
    for sentence in np.unique(sentences).tolist():
        begin, end = np.searchsorted(sentences, [sentence, sentence + 1])
        if update == "early":
            lost = (at for at in range(begin, end) if not good.meets(in_good[at], bad, in_bad[at]))
            at = next(lost, end - 1)
        else:
            at = begin + int(np.argmax(amounts[begin:end]))
        differ = _derivation(forced, rows[at, 0]) != _derivation(searched, rows[at, 1])
        if amounts[at] >= 0 and differ:
            covered = int(keys[at] % _MOST)
            yield Violation(sentence, covered, int(rows[at, 0]), int(rows[at, 1]), float(amounts[at]))


_MOST = 1 << 32
"""More words than a sentence can have."""


class _Bins:
    """The bins of all sentences, numbered by sentence and covered words."""

    def __init__(self, derivations: Candidates) -> None:
        self._derivations = derivations
        assert derivations.covered is not None
        sentences = np.repeat(np.arange(len(derivations)), np.diff(derivations.groups))
        places = sentences * _MOST + derivations.covered
        starts = np.flatnonzero(np.diff(places, prepend=-1))
        self._offsets = np.append(starts, len(places))
        self.keys: Numbers = places[starts]
        """They rise."""
        self.best = first_best(derivations.scores, self._offsets) if len(starts) else starts
        """The row of each bin's best derivation."""

    def meets(self, bin: int, others: _Bins, other: int) -> bool:
        """Whether a bin and one of the others have a derivation in common."""
        return not self._in(bin).isdisjoint(others._in(other))

    def _in(self, bin: int) -> set[tuple[bytes, str]]:
        rows = range(self._offsets[bin], self._offsets[bin + 1])
        return {_derivation(self._derivations, row) for row in rows}


def _derivation(derivations: Candidates, row: int) -> tuple[bytes, str]:
    """What tells a derivation from all others of its sentence."""
    assert derivations.derivations is not None
    begin, end = derivations.derivations.phrase_offsets[row : row + 2]
    return derivations.derivations.phrases[begin:end].tobytes(), derivations.texts[row]
