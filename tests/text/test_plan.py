"""What is found out about a text, and what settings say instead."""

import pytest

from pitchpipe import InputError
from pitchpipe.text import plan_text
from pitchpipe.text.pieces import DEFAULT_SIZE
from pitchpipe.text.plan import begins_with_capitals
from pitchpipe.text.tokenizers import SEGMENTERS
from pitchpipe.text.tokenizers.segmenter import Segmenter

GERMAN = ["Der Hund ist nicht auf dem Dach.", "Das ist ein Haus, und die Katze schläft."]
TOKENISED = ["der hund ist nicht auf dem dach .", "das ist ein haus , und die katze schläft ."]
JAPANESE = ["犬と猫が家にいます。", "彼は立ち上がりました。"]


@pytest.fixture
def no_segmenter(monkeypatch):
    monkeypatch.setattr(Segmenter, "is_installed", classmethod(lambda cls: False))


def test_raw_text_is_tokenised_and_truecased():
    plan = plan_text(GERMAN)
    assert (plan.raw, plan.tokenizer, plan.truecase, plan.pieces) == (True, "moses:de", True, 0)
    assert str(plan) == "raw text, German by its words and letters; tokenised by moses:de, truecased"


def test_tokenised_text_is_left_as_it_is():
    plan = plan_text(TOKENISED, name="train.de")
    assert (plan.raw, plan.tokenizer, plan.truecase, plan.pieces) == (False, "none", False, 0)
    assert str(plan) == "tokenised text; left as it is"


def test_a_files_name_counts_before_the_text():
    plan = plan_text(["Foo bar, baz.", "Quux."], name="train.fr.gz")
    assert plan.tokenizer == "moses:fr"
    assert "French by the file's name" in str(plan)


def test_a_files_name_in_another_script_does_not_count():
    assert plan_text(["Собака и кошка не на крыше, это дом."], name="corpus.so").tokenizer == "moses:ru"


def test_an_unknown_language_has_generic_rules():
    plan = plan_text(["Foo bar, baz.", "Quux."])
    assert plan.tokenizer == "moses:generic"
    assert "raw text, of an unknown language; tokenised by moses:generic" in str(plan)


def test_settings_win():
    assert plan_text(GERMAN, language="none").tokenizer == "none"
    assert plan_text(TOKENISED, language="en").tokenizer == "moses:en"
    assert plan_text(GERMAN, truecase=False).truecase is False
    assert plan_text(TOKENISED, truecase="true").truecase is True
    assert plan_text(GERMAN, pieces=100).pieces == 100


@pytest.mark.parametrize("lines", [[line.lower() for line in GERMAN], ["שלום, עולם.", "טוב."]])
def test_text_that_begins_in_small_letters_or_has_no_case_is_not_truecased(lines):
    assert plan_text(lines).raw
    assert plan_text(lines).truecase is False


def test_lower_cased_text_is_not_truecased_unless_asked_for():
    assert plan_text(GERMAN, lowercase=True).truecase is False
    assert plan_text(GERMAN, lowercase=True, truecase="true").truecase is True


def test_a_script_without_spaces_has_words_if_a_package_finds_them():
    assert plan_text(JAPANESE).tokenizer == "fugashi"
    assert plan_text(["犬 と 猫 が 家 に い ます 。"]).tokenizer == "none"


@pytest.mark.usefixtures("no_segmenter")
def test_else_it_is_cut_into_pieces():
    plan = plan_text(JAPANESE)
    assert (plan.tokenizer, plan.pieces) == ("none", DEFAULT_SIZE)
    assert str(plan).endswith("(Japanese words need: pip install fugashi unidic-lite)")
    assert plan_text(JAPANESE, language="ja") == plan_text(JAPANESE, name="train.ja", language="Japanese")


def test_pieces_that_are_asked_for_replace_the_words():
    assert plan_text(JAPANESE, pieces=500) == plan_text(JAPANESE, language="auto", pieces=500)
    assert (plan_text(JAPANESE, pieces=500).tokenizer, plan_text(JAPANESE, pieces=500).pieces) == (
        "none",
        500,
    )


@pytest.mark.parametrize("code", ["km", "lo", "my", "bo"])
def test_languages_without_a_segmenter_always_are(code):
    assert code not in SEGMENTERS
    assert plan_text([], language=code).pieces == DEFAULT_SIZE


def test_a_mistyped_language_is_an_error():
    with pytest.raises(InputError, match="there is no language 'dee'; did you mean 'de'"):
        plan_text(GERMAN, language="dee")


def test_capitals_are_those_of_most_lines():
    assert begins_with_capitals(["The dog.", "“A cat.”", "no."])
    assert not begins_with_capitals(["the dog.", "a Cat.", "No."])
    assert not begins_with_capitals(["12", "犬", ""])
    assert not begins_with_capitals(["犬。", "猫。", "TV。"])
