"""Texts cut into sentences, and put together again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.serve.paragraphs import cut, joined, sentences_of


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Das ist gut. Das ist alt.", ["Das ist gut. ", "Das ist alt."]),
        ("Er sagte: „Ja!“ Dann ging er.", ["Er sagte: „Ja!“ ", "Dann ging er."]),
        ("Dr. Müller kam am 3. Mai.", ["Dr. Müller kam am 3. Mai."]),
        ("Was? Ja! Gut … Über alles.", ["Was? ", "Ja! ", "Gut … ", "Über alles."]),
        ("etwa z. B. Kohl oder so. Nein.", ["etwa z. B. Kohl oder so. ", "Nein."]),
        ("ein satz. noch klein", ["ein satz. noch klein"]),
        ("我喜欢你。你呢？好。", ["我喜欢你。", "你呢？", "好。"]),
        ("", [""]),
    ],
)
def test_sentences_end_where_people_end_them(line, expected):
    assert sentences_of(line) == expected


@given(st.text("aB. !?\n\t“”。", max_size=40), st.booleans())
def test_nothing_is_lost_or_added(text, into_sentences):
    lines = cut(text, into_sentences)
    assert "\n".join("".join(line) for line in lines) == text
    assert joined(lines, [[one.strip() for one in line] for line in lines]) == text


def test_paragraphs_are_kept():
    text = "  Eins. Zwei.\n\nDrei.  \n"
    assert joined(cut(text, True), [["one.", "two."], [""], ["three."], [""]]) == "  one. two.\n\nthree.  \n"
