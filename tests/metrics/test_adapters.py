"""Neural metrics of other packages, each with a stand-in for its model."""

import sys
from contextlib import nullcontext
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from pitchpipe import InputError, metric, score
from pitchpipe.metrics import adapters, python_scorer
from pitchpipe.metrics.score_store import keeping_scores

from .scorers import word_f

OURS, THEIRS = ["a b c", "d"], [["a b x", "a b c"], ["e"]]


@pytest.fixture(autouse=True)
def fresh(tmp_path):
    """No scores and no models of other tests."""
    python_scorer.imported.cache_clear()
    python_scorer._made.cache_clear()
    with keeping_scores(tmp_path / "run"):
        yield


def stand_in(monkeypatch, name, **members):
    module = ModuleType(name)
    for member, value in members.items():
        setattr(module, member, value)
    monkeypatch.setitem(sys.modules, name, module)


class CometModel:
    def predict(self, questions, batch_size, gpus, progress_bar):
        assert gpus == 0
        scores = [
            word_f(one["mt"], one["ref"]) if "ref" in one else len(one["src"].split()) for one in questions
        ]
        return SimpleNamespace(scores=scores)


@pytest.fixture
def comet(monkeypatch):
    members = {"download_model": lambda name: name, "load_from_checkpoint": lambda path: CometModel()}
    stand_in(monkeypatch, "comet", **members, __version__="2.2")


def test_comet_sees_source_and_references(comet):
    found = score(OURS, THEIRS, "comet", sources=["x y", "z"])
    assert found.sentences == (100, 0)
    assert "release:2.2/Unbabel/wmt22-comet-da" in found.signature


def test_comet_estimates_quality_without_references(comet):
    assert score(OURS, None, "comet-qe", sources=["x y", "z"]).sentences == (2, 1)


def test_bleurt_takes_the_best_reference(monkeypatch):
    class BleurtScorer:
        def __init__(self, checkpoint):
            assert checkpoint == "other"

        def score(self, references, candidates):
            return [word_f(*pair) for pair in zip(candidates, references, strict=True)]

    stand_in(monkeypatch, "bleurt")
    stand_in(monkeypatch, "bleurt.score", BleurtScorer=BleurtScorer)
    monkeypatch.setenv("PITCHPIPE_BLEURT", "other")
    found = score(OURS, THEIRS, "bleurt")
    assert found.sentences == (100, 0)
    assert "release:unknown/other" in found.signature


def test_bertscore_takes_f(monkeypatch):
    class BERTScorer:
        def __init__(self, lang):
            assert lang == "en"

        def score(self, candidates, references):
            f = np.array([word_f(*pair) for pair in zip(candidates, references, strict=True)])
            return f - 1, f + 1, f

    stand_in(monkeypatch, "bert_score", BERTScorer=BERTScorer)
    assert score(OURS, THEIRS, "bertscore").sentences == (100, 0)


@pytest.fixture
def metricx(monkeypatch):
    """A model whose error is the number of words it is asked with, of a tokeniser that ends with a mark."""

    def tokenizer(text, max_length, truncation, return_tensors):
        words = np.array([[len(word) for word in text.split()] + [0]])
        return {"input_ids": words, "attention_mask": np.ones_like(words)}

    class MT5ForRegression:
        @classmethod
        def from_pretrained(cls, name, torch_dtype):
            return cls()

        def eval(self):
            return self

        def __call__(self, input_ids, attention_mask):
            assert input_ids.all()
            assert attention_mask.shape == input_ids.shape
            return SimpleNamespace(predictions=np.array(input_ids.shape[1]))

    loader = SimpleNamespace(from_pretrained=lambda name, legacy, use_fast: tokenizer)
    stand_in(monkeypatch, "transformers", AutoTokenizer=loader)
    stand_in(monkeypatch, "torch", no_grad=nullcontext)
    stand_in(monkeypatch, "metricx24")
    stand_in(monkeypatch, "metricx24.models", MT5ForRegression=MT5ForRegression, __version__="24")


def test_metricx_is_asked_without_the_end_mark_and_takes_the_reference_of_the_lowest_error(metricx):
    references = [["a b x y", "a b c"], ["e"]]
    found = score(OURS, references, "metricx", sources=["x y", "z"])
    assert found.sentences == (3 + 2 + 3 + 3, 3 + 3)
    assert not metric("metricx").higher_is_better
    assert score(OURS, None, "metricx-qe", sources=["x y", "z"]).sentences == (2 + 2 + 3, 2 + 2)


def test_wordllama_embeds_each_text_once(monkeypatch):
    embedded = []

    class WordLlama:
        @classmethod
        def load(cls, **settings):
            return cls()

        def embed(self, texts):
            embedded.extend(texts)
            return np.array([[text.count(letter) for letter in "abcdex"] for text in texts])

    stand_in(monkeypatch, "wordllama", WordLlama=WordLlama, __file__="somewhere/__init__.py")
    found = score([*OURS, "a b c"], [*THEIRS, ["c"]], "wordllama")
    assert found.sentences == pytest.approx((1, 0, 1 / np.sqrt(3)))
    assert sorted(embedded) == sorted(set(embedded))


@pytest.mark.skipif(find_spec("wordllama") is None, reason="needs pip install wordllama")
def test_wordllama_puts_texts_of_the_same_meaning_close():
    near, far = score(
        ["the house is small", "a banana"], ["the home is tiny", "he went there"], "wordllama"
    ).sentences
    assert near > 0.5 > far


@pytest.mark.parametrize("name", adapters.ADAPTERS)
def test_a_missing_package_says_what_to_install(name, monkeypatch):
    for module in ("comet", "bleurt.score", "bert_score", "metricx24.models", "wordllama"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match="needs a package that is not installed: pip install"):
        score(OURS, THEIRS, name, sources=["x", "y"])
