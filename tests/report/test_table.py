import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.pages import Table, best_in_columns

TABLE = Table(
    "scores",
    "Scores",
    ["method", "bleu", "ter ± sd", "lists", "note"],
    [["mert_1", 31.256, "60.1 ± 0.2 *", 1200, None], ["a & b <i>", 30.0, "59.9 ± 0.31", 7, "50% off"]],
    digits=[0, 1],
    best=[(0, 1), (1, 2)],
)


def test_numbers_have_the_digits_of_their_column():
    header, rows = TABLE.texts()
    assert header == ["method", "bleu", "ter ± sd", "lists", "note"]
    assert rows[0] == ["mert_1", "31.3", "60.1 ± 0.2 *", "1,200", ""]


def test_html_is_escaped_and_sets_numbers_to_the_right():
    html = TABLE.to_html()
    assert '<th class="text">method</th><th class="number">bleu</th>' in html
    assert '<td class="text">a &amp; b &lt;i&gt;</td>' in html
    assert html.count(" best") == 2
    assert '<td class="number best">31.3</td>' in html


def test_a_mark_hangs_beside_its_number():
    html = TABLE.to_html()
    assert '<td class="number marked">60.1 ± 0.2<span class="mark"> *</span></td>' in html
    assert '<td class="number marked">59.9 ± 0.31</td>' in html.replace(" best", "")


def test_csv_keeps_every_digit():
    rows = list(csv.reader(io.StringIO(TABLE.to_csv())))
    assert rows[0] == TABLE.header
    assert rows[1] == ["mert_1", "31.256", "60.1 ± 0.2 *", "1200", ""]
    assert float(rows[1][1]) == TABLE.rows[0][1]


def test_latex_is_escaped_and_the_best_cells_are_bold():
    lines = TABLE.to_latex().splitlines()
    assert lines[0] == r"\begin{tabular}{lrrrl}"
    assert lines[4] == r"mert\_1 & \textbf{31.3} & 60.1 $\pm$ 0.2 * & 1,200 &  \\"
    assert (
        lines[5] == r"a \& b \textless{}i\textgreater{} & 30.0 & \textbf{59.9 $\pm$ 0.31} & 7 & 50\% off \\"
    )
    assert lines[-1] == r"\end{tabular}"


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("12", True),
        ("-0.5", True),
        ("+3.2%", True),
        ("< 0.0003", True),
        ("+0.20 to +2.37", True),
        ("4-best", False),
        ("mert", False),
    ],
)
def test_text_that_looks_like_a_number_is_set_as_one(cell, number):
    html = Table("t", "t", ["x"], [[cell]]).to_html()
    assert ('<td class="number">' in html) == number


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(
            st.lists(st.none() | st.floats(-99, 99), min_size=width, max_size=width), min_size=1, max_size=6
        )
    ),
    st.booleans(),
)
def test_the_best_of_each_column_is_no_worse_than_any_other_as_shown(values, higher):
    found = best_in_columns(values, higher)
    for column in range(len(values[0])):
        shown = [None if row[column] is None else round(row[column], 2) for row in values]
        known = [one for one in shown if one is not None]
        best = (max if higher else min)(known, default=None)
        expected = {row for row, one in enumerate(shown) if one == best} if len(set(known)) > 1 else set()
        assert {row for row, place in found if place == column + 1} == expected


def test_a_spreadsheet_runs_no_formula():
    rows = [["=1+1", "+cmd", "@x", "-x"], ["+0.50", "-0.5 to +0.5", "+1.2 *", "plain"]]
    written = Table("t", "T", ["=a", "b", "c", "d"], rows).to_csv()
    assert written == "'=a,b,c,d\n'=1+1,'+cmd,'@x,'-x\n+0.50,-0.5 to +0.5,+1.2 *,plain\n"
