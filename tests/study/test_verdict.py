"""What the first lines of a study say."""

from itertools import combinations

import pytest

from pitchpipe.metrics.significance import AllPairs, Pair
from pitchpipe.study.study import UNTUNED
from pitchpipe.study.verdict import Standing, duration, listed, one_method, several_methods

KBMIRA, MERT, PRO = (
    Standing("kbmira", 70.84, 12.0),
    Standing("mert", 69.66, 30.0),
    Standing("pro", 69.16, 8.0),
)
ALL = [KBMIRA, MERT, PRO]


def pairs(*values, standings=ALL, trials=10_000):
    two = combinations([one.name for one in standings], 2)
    return AllPairs(
        tuple(Pair(one, other, 0.0, p, p) for (one, other), p in zip(two, values, strict=True)),
        "ar",
        trials,
        "holm",
    )


def test_a_method_that_is_significantly_better_than_all_is_best():
    assert several_methods(ALL, "bleu", "news", 63.7, pairs(1 / 10001, 0.001, 0.2)) == (
        "kbmira is best on news: bleu 70.84, significantly better than all 2 others. mert, the second, is 1.18 behind "
        "(p < 0.0001). A run takes 12 s; one of pro, the fastest, 8.0 s. The start weights have 63.70."
    )


def test_the_better_of_two_is_told_with_its_lead():
    two = [PRO, MERT]
    assert several_methods(two, "bleu", "test", None, pairs(0.0123, standings=two)) == (
        "pro is best on test: bleu 69.16, significantly better than mert (p = 0.0123). The difference is 0.50. "
        "It is also the fastest: a run takes 8.0 s."
    )


def test_a_lead_that_is_not_significant_is_not_a_win_and_cost_decides():
    assert several_methods(ALL, "bleu", "test", None, pairs(0.31, 0.02, 0.2)) == (
        "kbmira scores best on test, bleu 70.84, but not significantly better than mert (1.18 behind, p = 0.3100). "
        "It is significantly better than pro. kbmira is also the cheaper of the two: a run takes 12 s."
    )
    assert several_methods(ALL, "bleu", "test", None, pairs(0.02, 0.31, 0.2)).endswith(
        "It is significantly better than mert. pro is the cheaper of the two: a run takes 8.0 s, one of kbmira 12 s."
    )


def test_times_that_are_alike_decide_nothing():
    alike = [KBMIRA, Standing("mert", 69.66, 13.0), PRO]
    assert several_methods(alike, "bleu", "test", None, pairs(0.31, 0.02, 0.2)).endswith(
        "It is significantly better than pro. kbmira and mert take about as long: 13 s a run."
    )


def test_where_nothing_is_significant_no_method_is_best():
    assert several_methods(ALL, "bleu", "test", None, pairs(0.31, 0.07, 0.2)) == (
        "No method is significantly better than another on test: bleu is 70.84 (kbmira) to 69.16 (pro), and p is at least "
        "0.07 for every pair. pro is the cheapest of them: a run takes 8.0 s, one of kbmira 12 s."
    )
    two = [KBMIRA, MERT]
    assert several_methods(two, "bleu", "test", None, pairs(0.2, standings=two)).startswith(
        "kbmira and mert do not differ significantly on test: bleu 70.84 and 69.66 (p = 0.2000)."
    )


def test_without_a_test_text_nothing_is_called_significant():
    said = several_methods(ALL, "bleu", "the tuning text")
    assert said.startswith("kbmira scores best on the tuning text, bleu 70.84, 1.18 ahead of mert")
    assert "nothing is tested for significance" in said


@pytest.mark.parametrize(
    ("metric", "start", "p", "said"),
    [
        (
            "bleu",
            60.0,
            0.001,
            "mert improves bleu on test from 60.00 to 69.66 (+9.66), which is significant (p = 0.0010).",
        ),
        (
            "ter",
            60.0,
            0.3,
            "mert worsens ter on test from 60.00 to 69.66 (+9.66), which is not significant (p = 0.3000).",
        ),
        (
            "bleu",
            69.66,
            1.0,
            "mert does not change bleu on test from 69.66 to 69.66 (+0.00), which is not significant",
        ),
    ],
)
def test_one_method_is_compared_with_the_start_weights(metric, start, p, said):
    tested = AllPairs((Pair(UNTUNED, "mert", 0.0, p, p),), "ar", 100_000, "holm")
    assert one_method(MERT, metric, "test", start, tested).startswith(said)


def test_times_and_names_are_short():
    assert [duration(one) for one in (0.21, 12.4, 89.0, 600.0, 9000.0)] == [
        "0.2 s",
        "12 s",
        "89 s",
        "10 min",
        "2.5 h",
    ]
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c", "d"], "or") == "a, b, c or d"
    assert listed(["a", "b", "c", "d", "e"]) == "a, b, c and 2 other methods"
