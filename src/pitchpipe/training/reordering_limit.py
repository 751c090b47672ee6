"""The distortion limit that a text needs."""

from __future__ import annotations

import numpy as np

from pitchpipe.align import Alignments
from pitchpipe.phrases.jumps import smallest_blocks

REACHED = 0.98
"""The share of blocks that the decoder can reach at their turn; wrong links lead further than any sentence needs."""
NARROWEST = 4
"""A limit that is never too wide: phrases that the text has not seen may be needed in another order."""


def needed_limit(alignments: Alignments) -> int:
    """The smallest distortion limit under which the decoder can reproduce all but a few blocks of an aligned text."""
    needed = smallest_blocks(*alignments.arrays).needed()
    if not len(needed):
        return NARROWEST
    return max(NARROWEST, int(np.quantile(needed, REACHED, method="inverted_cdf")))
