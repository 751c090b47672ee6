"""Text is prepared as the model's own was, and translations are made readable."""

import json
import re

import pytest

from pitchpipe import InputError
from pitchpipe.model import ModelTexts
from pitchpipe.text import Compounds, KnownForms, Pieces, Truecaser

ENGLISH = Truecaser.train(["We see the white house .", "The house is big ."])
PIECES = Pieces.train(["彼は水を見た。", "彼は本を見た。", "君は水を見た。"], 20)
GERMAN = Truecaser.train(["Wir sehen das weiße Haus .", "Das Haus ist groß ."])


def test_a_folder_that_says_nothing_leaves_text_alone(tmp_path):
    texts = ModelTexts.read(tmp_path)
    lines = ["The house , unknown ."]
    assert texts.source(lines) == texts.target(lines) == texts.restored(lines) == lines


@pytest.mark.parametrize(
    "texts",
    [
        ModelTexts(),
        ModelTexts(("de", "en"), truecasers=(GERMAN, ENGLISH), known_forms=KnownForms({"Haus": 3})),
        ModelTexts(("de", "en"), lowercase=True),
        ModelTexts(("de", "en"), compounds=Compounds({"Hauses": ("Haus", "es")})),
        ModelTexts(lowercase=True, truecasers=(GERMAN, ENGLISH)),
        ModelTexts(("moses:de", "none"), truecasers=(GERMAN, None), pieces=(None, PIECES)),
        ModelTexts(("de", "en"), truecasers=(None, ENGLISH), capitals=False),
    ],
)
def test_a_folder_has_all_of_it(tmp_path, texts):
    assert all(path.is_file() for path in texts.save(tmp_path))
    opened = ModelTexts.read(tmp_path)
    source, target = ["Das Haus sieht Hauses."], ["The house is HERE."]
    assert opened.source(source) == texts.source(source)
    assert opened.target(target) == texts.target(target)
    assert opened.restored(["the house"]) == texts.restored(["the house"])


def test_raw_text_goes_in_and_comes_out():
    texts = ModelTexts(("de", "en"), truecasers=(GERMAN, ENGLISH), known_forms=KnownForms({"Haus": 3}))
    assert texts.source(["Das Haus, das Hauses."]) == ["das Haus , das Haus ."]
    assert texts.restored(["the house , the house ."]) == ["The house, the house."]


def test_compounds_are_split_before_unknown_words_are_known_ones():
    texts = ModelTexts(
        compounds=Compounds({"Baumhaus": ("Baum", "Haus")}), known_forms=KnownForms({"Baum": 2, "Haus": 3})
    )
    assert texts.source(["Baumhaus Hausbaum Baums"]) == ["Baum Haus Haus Baum Baum"]
    assert texts.target(["Baumhaus"]) == ["Baumhaus"]


def test_text_without_spaces_goes_in_and_comes_out():
    texts = ModelTexts(pieces=(PIECES, PIECES))
    lines = ["彼は本を見た。"]
    assert texts.source(lines) == texts.target(lines) == PIECES.cut(lines) != lines
    assert texts.restored(texts.target(lines)) == lines


@pytest.mark.parametrize(
    ("capitals", "readable"), [(None, "The house."), (True, "The house."), (False, "the house.")]
)
def test_capitals_are_chosen(capitals, readable):
    texts = ModelTexts(("de", "en"), truecasers=(GERMAN, ENGLISH), capitals=capitals)
    assert texts.restored(["the house ."]) == [readable]


def test_a_file_that_says_one_thing_of_both_sides_is_read(tmp_path):
    ModelTexts(("de", "en"), truecasers=(GERMAN, ENGLISH)).save(tmp_path)
    path = tmp_path / "texts.json"
    stored = json.loads(path.read_text())
    path.write_text(json.dumps({**stored, "truecase": True}))
    assert all(ModelTexts.read(tmp_path).truecasers)


def test_text_that_looks_other_than_the_models_is_named():
    raw, tokenised = ModelTexts(("de", "none")), ModelTexts()
    assert raw.misfit(["Das Haus."], side=0) is None
    assert "looks tokenised, but the model is of raw text" in raw.misfit(["das Haus ."], side=0)
    assert "looks raw, but the model is of tokenised text" in raw.misfit(["The house."], side=1)
    assert tokenised.misfit(["das Haus ."], side=0) is None
    assert raw.misfit(["das Haus"], side=0) is tokenised.misfit(["das Haus"], side=0) is None


def test_lower_case_gets_its_capitals_back():
    texts = ModelTexts(("de", "de"), lowercase=True, truecasers=(GERMAN, GERMAN))
    assert texts.target(["Das Haus."]) == ["das haus ."]
    assert texts.restored(["das haus ."]) == ["Das Haus."]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "texts.json: found something that is not JSON: "),
        ("[]", "texts.json: found a list, expected a JSON object"),
        (
            '{"languages": {}}',
            "texts.json: found something else, expected what was done to a model's texts: ",
        ),
    ],
)
def test_a_bad_file_is_told(tmp_path, text, sentence):
    (tmp_path / "texts.json").write_text(text)
    with pytest.raises(InputError, match=re.escape(sentence)):
        ModelTexts.read(tmp_path)
