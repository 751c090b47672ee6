"""Alignment error rate: how far alignments are from those that people made."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe.align.alignments import Alignments
from pitchpipe.errors import InputError


def aer(found: Alignments, sure: Alignments, possible: Alignments | None = None) -> float:
    """The alignment error rate, 0 to 1: 1 - (|A & S| + |A & P|) / (|A| + |S|).

    `possible` links are not asked for but allowed; the sure ones are possible too. Without them, and without
    `possible`, this is one minus the F-score. Empty alignments of texts without sure links have no error.

    References
    ----------
    Och and Ney, 2003, A systematic comparison of various statistical alignment models (section 5.1).
    """
    for other in (sure, possible):
        if other is not None and len(other) != len(found):
            raise InputError(f"found alignments of {len(found)} lines, expected {len(other)} as in the truth")
    ours, asked = _keys(found), _keys(sure)
    allowed = asked if possible is None else np.union1d(asked, _keys(possible))
    total = len(ours) + len(asked)
    hits = np.isin(ours, asked).sum() + np.isin(ours, allowed).sum()
    return float(1 - hits / total) if total else 0.0


def _keys(alignments: Alignments) -> NDArray[np.int64]:
    """A number for each link, the same for the same link; positions are those of lines that have been aligned."""
    source, target = alignments.links.astype(np.int64).T
    if len(source) and max(source.max(), target.max()) >= 1 << 16:
        raise InputError("found a link beyond position 65,535, expected lines that have been aligned")
    keys: NDArray[np.int64] = alignments.lines << 32 | source << 16 | target
    return keys
