"""Every system against every other."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import find_metric
from pitchpipe.metrics.significance import AllPairs, Pair, System, compare, compare_all, p_text
from pitchpipe.metrics.significance.corrections import CORRECTIONS
from pitchpipe.metrics.significance.randomisation import approximate_randomisation

from .outputs import output, references

SYSTEMS = [
    System.of(name, [output(seed, errors)], references())
    for name, seed, errors in (("old", 1, 5), ("new", 2, 3), ("bad", 3, 12), ("like", 4, 5))
]


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_each_pair_has_the_test_of_the_two_alone_corrected_for_all_pairs(correction):
    found = compare_all(SYSTEMS, trials=300, correction=correction)
    bleu = find_metric("bleu")
    alone = [approximate_randomisation(*two, bleu, trials=300) for two in combinations(SYSTEMS, 2)]
    assert [pair.p for pair in found.pairs] == alone
    assert [pair.corrected for pair in found.pairs] == CORRECTIONS[correction](alone)
    means = {one.name: float(one.scores(bleu).mean()) for one in SYSTEMS}
    for pair in found.pairs:
        assert pair.difference == means[pair.one] - means[pair.other]


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_what_a_comparison_with_the_first_found_is_not_done_again(test):
    first = compare(SYSTEMS, test=test, trials=200)
    known = {("old", one.name): one.difference.p for one in first.systems[1:]}
    assert compare_all(SYSTEMS, test=test, trials=200, known=known) == compare_all(
        SYSTEMS, test=test, trials=200
    )
    told = compare_all(SYSTEMS, test=test, trials=200, known={**known, ("old", "new"): 0.123})
    assert told.pair("old", "new").p == 0.123


@given(st.integers(2, 6).flatmap(lambda n: st.lists(st.floats(0, 1), min_size=n * (n - 1) // 2, max_size=15)))
def test_a_pair_is_the_same_in_either_order(values):
    names = "abcdef"
    two = list(combinations(names, 2))[: len(values)]
    corrected = CORRECTIONS["holm"](values[: len(two)])
    pairs = tuple(
        Pair(one, other, 0.0, p, q) for (one, other), p, q in zip(two, values, corrected, strict=False)
    )
    found = AllPairs(pairs, "ar", 100, "holm")
    for one, other in two:
        assert found.pair(one, other) is found.pair(other, one)
        assert found.p_text(one, other) == found.p_text(other, one)
        assert found.pair(one, other).corrected >= found.pair(one, other).p


@pytest.mark.parametrize(
    ("p", "corrected", "trials", "text"),
    [
        (1 / 10001, 1 / 10001, 10_000, "< 0.0001"),
        (1 / 10001, 6 / 10001, 10_000, "< 0.0006"),
        (2 / 10001, 2 / 10001, 10_000, "0.0002"),
        (1 / 201, 1 / 201, 200, "< 0.0050"),
        (1 / 201, 3 / 201, 200, "< 0.0150"),
        (1 / 3, 1.0, 2, "1.0000"),
        (0.2354, 0.4708, 10_000, "0.4708"),
        (3 / 1_000_001, 3 / 1_000_001, 1_000_000, "< 0.0001"),
    ],
)
def test_p_at_its_floor_is_a_bound(p, corrected, trials, text):
    assert p_text(p, corrected, trials) == text


@given(st.integers(1, 10**6), st.integers(1, 30))
def test_a_bound_is_never_below_the_value(trials, pairs):
    floor = 1 / (trials + 1)
    corrected = min(1.0, floor * pairs)
    text = p_text(floor, corrected, trials)
    if text.startswith("<"):
        assert float(text[2:]) >= corrected * 0.9999
        assert float(text[2:]) <= corrected + 0.0001
    else:
        assert corrected == 1
