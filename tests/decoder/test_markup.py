"""Given translations as markup."""

import pytest

from pitchpipe import InputError
from pitchpipe.decoder.markup import Marked, parse_markup


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ("das haus", [Marked("das haus")]),
        ("", []),
        ("3 < 4 und 5 > 4 <", [Marked("3 < 4 und 5 > 4 <")]),
        (
            'das <n translation="a house">haus</n> ist',
            [Marked("das "), Marked("haus", (("a house", 1.0),)), Marked(" ist")],
        ),
        (
            """<np english='the "big" one||a > b' probability="0.75||0.25">x y</np>""",
            [Marked("x y", (('the "big" one', 0.75), ("a > b", 0.25)))],
        ),
        ('<n translation="">äh</n> <m prob="1" translation="a">b</m>', [Marked("äh", (("", 1.0),)), Marked("b", (("a", 1.0),))]),
    ],
)  # fmt: skip
def test_a_line_falls_into_pieces(line, pieces):
    assert parse_markup(line) == pieces


def test_escapes_stand_for_their_characters_only_if_asked_for():
    line = '&lt;b&gt; <n translation="&quot;R&amp;D&quot;">F&apos;E</n>'
    assert parse_markup(line, escapes=True) == [Marked("<b> "), Marked("F'E", (('"R&D"', 1.0),))]
    assert parse_markup(line) == [Marked("&lt;b&gt; "), Marked("F&apos;E", (("&quot;R&amp;D&quot;", 1.0),))]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("das <wall/> haus", "found <wall>, expected given translations only: walls and zones cannot be set"),
        ("<zone> das </zone>", "found <zone>, expected given translations only"),
        ("das <b>haus</b>", "found <b> without a translation, expected <n translation="),
        ("das </n> haus", "found </n>, expected <n ...> before it"),
        ('<n translation="a">x</m>', "found </m>, expected </n>"),
        ('<n translation="a">x', "found <n> without its end, expected </n>"),
        ('<n translation="a"> </n>', "found no words in <n>, expected some"),
        ('<n translation="a"/> x', "found <n .../>, expected words within the tag"),
        ('<n translation="a">x <m translation="b">y</m></n>', "found <m> within <n>, expected </n> first"),
        ('<n translation="a" prob="2">x</n>', "found the probability '2', expected a number above 0 and up to 1"),
        ('<n translation="a" prob="nan">x</n>', "found the probability 'nan'"),
        ('<n translation="a||b" prob="0.5">x</n>', "found 1 probabilities for 2 translations in <n>, expected one for each"),
        ('<n translation="a" colour="red">x</n>', "found the attribute 'colour' of <n>, expected translation or prob"),
        ('<n translation="a" english="b">x</n>', "found the attribute 'english' of <n> a second time"),
        ("<n translation=a>x</n>", "found 'translation=a' in <n>, expected attributes"),
        ('das <n translation="a', "found '<n translation=\"a', expected a whole tag"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_by_name(line, sentence):
    with pytest.raises(InputError) as error:
        parse_markup(line)
    assert str(error.value).startswith(sentence)
