"""The distortion limit that a text needs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe.align import Alignments
from pitchpipe.phrases.jumps import smallest_blocks

REACHED = 0.98
"""The share of blocks that the decoder can reach at their turn; wrong links lead further than any sentence needs."""
NARROWEST = 4
"""A limit that is never too wide: phrases that the text has not seen may be needed in another order."""


def needed_limit(alignments: Alignments) -> int:
    """The smallest distortion limit under which the decoder can reproduce all but a few blocks of an aligned text."""
    counts = np.zeros(1, np.int64)
    for part in alignments.parts():
        counts = _added(counts, np.bincount(smallest_blocks(*part.arrays).needed()))
    if not counts.sum():
        return NARROWEST
    # The smallest limit that so many blocks need at most, as np.quantile's inverted_cdf has it.
    reached = np.searchsorted(np.cumsum(counts), np.ceil(REACHED * counts.sum()))
    return max(NARROWEST, int(reached))


def _added(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Counts by number, of which each may have more than the other."""
    size = max(len(one), len(other))
    return np.pad(one, (0, size - len(one))) + np.pad(other, (0, size - len(other)))
