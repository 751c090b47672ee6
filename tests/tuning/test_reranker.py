"""Tuning in scikit-learn's manner, judged by scikit-learn itself."""

import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score

from pitchpipe import InputError, Pool, Reranker, rerank, tune

GOOD, BAD = "the house is small", "house the small"


def sentences(count=12):
    """The better candidate has the higher `qe`; `lm` says nothing."""
    return [
        {
            "references": [f"{GOOD} {n}"],
            "candidates": [
                {"text": f"{BAD} {n}", "features": {"qe": 0.1, "lm": n % 3}},
                {"text": f"{GOOD} {n}", "features": {"qe": 0.9, "lm": n % 2}},
            ],
        }
        for n in range(count)
    ]


def pool(count=12):
    lists = sentences(count)
    return Pool.of(
        [[one["text"] for one in line["candidates"]] for line in lists],
        [[one["features"] for one in line["candidates"]] for line in lists],
        references=[line["references"] for line in lists],
    )


def test_it_finds_what_tune_finds_and_chooses_what_rerank_chooses():
    found = Reranker("mert(restarts=2)", "chrf", seed=3).fit(pool())
    tuned = tune(pool(), "mert(restarts=2)", "chrf", seed=3)
    assert found.weights_ == tuned.weights
    assert found.tuned_.objective == tuned.objective
    assert found.predict(pool(3)) == rerank(pool(3), tuned.weights) == [f"{GOOD} {n}" for n in range(3)]
    assert found.score(pool()) == pytest.approx(100)
    assert found.n_features_in_ == 2


def test_sentences_may_be_dictionaries_and_references_apart():
    lists = sentences()
    references = [line.pop("references") for line in lists]
    found = Reranker("mert(restarts=2)", "chrf").fit(lists, references)
    assert found.weights_ == Reranker("mert(restarts=2)", "chrf").fit(pool()).weights_
    assert found.score(lists, [one[0] for one in references]) == pytest.approx(100)
    assert found.predict(lists[:1]) == [f"{GOOD} 0"]


def test_error_rates_are_turned_so_that_more_is_better():
    found = Reranker("mert(restarts=1)", "wer").fit(pool())
    assert found.score(pool()) == 0
    found.weights_ = {"qe": -1.0, "lm": 0.0}
    assert found.score(pool()) < 0


def test_features_are_added_before_tuning_and_before_choosing():
    found = Reranker("mert(restarts=1)", "chrf", add=["words", "mbr(chrf)"]).fit(pool())
    assert list(found.weights_) == ["qe", "lm", "words", "mbr_chrf"]
    assert found.predict(pool(2)) == [f"{GOOD} 0", f"{GOOD} 1"]


def test_scikit_learn_clones_it_and_searches_its_settings():
    one = Reranker("mert(restarts=1)", "chrf", add=["words"], seed=2)
    other = clone(one)
    assert other is not one
    assert other.get_params() == one.get_params()
    assert repr(other) == "Reranker(method='mert(restarts=1)', metric='chrf', add=['words'], seed=2)"
    scores = cross_val_score(Reranker("mert(restarts=1)", "chrf"), sentences(), cv=3)
    assert scores.tolist() == pytest.approx([100, 100, 100])
    search = GridSearchCV(
        Reranker("mert(restarts=1)", "wer"), {"method": ["mert(restarts=1)", "simplex"]}, cv=2
    )
    search.fit(sentences())
    assert search.best_score_ == 0
    assert search.predict(sentences(1)) == [f"{GOOD} 0"]


def test_misuse_is_told():
    with pytest.raises(InputError, match="expected fit before predict"):
        Reranker().predict(pool())
    with pytest.raises(InputError, match="there is no setting of Reranker 'metrik'; did you mean 'metric'"):
        Reranker().set_params(metrik="bleu")
    assert Reranker().set_params(metric="ter").metric == "ter"
    with pytest.raises(InputError, match="found references of 1 sentences, expected 12"):
        Reranker().fit(pool(), ["x"])
    with pytest.raises(InputError, match=r"sentence 1 \(from 0\): found no 'candidates'"):
        Reranker().fit([sentences(1)[0], {"text": "x"}])
    with pytest.raises(InputError, match=r"sentence 0 \(from 0\): found str, expected a dictionary"):
        Reranker().fit(["x"])
    with pytest.raises(InputError, match="found no sentences"):
        Reranker().fit([])
