"""The alignment error rate against its definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.align import Alignments, aer

numbers = st.integers(0, 4)
sets = st.sets(st.tuples(numbers, numbers), max_size=8)


@given(st.lists(st.tuples(sets, sets, sets), min_size=1, max_size=4))
def test_the_rate_is_that_of_the_definition(lines):
    found, sure, possible = (
        {(n, *link) for n, line in enumerate(lines) for link in line[part]} for part in range(3)
    )
    allowed = possible | sure
    total = len(found) + len(sure)
    wanted = 1 - (len(found & sure) + len(found & allowed)) / total if total else 0
    parts = [Alignments.of(line[part] for line in lines) for part in range(3)]
    assert aer(*parts) == pytest.approx(wanted)
    assert aer(*parts[:2]) == pytest.approx(1 - 2 * len(found & sure) / total if total else 0)


def test_alignments_of_another_text_are_refused():
    with pytest.raises(InputError, match="found alignments of 1 lines, expected 2"):
        aer(Alignments.of([[]]), Alignments.of([[], []]))


def test_positions_that_no_line_has_are_refused():
    with pytest.raises(InputError, match="beyond position 65,535"):
        aer(Alignments.of([[(0, 65536)]]), Alignments.of([[(1, 0)]]))
