"""The pair sampler is figure 4 of Hopkins and May (2011)."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, _native
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, find_method
from pitchpipe.tuning.methods.pro import Pro
from pitchpipe.tuning.methods.regression import Regression
from pitchpipe.tuning.pairs import Pairs, gold_scores

from .tunable_pools import pool_of, random_pool, stored_sparsely

NO_LENGTHS = np.zeros(0, np.int64)


DEFAULTS = {
    "lengths": NO_LENGTHS,
    "samples": 200,
    "keep": 10,
    "sigmoid": False,
    "threshold": 0.05,
    "distinct": False,
    "most_words": 0,
    "seed": 3,
    "threads": 1,
}


def sample(gold, offsets, **settings):
    scores, groups = np.asarray(gold, float), np.asarray(offsets, np.int64)
    better, worse = _native.sample_pairs(scores, offsets=groups, **{**DEFAULTS, **settings})
    return list(zip(better.tolist(), worse.tolist(), strict=True))


def figure_4(gold, draws, keep, alpha, distinct=False):
    """The paper's sampler, line by line; `sign` is undefined for equals, so they are left out."""
    v = []
    for j, other, chance in zip(*draws, strict=True):
        difference = abs(gold[j] - gold[other])
        if difference > 0 and chance < alpha(difference):
            v.append((j, other, difference))
    v.sort(key=lambda pair: pair[2], reverse=True)
    pairs = [(int(j), int(o)) if gold[j] > gold[o] else (int(o), int(j)) for j, o, _ in v]
    return (list(dict.fromkeys(pairs)) if distinct else pairs)[:keep]


def sigmoid_of(gold):
    differences = [abs(a - b) for i, a in enumerate(gold) for b in gold[:i]]
    mean = sum(differences) / max(1, len(differences))
    return lambda difference: 1 / (1 + math.exp(mean - difference))


@given(
    lists=st.lists(st.lists(st.integers(0, 12), min_size=1, max_size=25), min_size=1, max_size=4),
    settings=st.fixed_dictionaries(
        {
            "samples": st.integers(1, 400),
            "keep": st.integers(1, 40),
            "threshold": st.sampled_from([0.0, 0.05, 0.25, 3.0]),
            "sigmoid": st.booleans(),
            "distinct": st.booleans(),
            "seed": st.integers(0, 2**64 - 1),
        }
    ),
)
def test_it_equals_figure_4_for_the_same_draws(lists, settings):
    offsets = np.concatenate([[0], np.cumsum([len(one) for one in lists])])
    gold = np.concatenate(lists) / 8  # of eighths, differences are exact and often equal
    expected = []
    for group, begin in enumerate(offsets[:-1]):
        own = gold[begin : offsets[group + 1]]
        draws = _native.pair_draws(len(own), settings["samples"], settings["seed"], group)
        alpha = sigmoid_of(own) if settings["sigmoid"] else lambda n: float(n >= settings["threshold"])
        pairs = figure_4(own, draws, settings["keep"], alpha, settings["distinct"])
        expected += [(begin + a, begin + b) for a, b in pairs]
    assert sample(gold, offsets, **settings) == expected


def test_all_pairs_are_drawn_equally_often():
    first, second, chance = _native.pair_draws(4, 64_000, 7, 0)
    counts = np.bincount(4 * first + second, minlength=16)
    assert ((counts - 4000) ** 2 / 4000).sum() < 37.7  # chi-square, 15 degrees of freedom, 0.1 %
    assert np.histogram(chance, 4, (0, 1))[0] == pytest.approx(16_000, rel=0.03)


def test_groups_and_seeds_have_draws_of_their_own():
    draws = {tuple(_native.pair_draws(100, 20, seed, group)[0]) for seed in range(5) for group in range(5)}
    assert len(draws) == 25


def test_threads_make_no_difference():
    gold = np.random.default_rng(1).random(40 * 50)
    one, two = (sample(gold, np.arange(0, 2001, 40), threads=threads) for threads in (1, 2))
    assert one == two
    assert len(one) == 50 * 10


def test_one_candidate_or_equal_ones_give_no_pairs():
    assert sample([0.5], [0, 1]) == []
    assert sample([0.5] * 6, [0, 6], threshold=0.0) == []
    assert sample([0.5] * 6, [0, 1, 6], sigmoid=True) == []
    assert sample([0.5, 0.52], [0, 2]) == []
    assert sample([], [0]) == []


