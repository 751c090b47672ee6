"""Compounds of the training text are split for languages that write them as one word, in new text as in training."""

import pytest

from pitchpipe.model import ModelTexts
from pitchpipe.training import train

LINES = [
    ("Der Strand ist schön.", "The beach is beautiful."),
    ("Ein Besucher schläft, denn der Strand ist schön.", "A visitor sleeps, for the beach is beautiful."),
    ("Der Besucher sieht einen Strandbesucher.", "The visitor sees a beach visitor."),
]
SPLIT = "der Besucher sieht einen Strand Besucher ."


@pytest.fixture(autouse=True)
def texts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, side in (("train.de", 0), ("train.en", 1)):
        (tmp_path / name).write_text("".join(f"{pair[side]}\n" for pair in LINES))
    tokenised = "".join(f"{pair[0]}\n" for pair in LINES).replace(".", " .").replace(",", " ,")
    (tmp_path / "tokenised.de").write_text(tokenised)


def built(source="train.de", **settings):
    trained = train(source, "train.en", "model", method="none", order=2, max_phrase=3, **settings)
    return trained.summary["texts"]["train"].get("compounds")


def test_compounds_of_raw_german_are_split_in_training_and_in_new_text(tmp_path):
    assert built() == 1
    assert (tmp_path / "model/work/train.source").read_text().splitlines()[2] == SPLIT
    assert ModelTexts.read("model").source([LINES[2][0], "Besucherstrand"]) == [SPLIT, "Besucher Strand"]
    assert "compounds split into their parts: 1\n" in (tmp_path / "model/summary.txt").read_text()


@pytest.mark.parametrize(
    ("source", "settings", "splits"),
    [
        ("train.de", {"compounds": False}, None),
        ("train.de", {"source_pieces": 40}, None),
        ("train.de", {"source_language": "fr"}, None),
        ("train.de", {"source_language": "fr", "compounds": True}, 1),
        ("tokenised.de", {}, None),
        ("tokenised.de", {"compounds": "true"}, 1),
    ],
)
def test_other_text_is_left_alone_unless_the_setting_asks(source, settings, splits):
    assert built(source, **settings) == splits
    assert (ModelTexts.read("model").compounds is not None) == bool(splits)
