"""Minimum Bayes risk: expected utilities by their definition."""

from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, mbr, metric
from pitchpipe.lists import Mbr, Pool, expected_utilities
from pitchpipe.lists.confidence import confident_utilities
from pitchpipe.metrics.judged import JudgedTexts
from pitchpipe.text import GroupedTexts

TEXT = st.lists(st.sampled_from(["a", "b", "ab", "the", "house", "."]), max_size=5).map(" ".join)
LISTS = st.lists(st.lists(TEXT, min_size=1, max_size=5), min_size=1, max_size=4).filter(
    lambda lists: any(text for texts in lists for text in texts)
)
SAMPLES = [
    ["the house is cold", "the house is old", "the house was old", "a tree"],
    ["yes"],
    ["no no", "no", "no no no", "no no"],
]


def utility(name, candidate, other):
    chosen = metric(name)
    rows = chosen.statistics(GroupedTexts.of([[candidate]]), GroupedTexts.of([[other]]))
    return float(chosen.sentence_scores(rows)[0]) * (1 if chosen.higher_is_better else -1)


def definition(name, lists, shares):
    return [
        sum(share * utility(name, one, other) for share, other in zip(own, texts, strict=True))
        for texts, own in zip(lists, shares, strict=True)
        for one in texts
    ]


def equal_shares(lists):
    return [[1 / len(texts)] * len(texts) for texts in lists]


@pytest.mark.parametrize("name", ["chrf", "bleu", "ter", "wer", "chrf - ter"])
@given(LISTS)
def test_expected_utility_is_the_mean_over_all_candidates(name, lists):
    found = expected_utilities(Pool.of(lists), name)
    np.testing.assert_allclose(found, definition(name, lists, equal_shares(lists)), atol=1e-9)


@given(LISTS, st.floats(0.5, 3), st.data())
def test_candidates_may_be_as_likely_as_their_score_says(lists, temperature, data):
    scores = [data.draw(st.lists(st.floats(-5, 5), min_size=len(one), max_size=len(one))) for one in lists]
    pool = Pool.of(lists, features=[[{"s": value} for value in row] for row in scores])
    shares = [np.exp(2 * np.array(row) / temperature) for row in scores]
    shares = [row / row.sum() for row in shares]
    found = expected_utilities(pool, Mbr(metric="chrf", temperature=temperature), weights={"s": 2.0})
    np.testing.assert_allclose(found, definition("chrf", lists, shares), atol=1e-8)


def test_other_texts_may_be_the_truth():
    lists, others = [["a house", "the tree"], ["yes", "no"]], [["the tree", "trees", "the tree"], ["no"]]
    pool, texts = Pool.of(lists), GroupedTexts.of(others)
    expected = [
        np.mean([utility("chrf", one, other) for other in row])
        for group, row in zip(lists, others, strict=True)
        for one in group
    ]
    np.testing.assert_allclose(expected_utilities(pool, "chrf", references=texts), expected)
    assert mbr(pool, "chrf", references=texts) == ["the tree", "no"]


def test_the_best_on_average_is_chosen_and_of_equals_the_first():
    assert mbr(Pool.of(SAMPLES), "chrf") == ["the house is old", "yes", "no no"]
    assert mbr(Pool.of([["b a", "a b"]]), "wer") == ["b a"]


def test_blocks_do_not_change_anything(monkeypatch):
    whole = expected_utilities(Pool.of(SAMPLES), "chrf")
    monkeypatch.setattr(import_module("pitchpipe.lists.mbr"), "MOST_CELLS", 1)
    np.testing.assert_array_equal(expected_utilities(Pool.of(SAMPLES), "chrf", threads=2), whole)


def test_the_mean_of_a_list_stands_for_its_texts():
    pool = Pool.of(SAMPLES)
    found = expected_utilities(pool, Mbr(metric="chrf", average=True))
    chosen = metric("chrf")
    rows = chosen.average_statistics(JudgedTexts(pool.candidates), np.repeat([1 / 4, 1, 1 / 4], [4, 1, 4]))
    np.testing.assert_allclose(found, chosen.sentence_scores(rows))
    assert not np.allclose(found, expected_utilities(pool, "chrf"))


