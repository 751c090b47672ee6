"""Approximate randomisation against all deals of tiny corpora, and against chance."""

from itertools import combinations, product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.metrics import find_metric
from pitchpipe.metrics.significance.randomisation import approximate_randomisation
from pitchpipe.metrics.significance.system import System

from .outputs import output, references

TRIALS = 2000
LEAST, MOST = 9, 45
"""Of 500 comparisons at 0.05: outside once in ten thousand times."""
ROWS = {"bleu:1": 3, "wer": 2, "chrf(char_order=2)": 6}


def exact_p(one, other, measure):
    """The share of all deals of each sentence's outputs that differ at least as much as the real one."""
    outputs = np.concatenate([one, other])
    count = len(outputs)
    deals = list(combinations(range(count), len(one)))
    whole = outputs.sum(axis=(0, 1))

    def difference(chosen):
        mine = sum(outputs[list(deal), sentence].sum(axis=0) for sentence, deal in enumerate(chosen))
        return abs(measure.score(mine) - measure.score(whole - mine))

    real = difference([deals[0]] * outputs.shape[1])
    found = [difference(chosen) for chosen in product(deals, repeat=outputs.shape[1])]
    return float(np.mean(np.array(found) >= real - 1e-9))


def assert_near(found, exact):
    assert found == pytest.approx(exact, abs=5 * sqrt(exact * (1 - exact) / TRIALS) + 2 / TRIALS)


def rows(rng, spec, replicas, sentences):
    width = ROWS[spec]
    half = rng.integers(0, 6, (replicas, sentences, width)).astype(float)
    if spec != "wer":
        half[..., : width // 3] = np.minimum(
            half[..., : width // 3], half[..., width // 3 : 2 * (width // 3)]
        )
    return half


@settings(max_examples=25)
@given(st.sampled_from(sorted(ROWS)), st.integers(1, 7), st.integers(0, 2**32))
def test_p_is_that_of_all_swaps(spec, sentences, seed):
    rng, measure = np.random.default_rng(seed), find_metric(spec)
    one, other = rows(rng, spec, 1, sentences), rows(rng, spec, 1, sentences)
    found = approximate_randomisation(System("a", one), System("b", other), measure, trials=TRIALS)
    assert_near(found, exact_p(one, other, measure))


@settings(max_examples=15)
@given(st.sampled_from(sorted(ROWS)), st.sampled_from([(2, 2), (1, 2), (3, 1)]), st.integers(0, 2**32))
def test_p_of_replicas_is_that_of_all_deals(spec, replicas, seed):
    rng, measure = np.random.default_rng(seed), find_metric(spec)
    one, other = (rows(rng, spec, count, 3) for count in replicas)
    found = approximate_randomisation(System("a", one), System("b", other), measure, trials=TRIALS)
    assert_near(found, exact_p(one, other, measure))


@pytest.mark.parametrize("replicas", [1, 2])
def test_a_relabelled_copy_is_rarely_significant(replicas):
    """Each sentence's outputs get their labels at random, so p < 0.05 comes about 25 times in 500."""
    rng, bleu = np.random.default_rng(1), find_metric("bleu")
    outputs = System.of(
        "all", [output(seed, 4, 100) for seed in range(2 * replicas)], references(100), bleu
    ).rows
    labels = np.repeat(np.arange(2 * replicas)[:, None], outputs.shape[1], axis=1)
    below = 0
    for seed in range(500):
        mixed = outputs[rng.permuted(labels, axis=0), np.arange(outputs.shape[1])]
        one, other = System("a", mixed[:replicas]), System("b", mixed[replicas:])
        below += approximate_randomisation(one, other, bleu, trials=200, seed=seed) < 0.05
    assert LEAST <= below <= MOST