def test_the_length_guard_drops_pairs_of_very_different_length():
    gold, lengths = np.linspace(0, 1, 30), np.arange(30, dtype=np.int64)
    pairs = sample(gold, [0, 30], lengths=lengths, most_words=4, threshold=0.0)
    assert pairs
    assert {abs(better - worse) for better, worse in pairs} == {4}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"gold": [1.0, np.nan]}, "candidate 1 is NaN"),
        ({"offsets": [0, 3]}, "do not cut 2 candidates"),
        ({"offsets": [0, 2, 1, 2]}, "group 1 has an impossible size"),
        ({"offsets": []}, "do not cut"),
        ({"lengths": np.array([1], np.int64)}, "1 lengths for 2 candidates"),
        ({"lengths": np.array([1, -1], np.int64)}, "a length is negative"),
        ({"samples": 2**40}, "at most 2\\^32"),
        ({"threshold": np.nan}, "threshold is NaN"),
    ],
)
def test_native_code_refuses_what_does_not_fit(changed, message):
    with pytest.raises(ValueError, match=message):
        sample(**{"gold": [0.0, 1.0], "offsets": [0, 2], **changed})


@pytest.mark.parametrize("spec", ["bleu", "wer", "nist", "gold", "bleu - ter", "nist - ter"])
def test_gold_scores_are_from_0_to_1_and_higher_for_better_candidates(spec):
    pool = pool_of([["a b c d", "a b x y", "x y z"]], [[1], [2], [3]], [["a b c d"]], gold=[7000, 5000, 1000])
    scores = gold_scores(Problem(pool, find_metric(spec)), find_metric(spec))
    assert (np.diff(scores) < 0).all()
    assert 0.4 < np.ptp(scores) < 1.6


def test_gold_scores_do_not_see_group_weights():
    pool = random_pool(np.random.default_rng(2))
    heavy = pool_of(
        [pool.candidates.group(group) for group in range(5)],
        pool.dense,
        [pool.references.group(group) for group in range(5)],
        group_weights=[5, 1, 1, 1, 1],
    )
    one, other = (
        gold_scores(Problem(some, find_metric("bleu")), find_metric("bleu")) for some in (pool, heavy)
    )
    assert one == pytest.approx(other)


def test_the_gold_metric_can_be_another_than_the_tuned_one():
    pool = random_pool(np.random.default_rng(5), groups=20)
    pairs = find_method("pro(gold=wer, threshold=0)").pairs(Problem(pool, find_metric("bleu")), seed=1)
    errors = find_metric("wer").sentence_scores(pool.statistics(find_metric("wer")))
    assert len(pairs) > 50
    assert (errors[pairs.better] < errors[pairs.worse]).all()
    with pytest.raises(InputError, match="there is no metric 'blue'"):
        find_method("pro(gold=blue)")


@pytest.mark.parametrize("sparsely", [False, True])
def test_both_signs_of_each_pair_are_instances(sparsely):
    pool = random_pool(np.random.default_rng(6), groups=10)
    features = pool.dense
    problem = Problem(stored_sparsely(pool) if sparsely else pool, find_metric("bleu"))
    pairs = find_method("pro").pairs(problem, seed=1)
    rows, labels = pairs.both_signs()
    rows = rows.toarray() if sparsely else rows
    expected = features[pairs.better] - features[pairs.worse]
    assert rows[::2] == pytest.approx(expected)
    assert rows[1::2] == pytest.approx(-expected)
    assert labels.tolist() == [1, -1] * len(pairs)


@pytest.mark.parametrize("method", [Pro(), Regression(l2=1.0)])
def test_sparse_weights_are_drawn_to_0_the_more_strongly_the_more_of_them_there_are(method):
    rng = np.random.default_rng(3)
    few, many = (
        Pairs(*_no_places(200), _sparse(rng, count), rng.random(200) + 0.1, np.ones(200))
        for count in (5, 500)
    )
    for pairs, ratio in ((few, 1.0), (many, 50.0)):
        by_default = method._learned(pairs, 2, np.random.default_rng(1))
        for asked, same in ((ratio, True), (ratio + 5, False)):
            named = replace(method, sparse_l2=asked)._learned(pairs, 2, np.random.default_rng(1))
            assert np.array_equal(named, by_default) == same
    alike = replace(method, sparse_l2=1.0)._learned(many, 2, np.random.default_rng(1))
    drawn = method._learned(many, 2, np.random.default_rng(1))
    assert np.abs(drawn[:2]).sum() > np.abs(alike[:2]).sum()


def _no_places(count):
    return (np.zeros(count, np.int64),) * 3


def _sparse(rng, count):
    from scipy.sparse import csr_matrix, hstack, random

    rows = random(
        200, count, density=0.05, random_state=1, data_rvs=lambda size: rng.choice([-1.0, 1.0], size)
    )
    return csr_matrix(hstack([csr_matrix(rng.normal(size=(200, 2)) + 0.3), rows]))
