from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.lists import Pool

from .pools import candidates_of, facts_of, pool_of, pools


def small(pool: Pool) -> Pool:
    """The pool with values whose sums cannot overflow."""
    sparse = replace(pool.sparse, values=np.clip(pool.sparse.values, -9, 9).round(2))
    return replace(pool, dense=np.clip(pool.dense, -9, 9).round(2), sparse=sparse)


@given(pools().map(small), st.integers(0, 2**32 - 1))
def test_scores_are_sums_of_weighted_features(pool, seed):
    weights = np.random.default_rng(seed).normal(size=len(pool.feature_names))
    named = pool.named(weights)
    expected = [
        sum(named[name] * value for name, value in features.items())
        for group in candidates_of(pool)
        for _, features, _ in group
    ]
    np.testing.assert_allclose(pool.scores(weights), expected, atol=1e-9)


@given(pools().map(small), st.integers(0, 2**32 - 1))
def test_winners_are_the_first_of_the_best_in_each_group(pool, seed):
    weights = np.random.default_rng(seed).integers(-1, 2, len(pool.feature_names)).astype(float)
    scores = pool.scores(weights).tolist()
    expected = [
        max(range(start, end), key=lambda row: (scores[row], -row))
        for start, end in zip(pool.offsets[:-1], pool.offsets[1:], strict=True)
    ]
    assert pool.winners(weights).tolist() == expected


@given(pools(), st.data())
def test_groups_are_taken_with_all_that_belongs_to_them(pool, data):
    chosen = data.draw(st.lists(st.integers(0, pool.group_count - 1), min_size=1))
    taken = pool.take_groups(np.array(chosen, np.int64))
    assert candidates_of(taken) == [candidates_of(pool)[group] for group in chosen]
    for ours, all_of_them in zip(facts_of(taken), facts_of(pool), strict=True):
        assert (ours is None) == (all_of_them is None)
        if ours is not None:
            assert list(ours) == [all_of_them[group] for group in chosen]


@given(pools(), st.integers(0, 2**32 - 1))
def test_named_weights_and_vectors_are_the_same_thing(pool, seed):
    vector = np.random.default_rng(seed).normal(size=len(pool.feature_names))
    np.testing.assert_array_equal(pool.vector(pool.named(vector)), vector)


def test_features_without_a_weight_get_zero_and_unknown_names_are_refused():
    pool = pool_of([[("x", [1, 2])]])
    assert pool.vector({"b": 3}).tolist() == [0, 3]
    with pytest.raises(InputError, match="there is no feature 'c'; known: a, b"):
        pool.vector({"c": 1})


@given(pools())
def test_finite_features_are_finite(pool):
    pool.check_finite()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@given(pool=pools(), data=st.data())
def test_nan_and_infinity_are_refused_by_candidate(value, pool, data):
    dense, values = pool.dense.copy(), pool.sparse.values.copy()
    places = [("dense", place) for place in np.ndindex(dense.shape)]
    places += [("sparse", entry) for entry in range(len(values))]
    if not places:
        return
    kind, place = data.draw(st.sampled_from(places))
    if kind == "dense":
        dense[place] = value
        row = place[0]
    else:
        values[place] = value
        row = int(np.searchsorted(pool.sparse.starts, place, "right")) - 1
    group = int(pool.group_of[row])
    with pytest.raises(InputError) as error:
        replace(pool, dense=dense, sparse=replace(pool.sparse, values=values)).check_finite()
    expected = f"candidate {row - pool.offsets[group]} of group {pool.group_ids[group]}"
    assert str(error.value) == f"a feature of {expected} is NaN or infinite"
