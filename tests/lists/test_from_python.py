"""Pools of lists, dictionaries, arrays and tables."""

import doctest
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given

import pitchpipe
from pitchpipe import InputError, Pool
from pitchpipe.lists import merge, pool, rerank

from .pools import candidates_of, facts_of, pools

TEXTS = [["the house", "a house"], ["yes"]]
FEATURES = [[{"lm": -1.2, "tm": -3}, {"lm": -1.4}], [{"lm": -0.1, "tm": 1}]]
SAME = [
    [("the house", {"lm": -1.2, "tm": -3}, None), ("a house", {"lm": -1.4}, None)],
    [("yes", {"lm": -0.1, "tm": 1}, None)],
]
COLUMNS = {"lm": [-1.2, -1.4, -0.1], "tm": [-3, 0, 1]}
TABLE = {
    "sentence": [7, 9, 7],
    "text": ["the house", "yes", "a house"],
    "lm": np.array([-1.2, -0.1, -1.4]),
    "tm": [-3, 1, 0],
    "reference": ["a house", "yes", "a house"],
    "gold": [0.5, 1.0, 1.0],
}


class Frame:
    """As much of a DataFrame as is looked at."""

    def __init__(self, columns):
        self.columns = list(columns)
        self._columns = columns

    def __getitem__(self, name):
        return iter(self._columns[name])


def held(found):
    """What a pool holds, as arguments of `Pool.of`."""
    groups = []
    for group, (start, end) in enumerate(zip(found.offsets[:-1], found.offsets[1:], strict=True)):
        groups.append([])
        for row in range(start, end):
            entries = slice(found.sparse.starts[row], found.sparse.starts[row + 1])
            names = [found.sparse_names[feature] for feature in found.sparse.features[entries]]
            sparse = dict(zip(names, found.sparse.values[entries].tolist(), strict=True))
            groups[group].append(
                dict(zip(found.dense_names, found.dense[row].tolist(), strict=True)) | sparse
            )
    references = found.references
    return {
        "candidates": [found.candidates.group(group) for group in range(found.group_count)],
        "features": groups,
        "references": references and [references.group(group) for group in range(len(references))],
        "gold": found.gold,
        "ids": found.group_ids,
        "sources": found.sources,
        "group_weights": found.group_weights,
    }


