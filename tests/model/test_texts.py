"""Text is prepared as the model's own was, and translations are made readable."""

import re

import pytest

from pitchpipe import InputError
from pitchpipe.model import ModelTexts
from pitchpipe.text import KnownForms, Truecaser

ENGLISH = Truecaser.train(["We see the white house .", "The house is big ."])
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
        ModelTexts(lowercase=True, truecasers=(GERMAN, ENGLISH)),
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
