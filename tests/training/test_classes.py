"""A language model of word classes, trained and tuned with the rest."""

import json

from pitchpipe.decoder import Decoder
from pitchpipe.lm import LanguageModel, WordClasses, cluster_words, estimate
from pitchpipe.model import Model
from pitchpipe.text import Corpus

from .test_train import built, cached, texts

__all__ = ["texts"]


def test_classes_add_a_language_model_and_are_not_made_again(tmp_path):
    folder = tmp_path / "model"
    plain = built(tuned=False)
    assert not (folder / "target.classes").exists()
    trained = built(iterations=2, classes=20, class_order=4, lm_text=["train.en"])
    assert cached(trained) == ["prepare", "align", "phrases"]
    again = built(iterations=2, classes=20, class_order=4, lm_text=["train.en"])
    assert "classes" in cached(again)
    described = json.loads((folder / "model.json").read_text())["language_models"]
    assert described[1] == {
        "path": "classes.lm",
        "name": "ClassLM0",
        "unknown_words": None,
        "classes": "target.classes",
    }
    assert "classes" not in described[0]
    text = Corpus.read(folder / "work" / "lm.target")
    classes = cluster_words(text, 20).classes
    assert WordClasses.read(folder / "target.classes") == classes
    model = LanguageModel.read(folder / "classes.lm")
    expected = estimate(classes.corpus(text), 4).model
    assert model.perplexity(["1 2 3"]) == expected.perplexity(["1 2 3"])
    assert Model.read(folder).weights["ClassLM0"] != plain.model.weights.get("ClassLM0", 0.0)
    (found,) = Decoder.read(folder).translate(["das haus ist klein"])
    assert found.features["ClassLM0"] < 0


def test_hierarchical_models_have_classes_too(tmp_path):
    built(tuned=False, grammar="hierarchical", classes=5, class_order=3)
    (found,) = Decoder.read(tmp_path / "model").translate(["das haus ist klein"])
    assert found.features["ClassLM0"] < 0
