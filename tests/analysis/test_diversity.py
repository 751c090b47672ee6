"""The balanced diversity measure: its definition, and the four properties of Liu and Huang (2014), section 5.3."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.analysis import balanced_diversity, pool_diversity
from tests.tuning.tunable_pools import pool_of

WORDS = st.lists(st.sampled_from(["the", "a", "house"]), max_size=8)
TEXTS = WORDS.map(" ".join)
ORDERS = st.integers(1, 3)


def equal_ngrams(one, other, order):
    """The definition of d, but for its sign."""
    return sum(
        one[i : i + order] == other[j : j + order]
        for i in range(len(one) - order + 1)
        for j in range(len(other) - order + 1)
    )


def distance(one, other, order=2):
    return balanced_diversity([one, other], order)[0, 1]


@given(st.lists(TEXTS, min_size=1, max_size=5), ORDERS)
def test_distances_are_those_of_the_definition(texts, order):
    found = balanced_diversity(texts, order)
    for i, one in enumerate(texts):
        for j, other in enumerate(texts):
            y, z = one.split(), other.split()
            own = equal_ngrams(y, y, order) + equal_ngrams(z, z, order)
            expected = 1 - 2 * equal_ngrams(y, z, order) / own if own else float(one != other)
            assert found[i, j] == pytest.approx(expected)


@given(TEXTS, ORDERS)
def test_a_text_is_not_different_from_itself(text, order):
    assert distance(text, text, order) == 0


@given(TEXTS, TEXTS, ORDERS)
def test_distances_lie_between_0_and_1_and_go_both_ways(one, other, order):
    assert -1e-12 <= distance(one, other, order) <= 1
    assert distance(one, other, order) == distance(other, one, order)


@given(st.integers(2, 6), st.integers(2, 6))
def test_disjoint_texts_are_1_apart(one, other):
    assert distance("a " * one, "b " * other) == 1


def test_repeated_words_do_not_make_texts_equal():
    four, ten = "the the the the", "the " * 10
    for order in (1, 2, 3):
        assert 0 < distance(four, ten, order) < 1
    assert distance(four, ten, 1) == pytest.approx(1 - 2 * 40 / 116)


def test_a_pool_has_the_mean_of_its_lists_that_have_pairs():
    lists = [["a b", "a b", "c d"], ["x y", "x y"], ["alone"]]
    pool = pool_of(lists, [[0]] * 6, [["a"]] * 3)
    assert pool_diversity(pool) == pytest.approx((2 / 3 + 0) / 2)
    assert pool_diversity(pool, most=2) == 0
    assert pool_diversity(pool.take_groups(np.array([2]))) == 0


def test_ngrams_have_words():
    with pytest.raises(InputError, match="found n-grams of 0 words, expected at least 1"):
        balanced_diversity(["a"], 0)
