import os

import pytest

from pitchpipe import InputError
from pitchpipe.metrics.wordnet import PLACES, find_synonyms

from .lexicons import METEOR, WORDNET


def synonymous(one, other, folder):
    synonyms = find_synonyms(str(folder))
    return bool({*synonyms.of(one)} & {*synonyms.of(other)})


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("house", "home", True),
        ("houses", "homes", True),
        ("home", "dwelling", False),
        ("gave", "yields", True),
        ("men", "man", True),
        ("dropped", "drop", False),
        ("falling", "drop", True),
        ("smaller", "littlest", True),
        ("small", "big", False),
        ("unheard-of", "unheard-of", False),
    ],
)
def test_words_that_share_a_set_are_synonyms(one, other, expected):
    assert synonymous(one, other, WORDNET) == expected


def test_sets_of_two_parts_of_speech_are_not_the_same():
    synonyms = find_synonyms(str(WORDNET))
    assert synonyms.of("fall") == [13, 14, 100_000_022]


@pytest.mark.parametrize(
    ("one", "other", "expected"), [("gave", "yield", True), ("houses", "home", True), ("ran", "run", False)]
)
def test_meteors_extract_is_read(one, other, expected):
    assert synonymous(one, other, METEOR) == expected


def test_a_folder_without_wordnet_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"found neither WordNet's index.noun nor METEOR's english.synsets"):
        find_synonyms(str(tmp_path))
    (tmp_path / "index.noun").write_text("word n x\n")
    with pytest.raises(InputError, match="cannot be read as WordNet files"):
        find_synonyms(str(tmp_path))


def test_a_machine_without_wordnet_says_what_to_install(monkeypatch):
    monkeypatch.setattr("pitchpipe.metrics.wordnet.PLACES", ())
    with pytest.raises(InputError, match="apt install wordnet-base"):
        find_synonyms("wordnet")


@pytest.mark.skipif(
    not any(os.path.exists(f"{place}/index.noun") for place in PLACES),
    reason="WordNet is not on this machine",
)
def test_the_systems_wordnet_knows_these():
    synonyms = find_synonyms("wordnet")
    for one, other in (
        ("yields", "gave"),
        ("beginning", "start"),
        ("dropped", "fell"),
        ("results", "outcome"),
    ):
        assert {*synonyms.of(one)} & {*synonyms.of(other)}
