"""Tables on terminals of any width."""

import sys

import pytest
from rich.console import Console

from pitchpipe.cli import terminal

METHODS = ["mert(directions=random, restarts=20)", "kbmira"]
HEADER = ["method", "before", "after", "held out before", "held out after", "gap", "seconds", ""]
ROWS = [
    [METHODS[0], "12.34", "23.45", "12.33", "23.11", "-0.12", "123.45", "best"],
    [METHODS[1], "1.00", "2.00", "3.00", "4.00", "0.10", "1.00", ""],
]


@pytest.fixture
def drawn(monkeypatch, capsys):
    """Draws a table on a terminal so many columns wide."""

    def draw(header, rows, width):
        monkeypatch.setattr(terminal, "_shows", lambda file: True)
        monkeypatch.setattr(
            terminal,
            "_console",
            lambda file: Console(file=file, highlight=False, width=width, color_system=None),
        )
        terminal.show_table(header, rows, sys.stdout, best=0)
        return capsys.readouterr().out.splitlines()

    return draw


@pytest.mark.parametrize("width", [200, 100, 80, 70, 60])
def test_nothing_of_a_table_is_lost_and_no_line_is_too_long(drawn, width):
    lines = drawn(HEADER, ROWS, width)
    assert max(map(len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    for cell in (cell for row in ROWS for cell in row[1:]):
        assert cell in text
    words = " ".join([*HEADER, *METHODS]).split()
    assert [word for word in words if word not in text] == []


def test_where_no_room_is_left_the_text_has_lines_of_its_own(drawn):
    lines = drawn(HEADER, ROWS, 60)
    assert [lines.index(method) for method in METHODS] == [4, 6]
    assert lines[5].split() == ROWS[0][1:]


def test_a_table_that_fits_has_its_header_in_one_line(drawn):
    lines = [line.strip() for line in drawn(["system", "bleu"], [["output.txt", "12.30"]], 60)]
    assert "system       bleu" in lines
    assert "output.txt  12.30" in lines
