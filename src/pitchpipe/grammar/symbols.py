"""Gaps among the words of a rule.

A grammar is a phrase table whose phrases have gaps: `[X,1] の [X,2]` and `[X,2] of [X,1]`. The gaps of the source side
are numbered from left to right; those of the target side say which of them they translate.
"""

from __future__ import annotations

import numpy as np

from pitchpipe.errors import InputError
from pitchpipe.text import Corpus

GAPS = ("[X,1]", "[X,2]")
"""What gaps are called in tables."""


def check_no_gaps(corpus: Corpus, name: str) -> None:
    """Raise `InputError` if a word of a text looks like a gap."""
    for number, word in enumerate(corpus.words):
        if word in GAPS:
            place = int(np.flatnonzero(corpus.ids == number)[0])
            line = int(np.searchsorted(corpus.offsets, place, side="right"))
            raise InputError(
                f"{name}:{line}: found the token {word!r}, which stands for a gap, expected a word"
            )
