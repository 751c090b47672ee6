"""Gaps and labels among the words of a rule.

A grammar is a phrase table whose phrases have gaps: `[X,1] の [X,2]` and `[X,2] of [X,1]`. The gaps of the source side
are numbered from left to right; those of the target side say which of them they translate. In a grammar with labels,
gaps have them in place of X, and the last symbol of a target side is the label of the rule: `[NP,2] of [NP,1] [NP]`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from pitchpipe.errors import InputError
from pitchpipe.text import Corpus

GAPS = ("[X,1]", "[X,2]")
"""What gaps are called in tables."""


MOST_GAPS = 3
"""Of a rule with labels; native/grammar/constraints.h has the same number."""


def gaps_of(labels: Sequence[str]) -> tuple[str, ...]:
    """What the gaps of these labels are called."""
    return tuple(f"[{label},{number}]" for label in labels for number in range(1, MOST_GAPS + 1))


def roots_of(labels: Sequence[str]) -> tuple[str, ...]:
    """What the labels of rules are called."""
    return tuple(f"[{label}]" for label in labels)


def check_no_gaps(corpus: Corpus, name: str, symbols: Collection[str] = GAPS) -> None:
    """Raise `InputError` if a word of a text looks like a gap or a label."""
    for number, word in enumerate(corpus.words):
        if word in symbols:
            place = int(np.flatnonzero(corpus.ids == number)[0])
            line = int(np.searchsorted(corpus.offsets, place, side="right"))
            raise InputError(
                f"{name}:{line}: found the token {word!r}, which stands for a gap or a label, expected a word"
            )