@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 60))
def test_pruning_keeps_the_best_of_the_texts_that_were_seen(seed, candidates, texts):
    """With utilities that differ by more than they vary, what is dropped is not the best."""
    rng = np.random.default_rng(seed)
    true = 10.0 * rng.permutation(candidates)
    table = true[:, None] + rng.uniform(-1, 1, (candidates, texts))
    asked = []

    def ask(rows, columns):
        asked.append(len(rows) * len(columns))
        return table[np.ix_(rows, columns)]

    found = confident_utilities(ask, candidates, np.full(texts, 1 / texts), 0.99, np.random.default_rng(1))
    assert np.argmax(found) == np.argmax(true)
    assert sum(asked) <= candidates * texts
    if candidates > 1 and texts > 8:
        assert sum(asked) == candidates * 8  # all but the best are dropped after the first texts


def test_where_nothing_differs_nothing_is_dropped():
    table, asked = np.zeros((5, 40)), []

    def ask(rows, columns):
        asked.append((len(rows), len(columns)))
        return table[np.ix_(rows, columns)]

    confident_utilities(ask, 5, np.full(40, 1 / 40), 0.99, np.random.default_rng(1))
    assert asked == [(5, 8), (5, 8), (5, 16), (5, 8)]


def test_those_dropped_are_below_those_that_stay():
    rng = np.random.default_rng(5)
    table = rng.normal(size=(30, 200)) + np.linspace(0, 0.3, 30)[:, None]
    found = confident_utilities(
        lambda rows, columns: table[np.ix_(rows, columns)], 30, np.full(200, 0.005), 0.9, rng
    )
    whole = table.mean(axis=1)
    stay = np.isclose(found, whole)
    assert 1 < stay.sum() < 30
    assert found[~stay].max() < found[stay].min()


def test_with_pruning_the_choice_is_the_same_on_clear_lists():
    lists = [["the house is old", "the house is very old", "x y z", "q"] * 5]
    for name in ("chrf", "ter"):
        exact = mbr(Pool.of(lists), name)
        assert mbr(Pool.of(lists), Mbr(metric=name, prune=0.99)) == exact


def test_what_does_not_go_together_is_refused():
    pool = Pool.of([["a", "b"]], features=[[{"s": 1}, {"s": 2}]])
    with pytest.raises(InputError, match="average and prune"):
        Mbr(average=True, prune=0.9)
    with pytest.raises(InputError, match="1 lists and 2 of texts"):
        mbr(pool, references=GroupedTexts.of([["a"], ["b"]]))
    with pytest.raises(InputError, match="weights and texts"):
        mbr(pool, weights={"s": 1}, references=GroupedTexts.of([["a"]]))
    with pytest.raises(InputError, match="without texts"):
        mbr(pool, references=GroupedTexts.of([[]]))
    with pytest.raises(InputError, match="ter cannot compare"):
        mbr(pool, Mbr(metric="ter", average=True))
    with pytest.raises(InputError, match="chrff"):
        Mbr(metric="chrff")


def test_a_metric_that_wants_the_source_sees_that_of_its_list():
    lists, sources = [["a b", "c"], ["b", "b c"]], ["a a", "c"]
    pool = Pool.of(lists, sources=sources)
    spec = "python(tests.metrics.scorers:Lengths, source=true)"
    found = expected_utilities(pool, spec)
    chosen = metric(spec)
    expected = [
        np.mean(
            [
                chosen.sentence_scores(
                    chosen.pool_statistics(
                        JudgedTexts(GroupedTexts.of([[one]]), GroupedTexts.of([[other]]), [source])
                    )
                )[0]
                for other in texts
            ]
        )
        for texts, source in zip(lists, sources, strict=True)
        for one in texts
    ]
    np.testing.assert_allclose(found, expected)
