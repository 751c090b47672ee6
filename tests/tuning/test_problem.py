from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import _native
from pitchpipe.arrays import varying_columns
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem
from pitchpipe.tuning.scaling import within_list_deviations

from .tunable_pools import random_pool, random_pools, with_sparse

SEEDS = st.integers(0, 2**32)


@settings(deadline=None, max_examples=50)
@given(random_pools(groups=7), SEEDS, st.integers(1, 20), st.sampled_from([1, 2]), st.booleans())
def test_several_vectors_of_weights_are_judged_as_each_alone(pool, seed, count, threads, sparse):
    rng = np.random.default_rng(seed)
    pool = with_sparse(pool, rng) if sparse else pool
    problem = Problem(pool, find_metric("bleu"), threads)
    weights = [rng.integers(-2, 3, len(pool.feature_names)).astype(float) for _ in range(count)]
    assert problem.objectives(weights) == [problem.objective(one) for one in weights]


@settings(deadline=None, max_examples=50)
@given(random_pools(groups=7, candidates=30, features=5), SEEDS, st.integers(1, 20))
def test_winners_have_the_bits_of_scores(pool, seed, count):
    weights = np.random.default_rng(seed).normal(size=(count, 5))
    found = _native.winners(pool.dense, weights, pool.offsets, 2)
    assert found.tolist() == [pool.winners(one).tolist() for one in weights]


@pytest.mark.parametrize(
    "offsets",
    [[0, 2, 2, 3], [0, 2], [0, 4], [1, 3], []],
)
def test_groups_that_do_not_fit_are_refused(offsets):
    with pytest.raises(ValueError, match="do not fit together"):
        _native.winners(np.zeros((3, 1)), np.zeros((1, 1)), np.array(offsets, np.int64), 1)


def test_weights_of_another_length_are_refused():
    with pytest.raises(ValueError, match="wrong length"):
        _native.winners(np.zeros((3, 1)), np.zeros((1, 2)), np.array([0, 3]), 1)


@settings(deadline=None, max_examples=50)
@given(SEEDS, st.integers(1, 6), st.sampled_from([3, 5000]))
def test_columns_vary_that_differ_within_a_group(seed, groups, longest):
    rng = np.random.default_rng(seed)
    offsets = np.cumsum([0, *rng.integers(1, longest + 1, groups)])
    rows = np.repeat(rng.integers(3, size=(groups, 4)), np.diff(offsets), axis=0).astype(float)
    rows[rng.integers(len(rows)), rng.integers(4)] += 1
    expected = np.zeros(4, bool)
    for begin, end in pairwise(offsets):
        expected |= (rows[begin:end] != rows[begin]).any(axis=0)
    assert varying_columns(rows, offsets).tolist() == expected.tolist()


def test_deviations_are_those_around_the_means_of_lists():
    pool = random_pool(np.random.default_rng(1), groups=40)
    groups = [pool.dense[begin:end] for begin, end in pairwise(pool.offsets)]
    squares = sum(((rows - rows.mean(axis=0)) ** 2).sum(axis=0) for rows in groups)
    np.testing.assert_allclose(within_list_deviations(pool), np.sqrt(squares / len(pool)))
