"""Given translations in the search."""

from math import log

import pytest

from pitchpipe import InputError
from pitchpipe.decoder import Given, PhraseDecoder, Translator
from tests.decoder.phrasebook import phrasebook

PAIRS = {
    "das": ["the", "that"],
    "haus": ["house", "home"],
    "das haus": ["the house"],
    "ist": ["is"],
    "klein": ["small", "little"],
}


@pytest.fixture
def decoder(tmp_path):
    return PhraseDecoder(phrasebook(tmp_path / "model", PAIRS), threads=1)


def one(decoder, sentence, *given, **settings):
    return decoder.translate([sentence], given=[list(given)], **settings)


def test_a_given_translation_is_the_only_one_of_its_words(decoder):
    found = one(decoder, "das haus ist klein", Given(1, 3, "a b"), nbest=50)
    texts = {each.text for each in found.of(0)}
    assert texts
    assert all("a b" in text and "is" not in text for text in texts)


def test_the_model_chooses_among_alternatives(decoder):
    given = Given(1, 2, "home"), Given(1, 2, "house"), Given(1, 2, "unheard")
    found = one(decoder, "das haus", *given, nbest=50)
    assert {text.removeprefix("the ") for text in found.texts if text.startswith("the ")} == {
        "home",
        "house",
        "unheard",
    }
    likely = [Given(1, 2, "house", 0.001), Given(1, 2, "home", 0.9)]
    assert one(decoder, "das haus", *likely)[0].text == "the home"
    likely = [Given(1, 2, "house", 0.9), Given(1, 2, "home", 0.001)]
    assert one(decoder, "das haus", *likely)[0].text == "the house"


@pytest.mark.parametrize("inclusive", [False, True])
def test_features_times_weights_are_the_score(decoder, inclusive):
    found = one(decoder, "das haus ist klein", Given(1, 2, "hut", 0.25, inclusive), nbest=100)
    weights = decoder.weights
    for each in found.of(0):
        total = sum(value * weights[name] for name, value in each.features.items())
        assert each.score == pytest.approx(total, abs=1e-4)
    hut = next(each for each in found.of(0) if each.text == "the hut is small")
    sure = one(decoder, "das haus ist klein", Given(1, 2, "hut"))[0]
    assert hut.features["TranslationModel0"] == pytest.approx(
        sure.features["TranslationModel0"] + log(0.25), abs=1e-5
    )


def test_an_inclusive_translation_competes_with_the_models_own(decoder):
    found = one(decoder, "das haus", Given(1, 2, "hut", 0.5, inclusive=True), nbest=50)
    assert {"the house", "the hut", "the home"} <= set(found.texts)
    assert one(decoder, "das haus", Given(1, 2, "hut", 1e-9, inclusive=True))[0].text == "the house"


def test_sentences_after_one_with_given_translations_are_as_without(decoder):
    both = decoder.translate(["das haus", "das haus"], given=[[Given(1, 2, "hut", inclusive=True)], []])
    assert both.of(1) == decoder.translate(["das haus"]).of(0)


@pytest.mark.parametrize("probability", [0, -1, 1.5, float("nan")])
def test_bad_probabilities_are_refused(decoder, probability):
    with pytest.raises(InputError, match="expected one above 0 and up to 1"):
        one(decoder, "das haus", Given(0, 1, "x", probability))


def test_spans_that_overlap_are_refused_and_equal_ones_are_not(decoder):
    with pytest.raises(InputError, match="expected a span of its own"):
        one(decoder, "das haus ist", Given(0, 2, "x"), Given(1, 2, "y"))
    assert one(decoder, "das haus", Given(0, 2, "x"), Given(0, 2, "y"))[0].text in ("x", "y")


def test_a_translator_takes_terms_and_markup(tmp_path, decoder):
    (tmp_path / "terms.tsv").write_text("haus\thut\n")
    assert Translator(tmp_path / "model", terms=tmp_path / "terms.tsv").translate("das haus") == "the hut"
    assert Translator(tmp_path / "model", terms=[("haus", "hut")]).translate(["das haus"]) == ["the hut"]
    marked = Translator(tmp_path / "model", markup=True, terms={"haus": "hut"})
    assert marked.translate('das <n translation="shed">haus</n> ist das haus') == "the shed is the hut"
