"""How far the decoder must jump, against the definition word by word."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.align import Alignments
from pitchpipe.phrases.jumps import smallest_blocks

POSITIONS = st.integers(0, 6)
ALIGNMENTS = st.lists(st.sets(st.tuples(POSITIONS, POSITIONS), max_size=9), max_size=4)


def phrase_pairs(links):
    """Spans with links within, none of which leads from within one to outside the other; without unaligned edges."""
    for first in range(7):
        for last in range(first, 7):
            within = [(s, t) for s, t in links if first <= t <= last]
            if {first, last} <= {t for _, t in within}:
                span = range(min(s for s, _ in within), max(s for s, _ in within) + 1)
                if all(first <= t <= last for s, t in links if s in span):
                    yield first, span, within


def brute_blocks(links):
    """Of all ways to divide the links into phrase pairs that do not overlap, the one of most; in the target's order."""
    if not links:
        return []
    pairs = [pair for pair in phrase_pairs(links) if pair[0] == min(t for _, t in links)]
    found = []
    for _, span, within in pairs:
        others = brute_blocks(links - set(within))
        if not any(begin < span.stop and span.start < end for begin, end in others):
            found.append([(span.start, span.stop), *others])
    return max(found, key=len)


def may_be_translated(blocks, number, limit):
    """The decoder's rule for a block, when those before it are translated."""
    begin, end = blocks[number]
    first_gap = min(one for one, _ in blocks[number:])
    previous = blocks[number - 1][1] if number else 0
    return begin == first_gap or (end - first_gap <= limit and abs(begin - previous) <= limit)


@given(ALIGNMENTS)
def test_blocks_are_the_smallest_phrase_pairs(lines):
    found = smallest_blocks(*Alignments.of(lines).arrays)
    expected = [(i, *block) for i, links in enumerate(lines) for block in brute_blocks(links)]
    assert list(zip(found.sentence, found.begin, found.end, strict=True)) == expected


@given(ALIGNMENTS)
def test_the_needed_limit_is_the_smallest_that_the_decoder_can_do_with(lines):
    expected = [
        min(limit for limit in range(9) if may_be_translated(blocks, number, limit))
        for blocks in map(brute_blocks, lines)
        for number in range(len(blocks))
    ]
    assert smallest_blocks(*Alignments.of(lines).arrays).needed().tolist() == expected


@pytest.mark.parametrize(
    ("links", "needed"),
    [
        ([(0, 0), (1, 1), (2, 2)], [0, 0, 0]),
        ([(2, 0), (1, 1), (0, 2)], [3, 2, 0]),
        ([(3, 0), (0, 1), (1, 2), (2, 3)], [4, 0, 0, 0]),
        ([(0, 0), (2, 0), (1, 1)], [0]),
    ],
    ids=["in order", "in the opposite order", "the last word comes first", "one block around another word"],
)
def test_worked_examples(links, needed):
    assert smallest_blocks(*Alignments.of([links]).arrays).needed().tolist() == needed


def test_sentences_do_not_touch_each_other():
    alone = Alignments.of([[(1, 0), (0, 1)]])
    twice = Alignments.of([[(1, 0), (0, 1)], [], [(1, 0), (0, 1)]])
    needed = smallest_blocks(*alone.arrays).needed()
    assert smallest_blocks(*twice.arrays).needed().tolist() == np.tile(needed, 2).tolist()
