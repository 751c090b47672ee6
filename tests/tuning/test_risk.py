from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.arrays import SparseRows
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, find_method, tune
from pitchpipe.tuning.methods.risk import ExpectedMetric

from .tunable_pools import pool_of, random_pool, random_pools, separable_pool, with_sparse

METRICS = [
    "bleu",
    "bleu(smooth=none)",
    "nist",
    "ter",
    "chrf",
    "meteor",
    "gold",
    "bleu - ter",
    "bleu + 2*gold",
]


@st.composite
def expectations(draw, **sizes):
    """A problem, its expected metric, weights of the features that vary, and a sharpness."""
    pool = draw(random_pools(groups=6, **sizes))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    if draw(st.booleans()):
        pool = with_sparse(pool, rng)
    pool = replace(pool, group_weights=rng.uniform(0.5, 2, pool.group_count))
    problem = Problem(pool, find_metric(draw(st.sampled_from(METRICS))))
    expected = ExpectedMetric(problem)
    return problem, expected, rng.normal(size=problem.varying.sum()), draw(st.sampled_from([0.1, 1.0, 5.0]))


def brute_force(problem, weights, gamma):
    """The definition, list by list: scores over their standard deviation, probabilities, statistics, metric."""
    pool, features = problem.pool, problem.pool.all_dense()
    lists = [slice(*pool.offsets[group : group + 2]) for group in range(pool.group_count)]
    scores = [features[rows] @ weights for rows in lists]
    scores = [values - values.mean() for values in scores]
    squares = sum(w * (values**2).sum() for w, values in zip(pool.group_weights, scores, strict=True))
    deviation = np.sqrt(squares / sum(w * len(s) for w, s in zip(pool.group_weights, scores, strict=True)))
    total = 0
    for rows, values in zip(lists, scores, strict=True):
        odds = np.exp(gamma * values / (deviation or 1))
        total = total + (odds / odds.sum()) @ problem.rows[rows]
    return float(problem.metric.score(total))


@given(expectations())
def test_the_expectation_is_the_one_that_its_definition_gives(found):
    problem, expected, weights, gamma = found
    value, _ = expected.at(weights, gamma)
    assert value == pytest.approx(brute_force(problem, expected.original(weights), gamma), rel=1e-9, abs=1e-9)


@given(expectations())
def test_the_gradient_equals_finite_differences(found):
    _, expected, weights, gamma = found
    for function in (lambda weights: expected.at(weights, gamma), expected.squared_length):
        _, gradient = function(weights)
        moves = 1e-5 * np.eye(len(weights))
        slopes = [(function(weights + move)[0] - function(weights - move)[0]) / 2e-5 for move in moves]
        assert gradient == pytest.approx(np.array(slopes), rel=1e-4, abs=1e-4)


@given(expectations())
def test_no_sharpness_gives_the_metric_of_the_averages(found):
    problem, expected, weights, _ = found
    pool = problem.pool
    sums = (np.add.reduceat(problem.rows, pool.offsets[:-1]) / np.diff(pool.offsets)[:, None]).sum(axis=0)
    assert expected.at(weights, 0.0)[0] == pytest.approx(problem.metric.score(sums))


@given(st.integers(0, 2**32), st.sampled_from(METRICS))
def test_the_sharpest_probabilities_give_the_metric_of_the_one_best(seed, spec):
    rng = np.random.default_rng(seed)
    problem = Problem(random_pool(rng, groups=10), find_metric(spec))
    expected = ExpectedMetric(problem)
    weights = rng.normal(size=problem.varying.sum())
    assert expected.at(weights, 1e9)[0] == pytest.approx(problem.objective(expected.original(weights)))


def test_dense_and_sparse_features_with_the_same_values_give_the_same():
    rng = np.random.default_rng(3)
    sparse = with_sparse(random_pool(rng, groups=20), rng)
    dense = replace(
        sparse,
        dense=sparse.all_dense(),
        dense_names=sparse.feature_names,
        sparse=SparseRows.none(len(sparse)),
        sparse_names=(),
    )
    one, other = (tune(pool, "risk", "bleu") for pool in (sparse, dense))
    assert one.weights == pytest.approx(other.weights, rel=1e-3, abs=1e-3)


def test_the_units_of_a_feature_do_not_matter():
    pool = random_pool(np.random.default_rng(4), groups=30)
    units = np.array([1e-3, 1.0, 1e3])
    one, other = (tune(some, "risk", "bleu") for some in (pool, replace(pool, dense=pool.dense * units)))
    found, scaled = (np.array(list(tuned.weights.values())) for tuned in (one, other))
    assert other.objective == pytest.approx(one.objective)
    back = scaled * units
    assert back / np.abs(back).sum() == pytest.approx(found, abs=0.02)


def test_the_sharpness_doubles_up_to_the_last():
    assert find_method("risk(first=1, last=8)").gammas() == [1, 2, 4, 8]
    assert find_method("risk(first=1, last=5)").gammas() == [1, 2, 4, 5]
    assert find_method("risk(first=3, last=3)").gammas() == [3]
    assert find_method("risk(first=1, last=81, growth=3)").gammas() == [1, 3, 9, 27, 81]


def test_the_best_step_is_returned():
    pool = random_pool(np.random.default_rng(5), groups=40, candidates=20, features=4)
    tuned = tune(pool, "risk", "bleu")
    assert len(tuned.steps) == len(find_method("risk").gammas())
    assert tuned.objective == pytest.approx(max(*tuned.steps, tuned.start_objective))


@pytest.mark.parametrize("start", [{"f0": 0.0}, {"f5": 1.0}])
def test_a_start_that_prefers_no_candidate_is_no_hindrance(start):
    pool, _ = separable_pool(np.random.default_rng(6))
    pool = replace(
        pool,
        dense=np.column_stack([pool.dense, np.full(len(pool), 0.1)]),
        dense_names=(*pool.dense_names, "f5"),
    )
    assert tune(pool, "risk", "bleu", start).objective == pytest.approx(
        tune(pool, "risk").objective, rel=0.01
    )


def test_features_that_never_vary_get_no_weight():
    pool = pool_of([["a", "b"], ["b", "a"]], [[2, 5, 0], [0, 5, 1], [0, 5, 1], [2, 5, 0]], [["b"], ["b"]])
    tuned = tune(pool, "risk", "bleu:1")
    assert tuned.objective > tuned.start_objective
    assert tuned.weights["f1"] == 0
    assert np.abs(list(tuned.weights.values())).sum() == pytest.approx(1)


def test_a_penalty_on_their_length_shortens_the_weights():
    rng = np.random.default_rng(7)
    pool = with_sparse(random_pool(rng, groups=20), rng, count=30)
    expected = ExpectedMetric(Problem(pool, find_metric("bleu")))
    lengths = []
    for l2 in (0, 1, 100):
        weights = pool.vector(tune(pool, f"risk(first=8, l2={l2})", "bleu").weights)
        lengths.append(expected.squared_length(expected.standardised(weights))[0])
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 1.2 * lengths[2]


def test_lists_of_no_weight_say_nothing():
    pool = pool_of(
        [["a", "b"], ["a", "b"]],
        [[0, 0], [1, 0], [0, 1], [1, 0]],
        [["b"], ["a"]],
        group_weights=[1, 0],
    )
    tuned = tune(pool, "risk", "bleu:1", {"f0": -1.0})
    assert tuned.objective == 100
    assert tuned.weights == {"f0": 1, "f1": 0}
