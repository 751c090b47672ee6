from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem
from pitchpipe.tuning.targets import equal_targets, learning_targets, losses

from .tunable_pools import pool_of, random_pool, random_pools

HOUSES = pool_of(
    [["a house", "a small house", "the small house", "a small house"], ["x", "y"]],
    np.zeros((6, 1)),
    [["a small house"], ["z"]],
)


@given(random_pools(), st.sampled_from(["bleu", "wer", "gold"]), st.sampled_from(["corpus", "sentence"]))
def test_the_loss_is_how_much_worse_than_the_target_a_candidate_is_on_its_own(pool, spec, how):
    problem = Problem(pool, find_metric(spec))
    targets = learning_targets(problem, how)
    found = losses(problem, targets)
    scores = problem.metric.sentence_scores(problem.rows)
    for row, group in enumerate(pool.group_of):
        worse = problem.gain(scores[targets[group]], over=scores[row]) / problem.metric.scale_of(scores)
        assert found[row] == pytest.approx(max(0, worse))


def test_the_corpus_loss_is_what_the_targets_lose_if_a_candidate_takes_its_place():
    problem = Problem(random_pool(np.random.default_rng(1)), find_metric("bleu"))
    targets = learning_targets(problem)
    found = losses(problem, targets, "corpus")
    best = problem.metric.score(problem.rows[targets].sum(axis=0))
    for row, group in enumerate(problem.pool.group_of):
        chosen = targets.copy()
        chosen[group] = row
        lost = best - problem.metric.score(problem.rows[chosen].sum(axis=0))
        assert found[row] == pytest.approx(lost * problem.pool.group_count / 100)


@pytest.mark.parametrize("how", ["corpus", "sentence"])
def test_the_losses_of_a_sentence_that_counts_three_times_are_those_of_its_copies(how):
    pool = random_pool(np.random.default_rng(2))
    copies = np.repeat(np.arange(pool.group_count), 3)
    weighted = Problem(replace(pool, group_weights=np.full(pool.group_count, 3.0)), find_metric("bleu"))
    copied = Problem(pool.take_groups(copies), find_metric("bleu"))
    one, other = (learning_targets(problem, "sentence") for problem in (weighted, copied))
    assert (one - pool.offsets[:-1] == (other - copied.pool.offsets[:-1])[::3]).all()
    first_copies = np.isin(copied.pool.group_of, np.arange(0, len(copies), 3))
    assert losses(weighted, one, how) == pytest.approx(losses(copied, other, how)[first_copies])


@pytest.mark.parametrize("how", ["corpus", "sentence"])
def test_targets_that_are_equally_good_share_alike(how):
    shares = equal_targets(Problem(HOUSES, find_metric("bleu")), how)
    assert shares.tolist() == [0, 0.5, 0, 0.5, 0.5, 0.5]


def test_equal_scores_share_where_the_sentence_counts_even_if_the_statistics_differ():
    pool = pool_of([["a", "b c"]], [[0], [0]], [["x"]], gold=[1, 1])
    wide = find_metric("bleu:1 + gold")
    assert equal_targets(Problem(pool, wide), "sentence").tolist() == [0.5, 0.5]
    assert sorted(equal_targets(Problem(pool, wide), "corpus").tolist()) == [0, 1]


@pytest.mark.parametrize("times", [1.0, 100.0])
def test_losses_under_a_metric_without_a_scale_do_not_depend_on_what_it_is_multiplied_by(times):
    pool = random_pool(np.random.default_rng(3))
    problems = [
        Problem(replace(pool, gold=factor * (np.arange(len(pool)) % 7)), find_metric("gold"))
        for factor in (1.0, times)
    ]
    one, other = (losses(problem, learning_targets(problem, "sentence")) for problem in problems)
    assert one == pytest.approx(other)
    assert one.max() <= 1
