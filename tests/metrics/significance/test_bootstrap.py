"""The bootstrap against all test sets that can be drawn from tiny corpora."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.metrics import find_metric
from pitchpipe.metrics.significance.bootstrap import interval, paired_bootstrap, resampled_scores
from pitchpipe.metrics.significance.system import System

WER = find_metric("wer")
TRIALS = 4000


def random_rows(seed, replicas=1, sentences=4):
    rng = np.random.default_rng(seed)
    edits = rng.integers(0, 5, (replicas, sentences)).astype(float)
    return np.stack([edits, np.broadcast_to(np.arange(3, 3 + sentences), edits.shape)], axis=-1)


def all_scores(rows):
    """The mean score of the replicas on each of the test sets that can be drawn."""
    sentences = range(rows.shape[1])
    drawn = product(sentences, repeat=rows.shape[1])
    return np.array([WER.score(rows[:, list(chosen)].sum(axis=1)).mean() for chosen in drawn])


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.integers(1, 3))
def test_scores_are_distributed_as_those_of_all_test_sets(seed, replicas):
    pair = [random_rows(seed, replicas), random_rows(seed + 1)]
    systems = [System(str(number), rows) for number, rows in enumerate(pair)]
    found = resampled_scores(systems, WER, trials=TRIALS)
    for scores, rows in zip(found, pair, strict=True):
        expected = all_scores(rows)
        error = 5 * expected.std() / np.sqrt(TRIALS) + 1e-9
        assert scores.mean() == pytest.approx(expected.mean(), abs=error)
        assert scores.std() == pytest.approx(expected.std(), rel=0.2, abs=1e-9)
        assert set(np.round(scores, 6)) <= set(np.round(expected, 6))


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_the_p_value_is_that_of_all_test_sets(seed):
    one, other = random_rows(seed), random_rows(seed + 1)
    real = float(WER.score(other[0].sum(axis=0)) - WER.score(one[0].sum(axis=0)))
    every = np.abs(all_scores(other) - all_scores(one))
    expected = np.mean(every - every.mean() >= abs(real) - 1e-9)
    found = resampled_scores([System("a", one), System("b", other)], WER, trials=TRIALS)
    # Near ties, a slightly other mean decides about many test sets at once.
    near = np.mean(np.abs(every - every.mean() - abs(real)) < 0.1 * every.std() + 1e-9)
    assert paired_bootstrap(real, found[1] - found[0]) == pytest.approx(expected, abs=0.04 + near)


def test_p_is_the_share_of_test_sets_that_are_above_the_mean_by_as_much():
    differences = np.array([1.0, -2.0, 3.0, 6.0])  # their sizes are 3 in the mean
    assert paired_bootstrap(2.0, differences) == (1 + 1) / (4 + 1)
    assert paired_bootstrap(-3.0, differences) == (1 + 1) / (4 + 1)
    assert paired_bootstrap(3.1, differences) == 1 / (4 + 1)
    assert paired_bootstrap(0.0, differences) == (2 + 1) / (4 + 1)


def test_systems_that_do_not_differ_are_significant_about_one_time_in_ten():
    """As the documentation warns: a test of 0.05 that looks to both sides would find about 25 of 500."""
    below = 0
    for seed in range(500):
        one, other = (random_rows([seed, number], sentences=40) for number in range(2))
        real = float(WER.score(other[0].sum(axis=0)) - WER.score(one[0].sum(axis=0)))
        found = resampled_scores([System("a", one), System("b", other)], WER, trials=200, seed=seed)
        below += paired_bootstrap(real, found[1] - found[0]) < 0.05
    assert 45 < below < 80


def test_systems_are_paired():
    rows = random_rows(1, sentences=30)
    worse = rows + np.array([1, 0])
    found = resampled_scores([System("a", rows), System("b", worse)], WER, trials=200)
    assert (found[1] > found[0]).all()


def test_an_interval_leaves_out_as_much_on_either_side():
    assert interval(np.arange(1001.0)) == pytest.approx((25, 975))
    assert interval(np.arange(1001.0), 0.5) == pytest.approx((250, 750))
