"""How far a decoder must jump to translate a text in the order of its own translation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Blocks:
    """The smallest phrase pairs that each sentence pair falls into, sentence after sentence, in the target's order.

    Each has the source words `begin` to `end - 1`. Unaligned words belong to none.
    """

    sentence: Numbers
    begin: Numbers
    end: Numbers

    def needed(self) -> Numbers:
        """The smallest distortion limit under which the decoder can translate each block at its turn.

        It is 0 for a block that starts with the first word that is not yet translated: the decoder may always go back
        there. Elsewhere, the block may end no further from that word than the limit, nor start further from the end
        of the block before.
        """
        if not len(self.begin):
            return np.zeros(0, np.int64)
        # Sentences in a row, so that what is still to come is a minimum over all that follows.
        shift = self.sentence * (self.end.max() + 1)
        begin, end = self.begin + shift, self.end + shift
        first_gap = np.minimum.accumulate(begin[::-1])[::-1]
        previous = np.r_[0, end[:-1]]
        starts = np.r_[True, self.sentence[1:] != self.sentence[:-1]]
        previous[starts] = shift[starts]
        reach = np.maximum(end - first_gap, np.abs(begin - previous))
        return np.where(begin > first_gap, reach, 0)


def smallest_blocks(links: NDArray[np.int32], offsets: NDArray[np.int64]) -> Blocks:
    """The blocks of aligned sentences: links of a source and a target position each, and where each sentence's start.

    Words are joined that are linked, and so is all that lies between words of one block, on either side.
    """
    sentence = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    if not len(links):
        return Blocks(*(np.zeros(0, np.int64) for _ in range(3)))
    width = int(links.max()) + 1
    source, target = (sentence * width + links[:, side] for side in (0, 1))
    _, block = np.unique(target, return_inverse=True)
    count = 0
    while count != (count := int(block.max()) + 1):
        block = _joined(_joined(block, source), target)
    begin, last = _spans(block, source)
    return Blocks(begin // width, begin % width, last % width + 1)


def _joined(block: Numbers, positions: Numbers) -> Numbers:
    """The number of each link's block, in the order of positions, when blocks that overlap there are one."""
    begin, last = _spans(block, positions)
    order = np.argsort(begin, kind="stable")
    apart = begin[order][1:] > np.maximum.accumulate(last[order])[:-1]
    number = np.empty(len(order), np.int64)
    number[order] = np.r_[0, np.cumsum(apart)]
    return number[block]


def _spans(block: Numbers, positions: Numbers) -> tuple[Numbers, Numbers]:
    """The first and the last position of each block."""
    count = int(block.max()) + 1
    begin, last = np.full(count, np.iinfo(np.int64).max), np.full(count, -1)
    np.minimum.at(begin, block, positions)
    np.maximum.at(last, block, positions)
    return begin, last
