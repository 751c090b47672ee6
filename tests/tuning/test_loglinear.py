from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import approx_fprime
from scipy.optimize import minimize as general_minimize

from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, tune
from pitchpipe.tuning.methods.loglinear import Likelihood
from pitchpipe.tuning.scaling import scales_of
from pitchpipe.tuning.targets import equal_targets

from .tunable_pools import pool_of, random_pool, random_pools, separable_pool, stored_densely, with_sparse


def likelihood_of(pool, sigma=1.0, standardize=False, targets="corpus"):
    problem = Problem(pool, find_metric("bleu"))
    return Likelihood(problem, equal_targets(problem, targets), scales_of(pool, standardize), sigma)


def loss_by_definition(likelihood, weights):
    """Equation 6.9, list by list, with the mean over the targets of a list."""
    pool = likelihood.problem.pool
    features = pool.all_dense()
    total = weights @ weights / (2 * likelihood.sigma)
    for group, weight in enumerate(pool.group_weights):
        rows = slice(pool.offsets[group], pool.offsets[group + 1])
        probabilities = np.exp(features[rows] @ weights)
        probabilities /= probabilities.sum()
        wanted = likelihood.shares[rows] > 0
        if not wanted.all():
            total -= weight * np.log(probabilities[wanted]).mean()
    return total


@settings(deadline=None)
@given(random_pools(groups=4), st.sampled_from([0.5, 100.0, np.inf]), st.sampled_from(["corpus", "sentence"]))
def test_the_loss_is_equation_6_9(pool, sigma, targets):
    likelihood = likelihood_of(replace(pool, group_weights=np.array([1, 2, 1, 0.5])), sigma, targets=targets)
    weights = np.random.default_rng(1).normal(size=3)
    assert likelihood.loss_and_gradient(weights)[0] == pytest.approx(loss_by_definition(likelihood, weights))


@settings(deadline=None)
@given(random_pools(groups=4), st.booleans())
def test_the_gradient_equals_finite_differences(pool, standardize):
    rng = np.random.default_rng(2)
    likelihood = likelihood_of(with_sparse(pool, rng), 2.0, standardize)
    weights = rng.normal(size=9)
    numeric = approx_fprime(weights, lambda at: likelihood.loss_and_gradient(at)[0], 1e-7)
    assert likelihood.loss_and_gradient(weights)[1] == pytest.approx(numeric, abs=1e-4)


@pytest.mark.parametrize("sigma", [1.0, 100.0, np.inf])
@pytest.mark.parametrize("standardize", [True, False])
def test_the_optimum_is_that_of_a_general_solver(sigma, standardize):
    pool = random_pool(np.random.default_rng(3), groups=40, candidates=8)
    likelihood = likelihood_of(pool, sigma, standardize)
    general = general_minimize(
        lambda weights: (
            loss_by_definition(replace(likelihood, scales=np.ones(3)), weights / likelihood.scales)
            + (1 - 1 / likelihood.scales**2) @ weights**2 / (2 * sigma)
        ),
        np.zeros(3),
        method="Nelder-Mead",
        options={"xatol": 1e-8, "fatol": 1e-10, "maxiter": 5000},
    )
    tuned = tune(
        pool, f"loglinear(sigma={sigma}, standardize={standardize})", "bleu", dict.fromkeys(["f0"], -1)
    )
    assert tuned.details["loss"] == pytest.approx(general.fun, rel=1e-6)
    assert list(tuned.weights.values()) == pytest.approx(general.x / likelihood.scales, rel=1e-3, abs=1e-3)
    assert not any("likelihood" in warning for warning in tuned.warnings)


def test_sparse_features_are_learned_as_dense_ones_are():
    rng = np.random.default_rng(5)
    pool = with_sparse(random_pool(rng, groups=20, candidates=8), rng)
    dense = stored_densely(pool)
    one, other = (
        tune(some, "loglinear(standardize=false)", "bleu").details["loss"] for some in (pool, dense)
    )
    assert one == pytest.approx(other, rel=1e-9)


def test_a_likelihood_without_maximum_is_told_and_a_prior_gives_it_one():
    pool, _ = separable_pool(np.random.default_rng(6), groups=20)
    free, held = (tune(pool, f"loglinear(sigma={sigma})", "gold") for sigma in ("inf", "1"))
    assert any("without a prior the likelihood has no maximum" in warning for warning in free.warnings)
    assert np.isfinite(list(free.weights.values())).all()
    assert not held.warnings


def test_too_few_iterations_are_told():
    pool = random_pool(np.random.default_rng(7), groups=30, candidates=10)
    tuned = tune(pool, "loglinear(iterations=2)", "bleu")
    assert any("2 iterations were not enough" in warning for warning in tuned.warnings)
    assert len(tuned.steps) == 2


def test_targets_that_are_equally_good_end_equally_probable():
    pool = pool_of([["a b", "a b", "c"]] * 2, [[1, 0], [0, 1], [0, 0], [0, 1], [1, 0], [0, 0]], [["a b"]] * 2)
    tuned = tune(pool, "loglinear(sigma=1)", "bleu:1")
    assert tuned.weights["f0"] == pytest.approx(tuned.weights["f1"])
    assert tuned.weights["f0"] > 0


def test_the_length_of_the_weights_is_kept_since_it_says_how_sure_the_model_is():
    pool, _ = separable_pool(np.random.default_rng(8), groups=20)
    loose, tight = (
        sum(map(abs, tune(pool, f"loglinear(sigma={sigma})", "bleu").weights.values())) for sigma in (10, 0.1)
    )
    assert loose > 2 * tight
    assert abs(loose - 1) > 0.1


def test_lists_whose_candidates_are_all_equal_have_no_say():
    pool = pool_of(
        [["a b", "c"], ["d", "d"], ["a b", "c"]], [[1], [0], [0], [9], [0], [1]], [["a b"], ["d"], ["a b"]]
    )
    without = pool.take_groups(np.array([0, 2]))
    one, other = (
        tune(some, "loglinear(standardize=false)", "bleu:1").details["loss"] for some in (pool, without)
    )
    assert one == pytest.approx(other)
