"""How results look in a notebook: a line each, and a table whose text is text."""

import re

import pytest

import pitchpipe
from pitchpipe import Pool
from pitchpipe.metrics.significance.comparison import compare
from pitchpipe.metrics.significance.system import System
from pitchpipe.notebook import html_table
from pitchpipe.pages import Table

TEXTS = [["the <b>house</b>", "a house"], ["yes"]]
POOL = Pool.of(
    TEXTS,
    [[{"lm": -1.2, "<i>tm": -3}, {"lm": -1.4}], [{"lm": -0.1, "<i>tm": 1}]],
    references=["a house", "yes"],
)
MANY = Pool.of(
    [["a", "b"]] * 1014, [{"lm": row, **({f"r{row}": 1} if row < 3 else {})} for row in range(2028)]
)
SCORE = pitchpipe.score(["a house", "no"], ["a house", "yes"], "bleu:2")
ORACLE = pitchpipe.oracle(POOL, "bleu:1 - ter")
TUNED = pitchpipe.tune(POOL, metric="chrf")
COMPARISON = compare(
    [System.of(name, [[name, name]], ["a", "b"], "chrf") for name in ("<b>a", "b")], "chrf", trials=100
)


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (POOL, "Pool(2 sentences, 3 candidates, 2 features)"),
        (MANY, "Pool(1,014 sentences, 2,028 candidates, 1 feature, 3 sparse features)"),
        (SCORE, "Score(bleu 81.65, 2 sentences)"),
        (ORACLE, "Oracle(bleu - ter: best 100.00, current -33.33, worst -33.33, 2 sentences)"),
        (TUNED, "Tuned(mert: chrf 100.00 to 100.00, 2 weights)"),
        (COMPARISON, "Comparison(chrf: <b>a 62.50, b 50.00 (p 1.0000))"),
    ],
)
def test_a_result_is_one_line(result, line):
    assert repr(result) == line


@pytest.mark.parametrize(
    "result", [POOL, MANY, SCORE, ORACLE, TUNED, COMPARISON, Table("t", "t", ["<b>"], [["<b>"]])]
)
def test_a_notebook_shows_a_table_in_which_text_is_text(result):
    html = result._repr_html_()
    assert html.startswith("<table>")
    assert html.endswith("</table>")
    rows = re.findall("<tr>(.*?)</tr>", html)
    assert len({row.count("</t") for row in rows}) == 1
    assert "<b>" not in html
    assert "<i>" not in html


def test_p_at_its_floor_is_shown_as_a_bound():
    systems = [System.of(name, [[name] * 40], ["b"] * 40, "chrf") for name in ("a", "b")]
    found = compare(systems, "chrf", trials=100)
    assert "&lt; 0.0100" in found._repr_html_()
    assert repr(found).endswith("b 100.00 (p < 0.0100))")


def test_a_pool_shows_its_first_candidates():
    html = POOL._repr_html_()
    assert "the &lt;b&gt;house&lt;/b&gt;" in html
    assert "&lt;i&gt;tm" in html
    assert html.count("<tr>") == 1 + 3
    assert MANY._repr_html_().count("<tr>") == 1 + 8


def test_cells_are_set_as_what_they_are():
    html = html_table("a & b", ["x"], [[12345], [0.123456], [None], ["x"]])
    assert "a &amp; b" in html
    assert re.findall(r"right\">(.*?)</td>", html) == ["12,345", "0.1235", ""]
