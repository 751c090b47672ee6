"""One weight for several features."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, tune
from pitchpipe.tuning.tied import Tied
from tests.tuning.tunable_pools import random_pool, with_sparse


@given(st.integers(0, 99), st.sampled_from(["f0 s*", "f[01] s[02]", "f* s1", "f[02]"]))
def test_scores_of_sums_are_those_of_equal_weights(seed, patterns):
    rng = np.random.default_rng(seed)
    pool = with_sparse(random_pool(rng), rng)
    patterns = " ".join(one for one in patterns.split() if "*" in one or "[" in one)
    tied = Tied.parse(pool.feature_names, patterns)
    small = tied.pool(pool)
    weights = small.named(rng.normal(size=len(small.feature_names)))
    whole = tied.untied(weights)
    assert set(whole) == set(pool.feature_names)
    np.testing.assert_allclose(
        small.scores(small.vector(weights)), pool.scores(pool.vector(whole)), atol=1e-12
    )
    assert tied.tied(whole) == pytest.approx(weights)
    for one in tied.sets:
        assert len({whole[name] for name in one}) == 1


def test_tuned_weights_are_shared():
    pool = random_pool(np.random.default_rng(1), groups=10)
    tied = Tied.parse(pool.feature_names, "f[02]")
    found = tied.untied(tune(tied.pool(pool), "mert(restarts=1)").weights)
    assert found["f0"] == found["f2"]


def test_patterns_that_make_no_sense_are_refused():
    for patterns, sentence in {
        "x*": "no feature 'x\\*'",
        "f0": "found one feature",
        "f* f[01]": "in two sets",
    }.items():
        with pytest.raises(InputError, match=sentence):
            Tied.parse(("f0", "f1", "f2"), patterns)
