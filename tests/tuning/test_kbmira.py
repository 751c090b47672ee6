from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import _native
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, tune
from pitchpipe.tuning.list_visits import Lists
from pitchpipe.tuning.methods.kbmira import KbMira

from .tunable_pools import pool_of, random_pool, separable_pool, stored_densely, with_sparse

SEEDS = st.integers(0, 2**32)


def literal_epochs(pool, spec, start, orders, *, c, decay=0.999):
    """Cherry and Foster's algorithm, line by line: the average weights after each epoch, and the last weights."""
    bleu, features = find_metric(spec), pool.all_dense()
    rows = bleu.pool_statistics(pool)
    background = np.ones(bleu.width)
    weights = np.array(start)
    visited, averages = [], []
    for order in orders:
        for group in order:
            members = range(pool.offsets[group], pool.offsets[group + 1])
            gold = {i: bleu.score(background + rows[i]) / 100 * (background + rows[i])[-1] for i in members}
            hope = max(members, key=lambda i: features[i] @ weights + gold[i])
            fear = max(members, key=lambda i: features[i] @ weights - gold[i])
            difference = features[hope] - features[fear]
            loss = gold[hope] - gold[fear] - difference @ weights
            if loss > 0 and difference.any():
                weights = weights + min(c, loss / (difference @ difference)) * difference
            background = decay * background + rows[hope]
            visited.append(weights)
        averages.append(np.mean(visited, axis=0))
    return averages, weights


def native_epochs(pool, spec, start, orders, *, c, decay=0.999):
    problem = Problem(pool, find_metric(spec))
    lists = Lists(problem, np.ones(len(start)))
    learner = _native.KbMira(lists.features, problem.rows, decay, start, c, lists.shares)
    averages = []
    for order in orders:
        learner.epoch(np.array(order))
        averages.append(learner.average())
    return averages, learner.weights()


@settings(deadline=None, max_examples=60)
@given(
    SEEDS,
    st.booleans(),
    st.sampled_from([1e-3, 0.01, 0.3, 100.0]),
    st.sampled_from([0.1, 0.9, 0.999, 1.0]),
    st.sampled_from(["bleu", "bleu:1", "bleu:2(length=shortest)"]),
)
def test_it_is_the_algorithm_of_the_paper(seed, sparse, c, decay, spec):
    rng = np.random.default_rng(seed)
    pool = random_pool(rng, groups=6, candidates=int(rng.choice([3, 8, 25])))
    pool = with_sparse(pool, rng) if sparse else pool
    start = rng.normal(size=len(pool.feature_names))
    orders = [rng.permutation(6) for _ in range(4)]
    expected, expected_last = literal_epochs(pool, spec, start, orders, c=c, decay=decay)
    found, found_last = native_epochs(pool, spec, start, orders, c=c, decay=decay)
    np.testing.assert_allclose(found, expected, atol=1e-9)
    np.testing.assert_allclose(found_last, expected_last, atol=1e-9)


def test_the_result_is_that_of_the_best_epoch_not_of_the_last():
    pool = random_pool(np.random.default_rng(2), groups=30, candidates=15, features=4)
    tuned = tune(pool, "kbmira", "bleu")
    assert max(tuned.steps) > tuned.steps[-1]
    assert tuned.objective == max(tuned.steps)
    assert Problem(pool, find_metric("bleu")).objective(pool.vector(tuned.weights)) == max(tuned.steps)
    epoch = int(np.argmax(tuned.steps)) + 1
    assert tune(pool, f"kbmira(epochs={epoch})", "bleu").weights == tuned.weights


def test_steps_are_the_metric_of_the_average_weights_in_the_order_of_the_seed():
    pool = random_pool(np.random.default_rng(2), groups=12)
    rng = np.random.default_rng(7)
    orders = [rng.permutation(12) for _ in range(5)]
    averages, _ = literal_epochs(pool, "bleu", np.full(3, 1 / 3), orders, c=0.01)
    tuned = tune(pool, "kbmira(epochs=5, standardize=false)", "bleu", seed=7)
    assert tuned.steps == tuple(Problem(pool, find_metric("bleu")).objective(weights) for weights in averages)


