import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.lists import reordered, rerank

from ..tuning.tunable_pools import pool_of, random_pools

WEIGHTS = st.lists(st.integers(-2, 2), min_size=3, max_size=3)


@given(random_pools(), WEIGHTS, st.integers(1, 9))
def test_candidates_are_sorted_by_score_and_equals_keep_their_order(pool, values, most):
    weights = dict(zip(pool.feature_names, values, strict=True))
    scores = pool.scores(pool.vector(weights))
    found = reordered(pool, weights, most)
    for group in range(pool.group_count):
        rows = range(pool.offsets[group], pool.offsets[group + 1])
        expected = sorted(rows, key=lambda row: -scores[row])[:most]
        begin, end = found.offsets[group : group + 2]
        assert found.candidates.group(group) == [pool.texts[row] for row in expected]
        np.testing.assert_array_equal(found.dense[begin:end], pool.dense[expected])
        np.testing.assert_array_equal(found.gold[begin:end], pool.gold[expected])


@given(random_pools(), WEIGHTS)
def test_the_first_of_a_reordered_list_is_what_rerank_picks(pool, values):
    weights = dict(zip(pool.feature_names, values, strict=True))
    assert rerank(pool, weights) == list(reordered(pool, weights, 1).texts)


def test_a_weight_without_a_feature_is_refused():
    pool = pool_of([["a"]], [[1]], [["a"]])
    with pytest.raises(InputError, match="there is no feature 'f1'"):
        rerank(pool, {"f1": 1.0})
