"""svm and m3n: the same search, with slacks of their own."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize as general_minimize

from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, find_method, tune
from pitchpipe.tuning.cutting_plane import minimize
from pitchpipe.tuning.targets import learning_targets, losses

from .tunable_pools import pool_of, random_pool, random_pools, separable_pool, stored_densely, with_sparse

both = pytest.mark.parametrize("name", ["svm", "m3n"])


def constraints(problem, name, targets="corpus"):
    """For each candidate but the target: its list, and a and b such that the list's slack is at least a + b·w."""
    features = problem.pool.all_dense()
    chosen = learning_targets(problem, targets)
    loss = losses(problem, chosen, "auto")
    for row, group in enumerate(problem.pool.group_of):
        if row == chosen[group]:
            continue
        behind = features[row] - features[chosen[group]]
        # Equations 6.4 and 6.6, solved for the slack.
        yield (group, loss[row], loss[row] * behind) if name == "svm" else (group, loss[row], behind)


def objective(problem, name, cost, weights):
    slacks = np.zeros(problem.pool.group_count)
    for group, margin, slope in constraints(problem, name):
        slacks[group] = max(slacks[group], margin + slope @ weights)
    return 0.5 * weights @ weights + cost * problem.pool.group_weights @ slacks


def general_minimum(problem, name, cost):
    """The programme of the thesis, one variable for each weight and each slack, by a general solver."""
    count, groups = len(problem.pool.feature_names), problem.pool.group_count
    rows, offsets = [np.zeros((0, count + groups))], []
    for group, margin, slope in constraints(problem, name):
        rows.append(np.concatenate([-slope, np.eye(groups)[group]])[None])
        offsets.append(-margin)
    matrix, bounds = np.vstack(rows), [(None, None)] * count + [(0, None)] * groups
    prices = problem.pool.group_weights
    found = general_minimize(
        lambda x: 0.5 / cost * x[:count] @ x[:count] + prices @ x[count:],
        np.concatenate([np.zeros(count), np.ones(groups)]),
        jac=lambda x: np.concatenate([x[:count] / cost, prices]),
        bounds=bounds,
        constraints={"type": "ineq", "fun": lambda x: matrix @ x + offsets, "jac": lambda x: matrix},
        method="SLSQP",
        options={"ftol": 1e-10, "maxiter": 1000},
    )
    return objective(problem, name, cost, found.x[:count])


def minimum(problem, spec):
    learner = find_method(spec)
    count = len(problem.pool.feature_names)
    return minimize(learner.slacks(problem), count, learner.gap, learner.planes, lambda *step: None)


@both
@settings(deadline=None, max_examples=30)
@given(random_pools(groups=4, candidates=6), st.sampled_from([0.1, 1.0, 30.0]))
def test_the_minimum_is_that_of_a_general_solver(name, pool, cost):
    pool = replace(pool, group_weights=np.array([1.0, 2.0, 1.0, 0.5]))
    problem = Problem(pool, find_metric("bleu"))
    found = minimum(problem, f"{name}(C={4.5 * cost}, standardize=false, gap=1e-6)")
    assert found.gap <= 1e-6
    assert found.objective == pytest.approx(objective(problem, name, cost, found.weights), rel=1e-9)
    assert found.objective == pytest.approx(general_minimum(problem, name, cost), rel=1e-4, abs=1e-9)


@both
@pytest.mark.parametrize("planes", [1, 3, 10, 100])
def test_the_gap_holds_what_it_promises_however_early_the_search_stops(name, planes):
    problem = Problem(random_pool(np.random.default_rng(3), groups=30, candidates=10), find_metric("bleu"))
    early = minimum(problem, f"{name}(planes={planes})")
    exact = minimum(problem, f"{name}(gap=1e-9)")
    assert early.objective * (1 - early.gap) <= exact.objective * (1 + 1e-9)
    assert early.objective >= exact.objective * (1 - 1e-9)


@both
def test_the_gap_is_told_and_warned_of_where_it_was_not_reached(name):
    pool = random_pool(np.random.default_rng(4), groups=30, candidates=10)
    tuned = tune(pool, name, "bleu")
    assert 0 <= tuned.details["duality gap"] <= 1e-4
    assert not any("duality gap" in warning for warning in tuned.warnings)
    early = tune(pool, f"{name}(planes=2)", "bleu")
    assert early.details["duality gap"] > 1e-4
    assert any("2 cutting planes leave a duality gap of" in warning for warning in early.warnings)
    assert early.as_dict()["details"] == early.details


@both
def test_sparse_features_are_learned_as_dense_ones_are(name):
    rng = np.random.default_rng(5)
    pool = with_sparse(random_pool(rng, groups=20, candidates=8), rng)
    dense = stored_densely(pool)
    one, other = (
        minimum(Problem(some, find_metric("bleu")), f"{name}(standardize=false, gap=1e-8)")
        for some in (pool, dense)
    )
    assert one.weights == pytest.approx(other.weights, abs=1e-4)


@both
def test_the_units_of_features_do_not_matter(name):
    pool, _ = separable_pool(np.random.default_rng(6))
    units = np.array([1e-3, 1.0, 1e3, 7.0, 1e5])
    other = tune(replace(pool, dense=pool.dense * units), name, "bleu")
    expected = np.array(list(tune(pool, name, "bleu").weights.values())) / units
    assert list(other.weights.values()) == pytest.approx(expected / np.abs(expected).sum(), rel=1e-3)


@both
def test_weights_that_satisfy_every_constraint_are_found_if_slack_is_dear(name):
    pool = pool_of(
        [["", "a small house", "a house"], ["x", "the house"]],
        [[0, 2], [1, 1], [3, 0], [2, 1], [1, 0]],
        [["a small house"], ["the house"]],
    )
    found = minimum(Problem(pool, find_metric("bleu:1")), f"{name}(C=1e5, standardize=false, gap=1e-8)")
    slacks = [
        margin + slope @ found.weights
        for _, margin, slope in constraints(Problem(pool, find_metric("bleu:1")), name)
    ]
    assert max(slacks) < 1e-4
    assert found.objective == pytest.approx(0.5 * found.weights @ found.weights, rel=1e-3)


@both
def test_lists_without_better_and_worse_keep_the_start_and_say_so(name):
    pool = pool_of([["a", "a"], ["b", "b"]], [[1, 2], [3, 4], [5, 6], [8, 7]], [["a"], ["c"]])
    tuned = tune(pool, name, "bleu:1", {"f0": 0.25, "f1": 0.75})
    assert tuned.weights == {"f0": 0.25, "f1": 0.75}
    assert any("no weights put the targets ahead" in warning for warning in tuned.warnings)


def test_a_candidate_as_good_as_the_target_costs_the_svm_nothing():
    pool = pool_of([["a b", "a b", "c"]], [[0, 0], [9, 9], [-1, 0]], [["a b"]])
    slacks = find_method("svm(standardize=false)").slacks(Problem(pool, find_metric("bleu:1")))
    assert slacks.value(slacks.scores(np.array([1.0, 1.0]))) == 0
