"""What every added feature keeps, whatever it measures."""

from dataclasses import replace

import numpy as np
import pytest

from pitchpipe.lists import Pool
from pitchpipe.lists.rescoring import FEATURES, find_feature

from .models import write_models

EXAMPLES = {
    "lm": "lm(small.lm, unknown=true)",
    "model1": "model1(small.aligner)",
    **{name: f"{name}(x)" for name in ("log", "rank", "zscore", "per_length")},
    "estimate": "estimate(python(tests.lists.rescoring.test_contract:lengths))",
}
"""Specs of features that are nothing without a setting."""
LISTS = [
    ["the house is small", "the house house house is", "", "das haus ist klein", "the house is small"],
    ["a dog"],
    ["the old dog sees a cat", "犬が猫を見る", "the " * 40],
]
VALUES = [0.5, 2.0, 1.0, 3.0, 0.5, 0.1, 4.0, 5.0, 6.0]
SOURCES = ["das haus ist klein", "ein hund", "der alte hund sieht eine katze"]


def lengths(texts, references, sources):
    assert not any(references)
    return [len(text) for text in texts]


@pytest.fixture(params=[EXAMPLES.get(name, name) for name in sorted(FEATURES)])
def feature(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_models(tmp_path)
    return find_feature(request.param)


@pytest.fixture
def pool():
    return Pool.of(LISTS, {"x": VALUES}, sources=SOURCES)


def test_columns_are_finite_numbers_for_each_candidate(feature, pool):
    for values in feature.columns(pool).values():
        assert values.shape == (len(pool),)
        assert values.dtype == np.float64
        assert np.isfinite(values).all()


def test_equal_candidates_of_a_list_have_equal_features(feature, pool):
    for values in feature.columns(pool).values():
        assert values[0] == pytest.approx(values[4], abs=1e-12)


def test_threads_do_not_change_anything(feature, pool):
    one, three = feature.columns(pool), feature.columns(pool, 3)
    assert list(one) == list(three)
    for name, values in one.items():
        np.testing.assert_array_equal(values, three[name])


def test_references_and_gold_scores_are_not_looked_at(feature, pool):
    known = Pool.of(LISTS, {"x": VALUES}, sources=SOURCES, references=["x"] * 3, gold=list(range(len(pool))))
    for name, values in feature.columns(pool).items():
        np.testing.assert_array_equal(values, feature.columns(known)[name])


def test_which_columns_there_are_does_not_depend_on_the_candidates(feature, pool):
    assert list(feature.columns(pool)) == list(feature.columns(pool.take_groups(np.array([1]))))


def test_features_that_are_there_already_make_no_difference(feature, pool):
    more = replace(pool, dense=np.column_stack([np.ones(len(pool)), pool.dense]), dense_names=("y", "x"))
    for name, values in feature.columns(pool).items():
        np.testing.assert_array_equal(values, feature.columns(more)[name])


def test_the_spec_builds_the_feature_again(feature):
    assert find_feature(feature.spec) == feature
