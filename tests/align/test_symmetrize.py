"""Symmetrisation against literal readings of the definitions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.align import HEURISTICS, Alignments, Posterior, symmetrization, symmetrize

NEIGHBOURING = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]
SIZE = 6

positions = st.integers(0, SIZE - 1)
sets = st.sets(st.tuples(positions, positions), max_size=14)
functions = st.lists(st.one_of(st.none(), positions), max_size=SIZE)
one_each = st.tuples(functions, functions).map(
    lambda pair: (
        {(source, target) for target, source in enumerate(pair[0]) if source is not None},
        {(source, target) for source, target in enumerate(pair[1]) if target is not None},
    )
)
alignments = st.one_of(st.tuples(sets, sets), one_each)


def aligned(links, source=None, target=None):
    return any(
        (source is None or link[0] == source) and (target is None or link[1] == target) for link in links
    )


def grow_diag_final(forward, backward, neighbours, final):
    """Koehn's pseudocode: e is the target side, f the source side, and e is the outer loop."""
    alignment, union = forward & backward, forward | backward
    while True:
        before = set(alignment)
        for e in range(SIZE):
            for f in range(SIZE):
                if (f, e) not in alignment:
                    continue
                for step in neighbours:
                    new_e, new_f = e + step[0], f + step[1]
                    free = not aligned(alignment, target=new_e) or not aligned(alignment, source=new_f)
                    if free and (new_f, new_e) in union:
                        alignment.add((new_f, new_e))
        if alignment == before:
            break
    for direction in (forward, backward) if final else ():
        for e in range(SIZE):
            for f in range(SIZE):
                free = [not aligned(alignment, target=e), not aligned(alignment, source=f)]
                if final(free) and (f, e) in direction:
                    alignment.add((f, e))
    return alignment


def refined(forward, backward):
    """Och and Ney's definition, links taken by target word, then by source word, until none can be."""

    def across(links, f, e):
        return (f - 1, e) in links or (f + 1, e) in links

    def down(links, f, e):
        return (f, e - 1) in links or (f, e + 1) in links

    alignment = forward & backward
    while True:
        before = set(alignment)
        for f, e in sorted(forward | backward, key=lambda link: link[::-1]):
            more = alignment | {(f, e)}
            alone = not aligned(alignment, source=f) and not aligned(alignment, target=e)
            touches = across(alignment, f, e) or down(alignment, f, e)
            if alone or (touches and not any(across(more, *link) and down(more, *link) for link in more)):
                alignment = more
        if alignment == before:
            return alignment


DEFINITIONS = {
    "intersection": lambda forward, backward: forward & backward,
    "union": lambda forward, backward: forward | backward,
    "grow": lambda forward, backward: grow_diag_final(forward, backward, NEIGHBOURING[:4], None),
    "grow-diag": lambda forward, backward: grow_diag_final(forward, backward, NEIGHBOURING, None),
    "grow-diag-final": lambda forward, backward: grow_diag_final(forward, backward, NEIGHBOURING, any),
    "grow-diag-final-and": lambda forward, backward: grow_diag_final(forward, backward, NEIGHBOURING, all),
    "refined": refined,
}


def test_every_heuristic_has_a_definition():
    assert set(DEFINITIONS) == set(HEURISTICS)


@settings(max_examples=150)
@given(st.lists(alignments, max_size=3), st.sampled_from(sorted(HEURISTICS)), st.integers(1, 3))
def test_links_are_those_of_the_definition(pairs, how, threads):
    forward, backward = (Alignments.of(pair[side] for pair in pairs) for side in (0, 1))
    found = symmetrize(forward, backward, how, threads=threads)
    assert len(found) == len(pairs)
    for index, (one, other) in enumerate(pairs):
        assert found.line(index) == sorted(DEFINITIONS[how](one, other))


def test_final_takes_forward_links_before_backward_ones():
    forward, backward = Alignments.of([[(0, 1)]]), Alignments.of([[(0, 0)]])
    assert symmetrize(forward, backward, "grow-diag-final-and").line(0) == [(0, 1)]


def test_positions_may_be_anywhere_in_a_line():
    far = 2**31 - 1
    forward, backward = Alignments.of([[(far, far), (0, 0)]]), Alignments.of([[(far, far), (far, 0)]])
    assert symmetrize(forward, backward, "grow-diag-final").line(0) == [(0, 0), (far, far)]


def test_alignments_of_different_texts_are_refused():
    with pytest.raises(InputError, match="found alignments of 1 and of 2 lines"):
        symmetrize(Alignments.of([[]]), Alignments.of([[], []]), "union")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gro-diag", "there is no symmetrisation 'gro-diag'; did you mean 'grow-diag'?"),
        ("union:3", "union has no settings"),
        ("posterior:2", "posterior: threshold must be a number from 0 to 1, not '2'"),
    ],
)
def test_a_wrong_way_to_symmetrise_is_told(spec, message):
    with pytest.raises(InputError) as error:
        symmetrization(spec)
    assert str(error.value) == message


def test_a_threshold_is_part_of_the_spec():
    assert symmetrization("posterior:0.25") == Posterior(0.25)
