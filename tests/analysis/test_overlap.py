import numpy as np
import pytest

from pitchpipe.analysis import active_features, overlap, weighted_features
from tests.tuning.tunable_pools import random_pool, with_sparse


def test_sets_and_their_intersection_are_counted():
    found = overlap({"a", "b", "c", "d"}, {"c", "x"})
    assert (found.one, found.other, found.shared) == (4, 2, 1)
    assert found.share == 0.25
    assert overlap(set(), {"x"}).share == 0


def test_a_weight_of_0_does_not_count():
    assert weighted_features({"a": 0.0, "b": -1.0, "c": 1e-9}) == {"b", "c"}


@pytest.mark.parametrize("seed", range(5))
def test_features_of_a_pool_are_those_that_some_candidate_has(seed):
    rng = np.random.default_rng(seed)
    pool = with_sparse(random_pool(rng, groups=2, candidates=2, features=2, whole_numbers=True), rng)
    pool.sparse.values[::2] = 0
    columns = pool.all_dense().any(axis=0)
    assert active_features(pool) == {
        name for name, any_value in zip(pool.feature_names, columns, strict=True) if any_value
    }
