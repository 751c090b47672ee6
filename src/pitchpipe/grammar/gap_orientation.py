"""How what fills the gaps of rules is ordered: a model of spans by the words at their edges."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.phrases.table_file import ORIENTATION_ARRAYS

CONTEXTS = ("inside", "left edge", "right edge")
"""The pairs of words by which a span is known: its first and last word, and at each edge the word without and within."""
VALUES = (
    *(f"{side} {one}" for side in ("previous", "next") for one in ("monotone", "swap", "discontinuous")),
    "phrase",
)
"""What is known of a span: its orientation to what is translated before and after it, and whether it is a phrase."""

_PRIOR = 5.0
"""Spans that the estimate by fewer words counts as."""
_FEWEST = 2
"""Spans of a context that has a row of its own."""
_GROUPS = (slice(0, 3), slice(3, 6), slice(6, 7))
"""Values whose probabilities add up to 1, but for the last."""


def estimate_orientations(
    aligned: tuple[Any, ...], vocabulary: int, longest: int, threads: int
) -> dict[str, NDArray[Any]]:
    """The model of an aligned text, as `native/grammar/gap_orientation.h` reads it, from spans of up to so many words.

    p(orientation | two words) is smoothed with the mean of those given one of the words, and these with that of all.
    """
    keys, counts = _native.count_gap_contexts(aligned, longest, threads)
    edge = _native.SENTENCE_EDGE
    whole = _probabilities(
        counts[keys >> np.uint64(60) == 0].sum(axis=0)[None], np.full(len(VALUES), 1 / 3), 1.0
    )
    words = np.empty((len(CONTEXTS), 2, vocabulary + 2, len(VALUES)))
    values = np.empty((len(keys), len(VALUES)))
    for context in range(len(CONTEXTS)):
        rows = np.flatnonzero(keys >> np.uint64(60) == context)
        numbers = keys[rows].astype(np.int64)
        sides = [numbers >> 30 & edge, numbers & edge]
        for side, each in enumerate(sides):
            each[each == edge] = vocabulary
            sums = np.stack(
                [np.bincount(each, column, vocabulary + 2) for column in counts[rows].T.astype(float)], axis=1
            )
            words[context, side] = _probabilities(sums, whole[0], _PRIOR)
        prior = (words[context, 0, sides[0]] + words[context, 1, sides[1]]) / 2
        values[rows] = np.log(_probabilities(counts[rows].astype(float), prior, _PRIOR))
    kept = counts[:, -1] >= _FEWEST
    return dict(
        zip(
            ORIENTATION_ARRAYS,
            (keys[kept], values[kept].astype(np.float32), words.astype(np.float32)),
            strict=True,
        )
    )


def _probabilities(counts: NDArray[Any], prior: NDArray[np.float64], strength: float) -> NDArray[np.float64]:
    """Rows of probabilities from rows of counts, whose last column is that of all spans."""
    found = np.empty((len(counts), len(VALUES)))
    for group in _GROUPS:
        seen = counts[:, group]
        total = counts[:, -1] if group.stop == len(VALUES) else seen.sum(axis=1)
        found[:, group] = (seen + strength * prior[..., group]) / (total + strength)[:, None]
    return found