def test_without_shuffling_the_seed_does_not_matter():
    pool = random_pool(np.random.default_rng(3), groups=20)
    kept, also_kept = (tune(pool, "kbmira(shuffle=false)", "bleu", seed=seed) for seed in (1, 2))
    one, other = (tune(pool, "kbmira", "bleu", seed=seed) for seed in (1, 2))
    assert kept.weights == also_kept.weights
    assert one.weights != other.weights


def test_sparse_features_give_the_weights_that_dense_ones_give():
    rng = np.random.default_rng(4)
    pool = with_sparse(random_pool(rng, groups=20), rng)
    dense = stored_densely(pool)
    spec = "kbmira(standardize=false)"
    one, other = tune(pool, spec, "bleu"), tune(dense, spec, "bleu")
    assert one.weights == pytest.approx(other.weights)
    assert any(one.weights[name] != one.weights["s0"] for name in pool.sparse_names)


@pytest.mark.parametrize("spec", ["kbmira", "mira(tolerance=1e-9)"])
def test_the_scale_of_a_feature_does_not_matter(spec):
    pool, _ = separable_pool(np.random.default_rng(5))
    scale = np.array([1e-3, 1, 1e3, 10, 0.1])
    stretched = replace(pool, dense=pool.dense * scale)
    start = {"f0": 1.0}
    plain, found = tune(pool, spec, "bleu", start), tune(stretched, spec, "bleu", start)
    assert found.objective == pytest.approx(plain.objective)
    unscaled = np.array(list(found.weights.values())) * scale
    np.testing.assert_allclose(
        unscaled / np.abs(unscaled).sum(), list(plain.weights.values()), rtol=1e-6, atol=1e-9
    )


@pytest.mark.parametrize("spec", ["wer", "chrf", "bleu - ter", "gold"])
def test_other_metrics_are_judged_by_their_sentence_scores(spec):
    pool, _ = separable_pool(np.random.default_rng(6))
    problem = Problem(pool, find_metric(spec))
    tuned = tune(pool, "kbmira", problem.metric)
    assert problem.gain(tuned.objective, tuned.start_objective) > 0


def test_a_step_closes_the_gap_between_hope_and_fear_or_is_as_long_as_c():
    # Words right: 1 and 0 of 1. On a background of ones, they are worth 2 * 2/2 and 2 * 1/2 words.
    pool = pool_of([["a", "b"]], [[1, 0], [0, 1]], [["a"]])
    short = native_epochs(pool, "bleu:1", np.zeros(2), [[0]], c=0.01)[1]
    whole = native_epochs(pool, "bleu:1", np.zeros(2), [[0]], c=100.0)[1]
    np.testing.assert_allclose(short, [0.01, -0.01])
    np.testing.assert_allclose(whole, [0.5, -0.5])


def test_half_a_list_moves_half_as_far():
    lists, features, references = [["a", "b"]], [[1, 0], [0, 1]], [["a"]]
    whole, half = (
        native_epochs(
            pool_of(lists, features, references, group_weights=[w]), "bleu:1", np.zeros(2), [[0]], c=0.01
        )
        for w in (1.0, 0.5)
    )
    np.testing.assert_allclose(half[1], whole[1] / 2)


def test_words_right_weigh_more_than_words_wrong_whatever_c_is():
    pool, planted = separable_pool(np.random.default_rng(8))
    for c in (1e-3, 0.01, 1.0):
        found = np.array(list(tune(pool, KbMira(C=c), "bleu").weights.values()))
        assert found @ planted / np.linalg.norm(found) / np.linalg.norm(planted) > 0.9
