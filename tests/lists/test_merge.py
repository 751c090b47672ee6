from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, _native
from pitchpipe.arrays import SparseRows
from pitchpipe.lists import Pool, merge
from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts

from .pools import candidates_of, facts_of, pool_of, pools


def bare(pool):
    """The pool without what several pools must agree on."""
    return replace(pool, references=None, gold=None, sources=None, group_weights=np.ones(pool.group_count))


def naive_merge(parts):
    """Groups by id, candidates that are not there yet appended."""
    groups = {}
    for part in parts:
        for name, group in zip(part.group_ids, candidates_of(part), strict=True):
            kept = groups.setdefault(name, [])
            for candidate in group:
                if candidate not in kept:
                    kept.append(candidate)
    return [groups[name] for name in sorted(groups, key=int)]


@given(st.lists(pools().map(bare), min_size=1, max_size=3))
def test_merging_agrees_with_a_naive_merge(parts):
    assert candidates_of(merge(parts)) == naive_merge(parts)


@given(pools())
def test_a_pool_merged_with_itself_is_itself_without_duplicates(pool):
    pool = replace(pool, gold=None)
    merged, single = merge([pool, pool, pool]), pool.without_duplicates()
    assert candidates_of(merged) == candidates_of(single)
    assert facts_of(merged) == facts_of(single)


def test_no_candidate_is_lost_that_has_no_equal():
    rows = [("a", [1, 2]), ("a", [1, 3]), ("b", [1, 2]), ("a", [1, 2]), ("", [0, 0])]
    pool = pool_of([rows, rows[:1]])
    assert candidates_of(pool.without_duplicates()) == candidates_of(
        pool_of([[*rows[:3], rows[4]], rows[:1]])
    )


def test_leaving_out_duplicates_changes_no_score():
    rng = np.random.default_rng(3)
    words = np.array(["a", "b", "c"])
    groups = [
        [(" ".join(words[rng.integers(0, 3, 4)]), rng.integers(0, 3, 2)) for _ in range(50)] for _ in range(8)
    ]
    pool = pool_of(groups, references=GroupedTexts.of([["a b c a"]] * 8))
    single = pool.without_duplicates()
    assert len(single) < len(pool)
    bleu = find_metric("bleu:2")
    for weights in rng.normal(size=(20, 2)):
        sums = [part.statistics(bleu)[part.winners(weights)].sum(axis=0) for part in (pool, single)]
        assert bleu.score(sums[0]) == bleu.score(sums[1])


def test_zeros_of_either_sign_and_missing_values_are_the_same():
    pool = pool_of([[("a", [0.0]), ("a", [-0.0]), ("a", [0.0])]])
    pool = replace(
        pool,
        sparse=SparseRows(np.array([0, 1, 1, 2]), np.zeros(2, np.int32), np.array([0.0, -0.0])),
        sparse_names=("x",),
    )
    assert len(pool.without_duplicates()) == 1


def test_features_are_united_by_name_and_missing_ones_are_zero():
    one = replace(pool_of([[("a", [1, 2])]]), dense_names=("x", "y"))
    two = replace(pool_of([[("b", [3, 4])]]), dense_names=("z", "x"))
    merged = merge([one, two])
    assert merged.dense_names == ("x", "y", "z")
    assert merged.dense.tolist() == [[1, 2, 0], [4, 0, 3]]


def test_a_feature_that_became_rare_becomes_sparse():
    one = replace(pool_of([[("a", [1, 2])]]), dense_names=("x", "rare"))
    many = replace(pool_of([[(f"b{row}", [row]) for row in range(10)]]), dense_names=("x",))
    merged = merge([one, many])
    assert (merged.dense_names, merged.sparse_names) == (("x",), ("rare",))
    assert candidates_of(merged)[0][0] == ("a", {"x": 1, "rare": 2}, None)


def test_numbers_come_in_order_and_before_names():
    one = pool_of([[("a", [1])], [("b", [1])]], group_ids=("x", "10"))
    two = pool_of([[("c", [1])], [("d", [1])]], group_ids=("9", "x"))
    merged = merge([one, two])
    assert merged.group_ids == ("9", "10", "x")
    assert list(merged.texts) == ["c", "b", "a", "d"]


def with_facts(text, gold=None, **fields):
    return pool_of([[(text, [1])]], gold=None if gold is None else np.array([gold]), **fields)


@pytest.mark.parametrize(
    ("one", "two", "message"),
    [
        ({"sources": ("q",)}, {"sources": ("r",)}, "found a different source of sentence 0 in two lists"),
        (
            {"references": GroupedTexts.of([["q"]])},
            {"references": GroupedTexts.of([["q", "r"]])},
            "found a different set of references of sentence 0 in two lists",
        ),
        (
            {"group_weights": np.array([2.0])},
            {"group_weights": np.array([1.0])},
            "found a different weight of sentence 0 in two lists",
        ),
        ({"gold": 1.0}, {}, "found gold scores in some lists only"),
        ({"gold": 1.0}, {"gold": 2.0}, "found two gold scores for the same candidate 'a' of sentence "),
        (
            {"references": GroupedTexts.of([["q"]])},
            {"group_ids": ("1",)},
            "found no references for sentence 1",
        ),
    ],
)
def test_pools_must_agree_about_a_sentence(one, two, message):
    with pytest.raises(InputError, match=message):
        merge([with_facts("a", **one), with_facts("a", **two)])


def test_what_one_pool_knows_is_carried_along():
    known = with_facts("a", references=GroupedTexts.of([["q"]]), sources=("s",))
    merged = merge([with_facts("b"), known])
    assert facts_of(merged) == (("0",), [["q"]], [1], ("s",))
    assert list(merged.texts) == ["b", "a"]


def test_merging_nothing_is_an_error():
    with pytest.raises(InputError, match="there are no pools to merge"):
        merge([])


def test_saved_and_listed_pools_are_read_as_one(tmp_path):
    (tmp_path / "list").write_text("1 ||| b ||| a= 2\n0 ||| c ||| a= 3\n")
    pool_of([[("a", [1])]]).save(tmp_path / "pool")
    pool = Pool.read(tmp_path / "list", tmp_path / "pool")
    assert candidates_of(pool) == [[("a", {"a": 1}, None), ("c", {"a": 3}, None)], [("b", {"a": 2}, None)]]


@pytest.mark.parametrize(
    ("starts", "features"),
    [([0, 1], [0, 0]), ([0, 2, 1], [0]), ([0, 1, 3], [0, 0]), ([0, 3, 2], [0, 0]), ([1, 1, 2], [0, 0])],
)
def test_the_native_search_for_duplicates_checks_its_arrays(starts, features):
    texts, dense = GroupedTexts.of([["a", "b"]]).arrays, np.zeros((2, 1))
    entries = np.array(features, np.int32), np.zeros(len(features))
    with pytest.raises(ValueError, match="do not fit together"):
        _native.first_of_equals(texts, dense, np.array(starts, np.int64), *entries)
