import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from pitchpipe import _native
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, find_method, tune
from pitchpipe.tuning.list_visits import Lists
from pitchpipe.tuning.targets import learning_targets, losses

from .tunable_pools import pool_of, random_pool, with_sparse


def general_solution(features, target, lost, start, c):
    """Equations 6.1 and 6.2 by a general solver: the weights after one update."""
    ahead = features[target] - features
    size = len(start)
    found = minimize(
        lambda x: x[:size] @ x[:size] / 2 + c * x[size],
        np.append(np.zeros(size), max(0.0, (lost - ahead @ start).max())),
        jac=lambda x: np.append(x[:size], c),
        constraints={
            "type": "ineq",
            "fun": lambda x: ahead @ (start + x[:size]) - lost + x[size],
            "jac": lambda x: np.column_stack([ahead, np.ones(len(ahead))]),
        },
        bounds=[(None, None)] * size + [(0, None)],
        method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 500},
    )
    return start + found.x[:size]


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.booleans(), st.sampled_from([0.01, 0.1, 1.0, 100.0]))
@example(5991, False, 100.0)  # needs thousands of pairs
def test_an_update_is_the_optimum_that_a_general_solver_finds(seed, sparse, c):
    rng = np.random.default_rng(seed)
    pool = random_pool(rng, groups=1, candidates=8)
    pool = with_sparse(pool, rng, count=4) if sparse else pool
    count = len(pool.feature_names)
    lost = rng.uniform(0, 2, len(pool))
    target = int(rng.integers(len(pool)))
    lost[target] = 0
    start = rng.normal(size=count)
    features = Lists(Problem(pool, find_metric("bleu")), np.ones(count)).features
    learner = _native.Mira(features, lost, np.array([target]), start, c, np.ones(1), 1e-9, 100_000)
    learner.epoch(np.array([0]))
    expected = general_solution(pool.all_dense(), target, lost, start, c)
    np.testing.assert_allclose(learner.weights(), expected, atol=1e-4)


def test_an_update_moves_no_further_than_the_loss_asks_for():
    features = Lists(
        Problem(pool_of([["a", "b"]], [[1, 0], [0, 1]], [["a"]]), find_metric("bleu:1")), np.ones(2)
    ).features
    learner = _native.Mira(
        features, np.array([0.0, 3.0]), np.array([0]), np.zeros(2), 100.0, np.ones(1), 1e-9, 2000
    )
    learner.epoch(np.array([0]))
    np.testing.assert_allclose(learner.weights(), [1.5, -1.5])
    learner.epoch(np.array([0]))
    np.testing.assert_allclose(learner.weights(), [1.5, -1.5])
    np.testing.assert_allclose(learner.average(), [1.5, -1.5])


def test_a_loss_is_what_the_corpus_loses_when_a_candidate_replaces_the_target():
    pool = random_pool(np.random.default_rng(1), groups=4)
    problem = Problem(pool, find_metric("bleu:2"))
    targets = learning_targets(problem)
    found = losses(problem, targets, "corpus")
    best = float(problem.metric.score(problem.rows[targets].sum(axis=0)))
    for candidate in range(len(pool)):
        chosen = targets.copy()
        chosen[pool.group_of[candidate]] = candidate
        replaced = float(problem.metric.score(problem.rows[chosen].sum(axis=0)))
        assert found[candidate] == pytest.approx((best - replaced) / 100 * 4)
    assert (found > -1e-9).all()


def test_losses_point_the_other_way_for_error_rates():
    problem = Problem(random_pool(np.random.default_rng(2), groups=6), find_metric("wer"))
    found = losses(problem, learning_targets(problem), "corpus")
    assert (found > -1e-9).all()
    assert (found > 0.01).any()


def test_the_result_is_that_of_the_best_epoch_not_of_the_last():
    pool = random_pool(np.random.default_rng(3), groups=30, candidates=15, features=4)
    tuned = tune(pool, "mira", "bleu")
    assert max(tuned.steps) > tuned.steps[-1]
    assert tuned.objective == max(tuned.steps)


def test_the_targets_can_be_each_list_s_own_best():
    pool = random_pool(np.random.default_rng(4), groups=30, candidates=15, features=4)
    problem = Problem(pool, find_metric("bleu"))
    assert (learning_targets(problem, "corpus") != learning_targets(problem, "sentence")).any()
    corpus, sentence = (tune(pool, f"mira(targets={how})", "bleu") for how in ("corpus", "sentence"))
    assert corpus.weights != sentence.weights


def test_a_candidate_with_the_target_s_features_is_survived():
    pool = pool_of([["a", "b", "c"]], [[1, 0], [1, 0], [0, 1]], [["a"]])
    tuned = tune(pool, "mira", "bleu:1", {"f0": -1.0, "f1": 1.0})
    assert tuned.objective == pytest.approx(100)


def test_without_averaging_the_weights_are_those_of_the_last_visit():
    pool = random_pool(np.random.default_rng(4), groups=12, candidates=8)
    problem = Problem(pool, find_metric("bleu"))
    targets = learning_targets(problem, rng=np.random.default_rng(3))
    lists = Lists(problem, np.ones(len(pool.feature_names)))
    start = np.ones(len(pool.feature_names))
    learner = _native.Mira(
        lists.features,
        losses(problem, targets, "corpus"),
        targets,
        lists.start(start),
        100 / 12,
        lists.shares,
        1e-3,
        2000,
    )
    for _ in range(3):
        learner.epoch(np.arange(12))
    last = learner.weights()
    method = find_method("mira(epochs=3, average=false, standardize=false, shuffle=false)")
    found = method.search(problem, start, np.random.default_rng(3), lambda *step: None)
    assert found.weights == pytest.approx(last / np.abs(last).sum())
    assert found.weights != pytest.approx(learner.average() / np.abs(learner.average()).sum())
