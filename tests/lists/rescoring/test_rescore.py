"""Features that are added to pools: names, functions, quality estimates and errors."""

import numpy as np
import pytest

from pitchpipe import InputError, Pool, metric, rescore, tune
from pitchpipe.lists.rescoring import find_feature
from tests.lists.pools import pool_of
from tests.metrics.scorers import PROGRAM

LISTS = [["the house is small", "the house"], ["a dog", "dog dog dog cat"]]
SOURCES = ["das haus ist klein", "ein hund"]


def lengths(texts, references, sources):
    return [len(text) for text in texts]


def with_source(texts, references, sources):
    return [len(text) / len(source) for text, source in zip(texts, sources, strict=True)]


def test_features_are_put_after_those_that_are_there():
    pool = pool_of([[("a b", [1.0]), ("a", [2.0])], [("c", [3.0])]])
    found = rescore(pool, ["words", "count=words"])
    assert found.feature_names == ("a", "words", "count")
    assert found.dense.tolist() == [[1, 2, 2], [2, 1, 1], [3, 1, 1]]
    assert pool.feature_names == ("a",)
    assert rescore(pool, []).dense.tolist() == pool.dense.tolist()


def test_functions_and_metrics_are_features():
    pool = Pool.of(LISTS, sources=SOURCES)
    found = rescore(pool, [lengths, with_source])
    assert found.feature_names == ("lengths", "with_source")
    assert found.dense[:, 0].tolist() == [18, 9, 5, 15]
    assert found.dense[:, 1].tolist() == [1, 0.5, 5 / 8, 15 / 8]
    by_name = rescore(
        pool, {"n": lengths, "w": "words", "m": metric("python(tests.lists.rescoring.test_rescore:lengths)")}
    )
    assert by_name.feature_names == ("n", "w", "m")
    assert by_name.dense[:, 2].tolist() == [18, 9, 5, 15]
    assert rescore(Pool.of(LISTS), [lengths]).dense[:, 0].tolist() == [18, 9, 5, 15]


def test_a_program_is_a_quality_estimate():
    spec = f'qe=command("{PROGRAM}", source=true)'
    found = rescore(Pool.of(LISTS, sources=SOURCES, references=["x", "y"]), [spec])
    assert found.feature_names == ("qe",)
    assert found.dense[:, 0].tolist() == [4, 4, 2, 2]


def test_where_lower_is_better_the_score_is_turned():
    spec = "python(tests.lists.rescoring.test_rescore:lengths, better=lower)"
    found = rescore(Pool.of(LISTS), [spec])
    assert found.feature_names == ("lengths",)
    assert found.dense[:, 0].tolist() == [-18, -9, -5, -15]


def test_what_cannot_be_a_feature_is_refused():
    pool = Pool.of(LISTS)
    for added, sentence in {
        "bleu": r"found bleu as a feature.*mbr\(bleu\) compares",
        "chrf - ter": "expected a metric that needs no references",
        "gold": "it is what features are tuned to",
        "wrods": "there is no list feature 'wrods'; did you mean 'words'",
        "words(size=3)": "there is no setting of words 'size'",
        "length_ratio": "length_ratio wants to see the source text",
        "model1(nowhere)": "model1 wants to see the source text",
        "lm": "lm: found no file",
        "mbr(blue)": "there is no metric 'blue'",
        "=words": "found '=words'",
    }.items():
        with pytest.raises(InputError, match=sentence):
            rescore(pool, [added])
    with pytest.raises(InputError, match="found 3 as a feature"):
        rescore(pool, [3])
    with pytest.raises(InputError, match="found a feature 'words' already"):
        rescore(pool, ["words", "words"])
    with pytest.raises(InputError, match="found a feature 'words' already"):
        rescore(rescore(pool, ["words"]), ["words"])


class Broken(type(find_feature("words"))):
    def columns(self, pool, threads=1):
        return {"": np.array([0.0, 1.0, np.nan, 2.0])}


def test_numbers_that_are_none_are_refused():
    with pytest.raises(InputError, match="x: found nan for candidate 0 of sentence 1"):
        rescore(Pool.of(LISTS), {"x": Broken()})


def test_new_features_are_tuned():
    pool = Pool.of([["a b", "a b c"]] * 5, references=["a b c"] * 5, features={"x": [0.0, 0.0] * 5})
    tuned = tune(rescore(pool, ["words"]), "mert(restarts=1)", "bleu:1", start={"words": -1.0})
    assert tuned.objective == 100
    assert tuned.weights["words"] > 0


def test_progress_names_what_is_next():
    seen = []
    rescore(Pool.of(LISTS), ["words", "n=words"], progress=lambda *told: seen.append(told))
    assert seen == [(0, 2, "words"), (1, 2, "n"), (2, 2, "")]