def assert_same(one, other):
    assert (one.dense_names, one.sparse_names) == (other.dense_names, other.sparse_names)
    assert candidates_of(one) == candidates_of(other)
    assert facts_of(one) == facts_of(other)
    for name in ("offsets", "dense"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    for name in ("starts", "features", "values"):
        np.testing.assert_array_equal(getattr(one.sparse, name), getattr(other.sparse, name))


@given(pools())
def test_what_a_read_pool_holds_makes_the_same_pool(tmp_path_factory, drawn):
    path = tmp_path_factory.mktemp("pool") / "lists"
    drawn.write_jsonl(path)
    read = Pool.read(path)
    assert_same(Pool.of(**held(read)), read)


@pytest.mark.parametrize(
    "features",
    [
        FEATURES,
        [one for group in FEATURES for one in group],
        COLUMNS,
        {name: np.array(values, np.float32) for name, values in COLUMNS.items()},
        {name: (values[:2], values[2:]) for name, values in COLUMNS.items()},
        [[{"lm": np.float64(-1.2), "tm": np.int32(-3)}, {"lm": -1.4}], [{"lm": -0.1, "tm": True}]],
    ],
)
def test_features_are_dictionaries_or_columns_nested_or_in_a_row(features):
    found = Pool.of(TEXTS, features)
    assert found.dense_names == ("lm", "tm")
    np.testing.assert_allclose(found.dense, [[-1.2, -3], [-1.4, 0], [-0.1, 1]], rtol=1e-7)
    assert found.offsets.tolist() == [0, 2, 3]


@pytest.mark.parametrize("kind", [dict, Frame])
def test_a_table_has_a_row_for_each_candidate(kind):
    found = Pool.of(
        kind(TABLE),
        sentence="sentence",
        text="text",
        features=["lm", "tm"],
        references="reference",
        gold="gold",
    )
    gold = [[(text, features, 1.0) for text, features, _ in group] for group in SAME]
    gold[0][0] = (*gold[0][0][:2], 0.5)
    assert candidates_of(found) == gold
    assert facts_of(found) == (("7", "9"), [["a house"], ["yes"]], [1, 1], None)


def test_sentences_keep_their_order_whatever_their_ids():
    found = Pool.of(TEXTS, FEATURES, ids=[10, 2], sources=["das Haus", "ja"], references=[["a", " b "], "c"])
    assert candidates_of(found) == SAME
    assert facts_of(found) == (("10", "2"), [["a", "b"], ["c"]], [1, 1], ("das Haus", "ja"))


def test_a_rare_feature_of_dictionaries_is_sparse():
    found = Pool.of([["a"]] * 20, [{"lm": 1, **({"rare": 1} if row == 3 else {})} for row in range(20)])
    assert (found.dense_names, found.sparse_names) == (("lm",), ("rare",))


def test_it_is_tuned_and_reranked_like_any_pool():
    found = Pool.of(TEXTS, FEATURES, references=["a house", "yes"])
    tuned = pitchpipe.tune(found, metric="chrf")
    assert tuned.objective == 100
    assert pitchpipe.rerank(found, tuned.weights) == ["a house", "yes"]
    assert len(merge([found, found])) == len(found)


def test_the_examples_of_its_page_are_so():
    names = {"Pool": Pool, "rerank": rerank, "np": np}
    tests = doctest.DocTestFinder().find(Pool.of, "Pool.of", module=pool, globs=names)
    assert [one for one in tests if one.examples]
    for one in tests:
        assert doctest.DocTestRunner(verbose=False).run(one).failed == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"candidates": ["a", "b"]}, "candidates[0]: found the text 'a', expected a list"),
        ({"candidates": 5}, "candidates: found a value of type int, expected a list"),
        ({"candidates": []}, "candidates: found no sentences, expected some with text"),
        ({"candidates": [[""], [""]]}, "candidates: found only empty texts, expected some with text"),
        (
            {"candidates": [["a"], []]},
            "candidates[1]: found no texts, expected at least one for each sentence",
        ),
        ({"candidates": [["a", None]]}, "candidates[0][1]: found None, expected a text"),
        (
            {"candidates": [["\ud800"]]},
            "candidates[0][0]: found half a surrogate pair, expected valid Unicode",
        ),
        ({"features": [[{}, {}]]}, "features: found 1 of them, expected 2, one for each sentence"),
        ({"features": [{}, {}]}, "features: found 2 values, expected 3, one for each candidate"),
        (
            {"features": [[{}], [{}, {}]]},
            "features[0]: found 1 values, expected 2, one for each candidate of the sentence",
        ),
        (
            {"features": [[{}, {"lm": "x"}], [{}]]},
            "features[0][1]['lm']: found the text 'x', expected a number",
        ),
        ({"features": [{}, {}, {"lm": np.nan}]}, "features[2]['lm']: found nan, expected a finite number"),
        (
            {"features": [[{}, 5], [{}]]},
            "features[0][1]: found a value of type int, expected a dictionary of numbers by name",
        ),
        ({"features": {"lm": [1, 2]}}, "features['lm']: found 2 values, expected 3, one for each candidate"),
        ({"features": {"lm": [[1, 2], [None]]}}, "features['lm'][1][0]: found None, expected a number"),
        ({"features": {"lm": [1, 10**400, 2]}}, "features['lm'][1]: found inf, expected a finite number"),
        ({"features": {5: [1, 2, 3]}}, "features: found the name 5, expected a text that is not empty"),
        ({"references": ["a"]}, "references: found 1 of them, expected 2, one for each sentence"),
        ({"references": ["a", []]}, "references[1]: found no texts, expected a reference or several"),
        ({"references": ["a", ["b", 1]]}, "references[1][1]: found a value of type int, expected a text"),
        ({"references": "ref.txt"}, "references: found the text 'ref.txt', expected a list"),
        ({"gold": [1, 2]}, "gold: found 2 values, expected 3, one for each candidate"),
        ({"ids": ["a", "a"]}, "ids[1]: found 'a' a second time, expected an id of its own"),
        ({"group_weights": [1, 0]}, "group_weights[1]: found 0.0, expected a number above 0"),
        ({"text": "text"}, "found sentence= or text= with lists, expected them with a table only"),
        ({"candidates": TABLE}, "of a table, expected the columns sentence= and text="),
    ],
)
def test_an_error_names_the_place_as_python_does(arguments, message):
    with pytest.raises(InputError) as error:
        Pool.of(**{"candidates": TEXTS, **arguments})
    assert message in str(error.value)


def test_columns_that_a_table_lacks_or_that_differ_within_a_sentence_are_refused():
    with pytest.raises(InputError, match="there is no column 'txt'; did you mean 'text'"):
        Pool.of(TABLE, sentence="sentence", text="txt")
    with pytest.raises(InputError, match="column 'gold': found different values in the rows of sentence 7"):
        Pool.of(TABLE, sentence="sentence", text="text", references="gold")


def test_missing_references_are_told_without_an_option_of_the_command_line():
    with pytest.raises(InputError, match=r"^bleu needs references, and the lists have none$"):
        pitchpipe.tune(Pool.of(TEXTS, FEATURES))


def test_the_columns_of_a_dataset_are_those_of_a_table():
    class Dataset:
        column_names = ("id", "text", "lm")

        def __getitem__(self, name):
            return {"id": [7, 7, 9], "text": ["the house", "a house", "yes"], "lm": [-1.2, -1.4, -0.1]}[name]

    pool = Pool.of(Dataset(), sentence="id", text="text", features=["lm"])
    assert pool.group_ids == ("7", "9")


def test_a_pool_is_a_frame_with_a_row_for_each_candidate(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    pool = Pool.of([["a", "b"], ["c"]], {"lm": [1, 2, 3]}, gold=[0, 1, 1], sources=["x", "y"])
    assert pool.to_frame() == [
        {"id": "0", "text": "a", "source": "x", "gold": 0, "lm": 1},
        {"id": "0", "text": "b", "source": "x", "gold": 1, "lm": 2},
        {"id": "1", "text": "c", "source": "y", "gold": 1, "lm": 3},
    ]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match="pip install pandas"):
        pool.to_frame()
