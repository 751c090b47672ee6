"""Subword pieces."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.text import Pieces, prepare, prepare_lines, restore

JAPANESE = [
    f"{who}は{what}を{did}。"
    for who in "私彼君犬猫"
    for what in ("水", "本", "木")
    for did in ("見た", "持った")
]
ENGLISH = ["the lower house", "a newer house", "the slower news", "lower and slower"] * 5
SPACELESS = Pieces.train(JAPANESE, 60)
WORDS = Pieces.train(ENGLISH, 60, words=True)
TEXT = st.text(st.sampled_from([*"私彼を見た。水abc龘!1é"]), max_size=12)


def test_a_line_without_spaces_is_cut_and_put_together_again():
    lines = ["彼は水を見た。", "龘は本を持った。", ""]
    cut = SPACELESS.cut(lines)
    assert len(cut[0].split()) > 1
    assert SPACELESS.joined(cut) == lines


@settings(max_examples=50)
@given(st.lists(TEXT, max_size=5).map(" ".join))
def test_any_line_comes_back_whole(line):
    for pieces in (SPACELESS, WORDS):
        assert pieces.joined(pieces.cut([line])) == [" ".join(line.split())]


def test_a_word_is_cut_in_the_same_way_wherever_it_stands():
    first, last = WORDS.cut(["lower a", "a lower"])
    assert first.split()[:-1] == last.split()[1:]


def test_the_same_text_gives_the_same_bytes():
    assert Pieces.train(JAPANESE, 60).model == SPACELESS.model


def test_a_size_below_the_number_of_characters_has_them_all():
    small = Pieces.train(JAPANESE, 1)
    assert small.joined(small.cut(JAPANESE)) == JAPANESE


def test_it_is_kept_in_a_file(tmp_path):
    SPACELESS.save(tmp_path / "pieces")
    assert Pieces.read(tmp_path / "pieces").cut(JAPANESE) == SPACELESS.cut(JAPANESE)


@pytest.mark.parametrize("content", [b"", b"no pieces", b"\x0a\xff\xff\xff\xff\x0f", SPACELESS.model[:50]])
def test_another_kind_of_file_is_told(tmp_path, content):
    (tmp_path / "pieces").write_bytes(content)
    with pytest.raises(InputError, match=re.escape("pieces: found another kind of file, expected pieces")):
        Pieces.read(tmp_path / "pieces")


def test_no_text_has_no_pieces():
    with pytest.raises(InputError, match="found no text, expected some to learn pieces from"):
        Pieces.train(["", " "], 100)


def test_both_sides_of_a_training_text_can_be_cut():
    german = ["Das Haus ist klein.", "Der Hund sieht das Haus.", "Wir sehen das kleine Haus."] * 3
    made = prepare(german, JAPANESE[:9], languages=("de", "none"), truecase=(True, False), pieces=(40, 50))
    assert all(made.pieces)
    assert made.truecasers[1] is None
    assert made.pieces[1].joined(made.target) == JAPANESE[:9]
    words = made.pieces[0].joined(made.source)
    assert words[0] == "das Haus ist klein ."
    assert restore(made.source, language="de", pieces=made.pieces[0]) == german
    how = {"language": "de", "truecaser": made.truecasers[0], "pieces": made.pieces[0]}
    assert prepare_lines(german, **how) == made.source
