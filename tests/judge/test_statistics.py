"""The statistics of preferences against the thesis, hand-computed cases, SciPy and scikit-learn."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import binom, binomtest
from sklearn.metrics import cohen_kappa_score

from pitchpipe.judge.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha
from pitchpipe.judge.bradley_terry import bradley_terry, strengths
from pitchpipe.judge.preferences import Preference
from pitchpipe.judge.sign_test import binomial_test, sentences_needed, sign_test, wilson_interval
from pitchpipe.judge.votes import judge_weights, vote


@pytest.mark.parametrize(
    ("percent", "p"),
    [
        (60.0, 0.0028),
        (54.5, 0.11),
        (53.0, 0.22),
        (52.5, 0.26),
        (52.0, 0.31),
        (51.5, 0.36),
        (51.0, 0.42),
        (50.5, 0.47),
    ],
)
def test_the_binomial_test_gives_the_p_values_of_the_thesis(percent, p):
    wins = round(2 * percent)
    assert round(binomial_test(wins, 200 - wins), 4 if p < 0.01 else 2) == p


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 60), st.integers(0, 60))
def test_tests_and_intervals_are_scipys(wins, losses):
    if wins + losses:
        one = binomtest(wins, wins + losses, alternative="greater")
        assert binomial_test(wins, losses) == pytest.approx(one.pvalue)
        assert sign_test(wins, losses) == pytest.approx(binomtest(wins, wins + losses).pvalue)
        expected = binomtest(wins, wins + losses).proportion_ci(0.95, "wilson")
        assert wilson_interval(wins, wins + losses) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_nothing_judged_says_nothing():
    assert binomial_test(0, 0) == sign_test(0, 0) == 1
    assert wilson_interval(0, 0) == (0, 1)


def power(count, share):
    """By the definition: the chance of as many wins as the test calls significant."""
    significant = next(
        wins for wins in range(count + 2) if wins > count or binomial_test(wins, count - wins) <= 0.05
    )
    return sum(binom.pmf(wins, count, share) for wins in range(significant, count + 1))


@pytest.mark.parametrize("share", [0.62, 0.7, 0.8, 0.95, 1.0])
def test_how_many_sentences_a_difference_needs(share):
    count = sentences_needed(share)
    assert count == sentences_needed(1 - share)
    assert all(power(more, share) >= 0.8 for more in range(count, count + 6))
    assert power(count - 1, share) < 0.8


def test_a_small_difference_needs_many_sentences_and_none_needs_all():
    # (1.6449 * 0.5 + 0.8416 * sqrt(0.51 * 0.49))**2 / 0.0001 = 15453
    assert sentences_needed(0.51) == pytest.approx(15453, abs=5)
    assert sentences_needed(0.5) is None


def preference(judge, outcome, line=1, pair=("a", "b")):
    return Preference(judge, line, pair, outcome)


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([1, 1, -1], 1),
        ([1, 0, 0], 0),
        ([1, 0, -1], 0),
        ([1, -1], 0),
        ([1, 0], 1),
        ([-1, -1, 0, 0], -1),
        ([-1], -1),
    ],
)
def test_the_majority_decides(outcomes, expected):
    found = [preference(str(number), outcome) for number, outcome in enumerate(outcomes)]
    assert vote(found) == {(("a", "b"), 1): expected}


def test_weights_turn_a_vote():
    found = [preference("good", 1), preference("bad", -1), preference("worse", -1)]
    assert vote(found, {"good": 3.0, "bad": 1.0, "worse": 1.0}) == {(("a", "b"), 1): 1}


def test_a_judges_weight_is_the_log_odds_of_agreement():
    # ann and bob agree on 8 of 10 lines: p = (8 + 1) / (10 + 2), and log(2 p / (1 - p)) = log 6
    found = [preference("ann", 1, line) for line in range(10)]
    found += [preference("bob", 1 if line < 8 else -1, line) for line in range(10)]
    assert judge_weights(found) == pytest.approx({"ann": math.log(6), "bob": math.log(6)})
    alone = [preference("ann", 1, line) for line in range(10)]
    assert judge_weights(alone) == {"ann": 1.0}


RATINGS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=30)


@settings(max_examples=40, deadline=None)
@given(RATINGS)
def test_cohens_kappa_is_scikit_learns(ratings):
    first, second = zip(*ratings, strict=True)
    found = cohen_kappa(first, second)
    if math.isnan(found):
        assert len({*first, *second}) == 1
    else:
        assert found == pytest.approx(cohen_kappa_score(first, second))


def test_cohens_kappa_by_hand():
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed .7, expected .5
    first = [1] * 25 + [0] * 25
    second = [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15
    assert cohen_kappa(first, second) == pytest.approx(0.4)


def test_fleisss_kappa_of_a_known_table():
    counts = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
    assert fleiss_kappa(np.array(counts, float)) == pytest.approx(0.210, abs=5e-4)
    assert math.isnan(fleiss_kappa(np.array([[1.0, 0.0]])))


ANSWERS = """
1 2 3 3 2 1 4 1 2 . . .
1 2 3 3 2 2 4 1 2 5 . 3
. 3 3 3 2 3 4 2 2 5 1 .
1 2 3 3 2 4 4 1 2 5 1 .
"""


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_krippendorffs_alpha_of_his_own_example(level, alpha):
    rows = [line.split() for line in ANSWERS.strip().splitlines()]
    units = [[float(one) for one in column if one != "."] for column in zip(*rows, strict=True)]
    assert krippendorff_alpha(units, level) == pytest.approx(alpha, abs=5e-4)


def test_alpha_says_nothing_of_one_answer_or_one_judge():
    assert math.isnan(krippendorff_alpha([[1.0], [2.0]]))
    assert math.isnan(krippendorff_alpha([[1.0, 1.0], [1.0, 1.0]]))


def test_two_systems_have_the_log_odds_between_them():
    found = bradley_terry(np.array([[0.0, 30.0], [10.0, 0.0]]))
    assert found[0] - found[1] == pytest.approx(math.log(3))
    assert found.sum() == pytest.approx(0)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000))
def test_strengths_are_those_of_a_general_optimizer(seed):
    wins = np.random.default_rng(seed).integers(1, 20, (4, 4)).astype(float)
    np.fill_diagonal(wins, 0)

    def loss(values):
        return float((wins * np.logaddexp(0, values[None, :] - values[:, None])).sum())

    best = minimize(loss, np.zeros(4), method="BFGS").x
    assert bradley_terry(wins) == pytest.approx(best - best.mean(), abs=1e-4)
    assert bradley_terry(np.array([wins, wins]))[1] == pytest.approx(bradley_terry(wins))


def test_one_that_always_wins_has_a_finite_strength():
    found = [preference("ann", 1, line) for line in range(20)]
    best, other = strengths(found, ["a", "b", "c"], trials=50)
    assert best.value - other.value == pytest.approx(math.log(20.5 / 0.5))
    assert (best.system, best.ranks, other.ranks) == ("a", (1, 1), (2, 2))
