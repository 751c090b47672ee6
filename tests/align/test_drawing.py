"""Alignments drawn as matrices."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.align.drawing import MARKS, drawn_alignment, legend, link_kinds
from pitchpipe.pages import AlignmentMatrix, Figure

LINKS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 4)))


def test_target_words_are_written_downwards_and_source_words_across():
    assert list(drawn_alignment(["a", "bb"], ["xy", "z"], {(0, 1), (1, 0)})) == [
        "    x",
        "    y z",
        " a  · ■",
        "bb  ■ ·",
    ]


def test_wide_letters_and_marks_keep_columns_below_each_other():
    rows = list(drawn_alignment(["猫", "a"], ["の", "e\u0301t"], {(0, 0)}))
    assert rows == ["      e\u0301", "   の t", "猫  ■ ·", " a  · ·"]


def test_no_words_are_no_rows():
    assert list(drawn_alignment([], [], set())) == []


@given(LINKS, LINKS, LINKS)
def test_every_kind_says_who_has_a_link(links, forward, backward):
    kinds = link_kinds(links, forward, backward)
    assert set(kinds) == links | forward | backward
    for link, kind in kinds.items():
        assert ("left out" in kind) is (link not in links)
        assert (kind == "neither") is (link not in forward | backward)
        assert (kind == "both") is (link in links & forward & backward)
        if kind.startswith("target"):
            assert link in forward


def test_the_legend_explains_the_kinds_that_are_there():
    assert [line[0] for line in legend({"both", "source, left out"})] == ["■", "◁"]


@pytest.mark.parametrize("kind", MARKS)
def test_a_figure_has_a_square_for_each_link_and_says_its_words(kind):
    matrix = AlignmentMatrix(["<a>", "b"], ["x", "y"], {(0, 1): kind})
    drawing = Figure("m", "matrix", matrix).to_svg()
    assert f"<title>&lt;a&gt; – y: {MARKS[kind][1]}</title>" in drawing
    assert drawing.count('rx="2"') == (1 if kind == "link" else 2)  # one more in the key
