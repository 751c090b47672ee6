from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.lists import Pool, oracle
from pitchpipe.metrics import find_metric

from ..tuning.tunable_pools import pool_of, random_pool, random_pools

FINDINGS = Path(__file__).parents[1] / "fuzz" / "findings"
METRICS = ["bleu", "bleu:2", "ter", "wer", "chrf", "gold", "bleu - ter"]


def every_score(pool, built):
    """The corpus score of every choice of one candidate from each list."""
    rows = pool.statistics(built)
    lists = [range(begin, end) for begin, end in zip(pool.offsets[:-1], pool.offsets[1:], strict=True)]
    return {choice: float(built.score(rows[list(choice)].sum(axis=0))) for choice in product(*lists)}


@given(random_pools(groups=3, candidates=4, features=1), st.sampled_from(METRICS))
def test_what_is_found_can_be_had_and_no_single_change_betters_it(pool, spec):
    built = find_metric(spec)
    sign = 1 if built.higher_is_better else -1
    scores = every_score(pool, built)
    found = oracle(pool, built)
    for rows, score, direction in (
        (found.best_rows, found.best, sign),
        (found.worst_rows, found.worst, -sign),
    ):
        assert scores[rows] == pytest.approx(score)
        for choice, other in scores.items():
            if sum(a != b for a, b in zip(choice, rows, strict=True)) == 1:
                assert direction * other <= direction * score + 1e-6


@given(random_pools(groups=4, candidates=4, features=1))
def test_where_the_score_is_a_mean_the_oracle_is_exact(pool):
    scores = every_score(pool, find_metric("gold")).values()
    found = oracle(pool, "gold")
    assert found.best == pytest.approx(max(scores))
    assert found.worst == pytest.approx(min(scores))


@pytest.mark.parametrize("spec", METRICS)
def test_on_most_small_pools_greedy_search_finds_the_true_bounds(spec):
    built = find_metric(spec)
    exact = 0
    for seed in range(20):
        pool = random_pool(np.random.default_rng(seed), groups=4, candidates=5)
        scores = every_score(pool, built).values()
        best, worst = (max, min) if built.higher_is_better else (min, max)
        found = oracle(pool, built)
        exact += found.best == pytest.approx(best(scores)) and found.worst == pytest.approx(worst(scores))
    assert exact >= 16


@given(random_pools(), st.sampled_from(METRICS))
def test_the_first_candidates_lie_between_worst_and_best(pool, spec):
    built = find_metric(spec)
    found = oracle(pool, built)
    first = float(built.score(pool.statistics(built)[pool.offsets[:-1]].sum(axis=0)))
    assert found.current == first
    low, high = sorted([found.worst, found.best])
    assert low - 1e-9 <= found.current <= high + 1e-9


def test_a_heavier_sentence_counts_for_more():
    lists = [["a b", "a x"], ["c", "d"]]
    pool = pool_of(lists, [[0]] * 4, [["a b"], ["d"]], group_weights=[1, 10])
    assert oracle(pool, "wer").current == pytest.approx(100 * 10 / 12)
    assert oracle(pool, "wer").worst == pytest.approx(100 * 11 / 12)
    assert oracle(pool, "wer").best == 0


def test_climbing_ends_where_rounding_makes_steps_up_of_steps_down():
    """Lists whose weights are nearly 0: what is taken away from a sum of their statistics does not leave the rest of it."""
    pool = Pool.read_saved(FINDINGS / "study-news.npz" / "weights-near-0")
    found = oracle(pool, "bleu")
    assert found.worst <= found.current <= found.best
