"""Regression is equation 5 of Bazrafshan et al. (2012)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, find_method, tune
from pitchpipe.tuning.methods.regression import ridge, sparse_ridge

from .tunable_pools import random_pool, stored_sparsely


@pytest.mark.parametrize("l2", [0.0, 0.5, 20.0])
def test_the_weights_are_those_of_equation_5(l2):
    pool = random_pool(np.random.default_rng(5), groups=30)
    regression = find_method(f"regression(l2={l2}, standardize=false)")
    pairs = regression.pairs(
        Problem(pool, find_metric("bleu")), seed=int(np.random.default_rng(1).integers(2**63))
    )
    x, signs = pairs.both_signs()
    g = np.repeat(pairs.gold, 2) * signs
    w = np.linalg.inv(x.T @ x + l2 * np.eye(3)) @ x.T @ g
    tuned = tune(pool, regression, "bleu", {"f0": -w[0], "f1": -w[1], "f2": -w[2]}, seed=1)
    assert list(tuned.weights.values()) == pytest.approx(w / np.abs(w).sum(), rel=1e-9)


@given(seed=st.integers(0, 2**32), l2=st.sampled_from([0.0, 0.1, 10.0]), singular=st.booleans())
def test_closed_form_and_iterations_find_the_least_squares(seed, l2, singular):
    from scipy.sparse import csr_matrix

    rng = np.random.default_rng(seed)
    rows, targets, counts = rng.normal(size=(30, 4)), rng.random(30), rng.integers(1, 4, 30).astype(float)
    if singular:
        rows[:, 2], rows[:, 3] = 0.0, rows[:, 1]
    root = np.sqrt(counts)
    stacked = np.vstack([rows * root[:, None], np.sqrt(l2) * np.eye(4)])
    expected = np.linalg.lstsq(stacked, np.concatenate([targets * root, np.zeros(4)]), rcond=1e-9)[0]
    assert ridge(rows, targets, counts, l2) == pytest.approx(expected, abs=1e-6)
    assert sparse_ridge(csr_matrix(rows), targets, counts, l2) == pytest.approx(expected, abs=1e-6)


def test_more_features_than_pairs_are_no_problem():
    pool = random_pool(np.random.default_rng(8), groups=3, candidates=4, features=60)
    for some in (pool, stored_sparsely(pool)):
        tuned = tune(some, "regression", "bleu")
        assert np.isfinite(list(tuned.weights.values())).all()
        assert tuned.objective > tuned.start_objective
