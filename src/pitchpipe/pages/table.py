"""A table: the same rows for a page, a paper, a spreadsheet and a terminal."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape

Cell = str | int | float | None

_NUMBER = re.compile(r"(< )?[+-]?\d[\d.,]*%?( ± \d[\d.]*| to [+-]?\d[\d.]*)?[ *†‡]*")
"""Text that is set as a number: a mean with its deviation, a mark of significance, a bound, a range."""

MOST_BESIDE, MOST_LETTERS = 6, 50
"""Tables with more columns, or more letters in a row, get the whole width of a printed page."""

_MARK = re.compile(r" ?([*†‡]+)$")

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "±": r"$\pm$",
}


@dataclass(frozen=True)
class Table:
    """Rows of text and numbers. Fractions have as many digits as their column's; columns of text are set to the left.

    A cell may be text that looks like a number, as in `31.2 ± 0.4 *`.
    """

    name: str
    """What its files are called, without their ending."""
    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    digits: Sequence[int] = ()
    """Of each column; 2 where it says nothing."""
    best: Collection[tuple[int, int]] = ()
    """Cells that stand out, by row and column."""
    note: str = ""

    def texts(self) -> tuple[list[str], list[list[str]]]:
        """The header and the rows as a reader sees them; what `pitchpipe.cli.terminal.show_table` takes."""
        rows = [[self._text(column, cell) for column, cell in enumerate(row)] for row in self.rows]
        return list(self.header), rows

    def to_html(self) -> str:
        """A table without a caption; numbers are of class `number`, the best cells of class `best`."""
        header, rows = self.texts()
        looks = [self._look(column, rows) for column in range(len(header))]

        def line(cells: list[str], tag: str, row: int | None = None) -> str:
            joined = "".join(
                f'<{tag} class="{look}{" best" if (row, column) in self.best else ""}">'
                f"{_marked(cell) if 'number' in look else _breakable(escape(cell))}</{tag}>"
                for column, (look, cell) in enumerate(zip(looks, cells, strict=True))
            )
            return f"<tr>{joined}</tr>"

        body = [line(row, "td", number) for number, row in enumerate(rows)]
        wide = ' class="wide"' if len(header) > MOST_BESIDE or _longest(rows) > MOST_LETTERS else ""
        return f"<table{wide}><thead>{line(header, 'th')}</thead><tbody>{''.join(body)}</tbody></table>"

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_csv(self) -> str:
        """Comma-separated values; numbers as they are, not as they are shown."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(map(csv_cell, self.header))
        writer.writerows(map(csv_cell, row) for row in self.rows)
        return file.getvalue()

    def to_latex(self) -> str:
        """A `tabular` that needs no package; the best cells are bold."""
        header, rows = self.texts()
        columns = "".join("r" if self._is_number(column) else "l" for column in range(len(header)))
        lines = [f"\\begin{{tabular}}{{{columns}}}", "\\hline", _latex_row(header), "\\hline"]
        for number, row in enumerate(rows):
            bold = [column for column in range(len(row)) if (number, column) in self.best]
            lines.append(_latex_row(row, bold))
        return "\n".join([*lines, "\\hline", "\\end{tabular}", ""])

    def _text(self, column: int, cell: Cell) -> str:
        if cell is None:
            return ""
        if isinstance(cell, float):
            digits = self.digits[column] if column < len(self.digits) else 2
            return f"{cell:.{digits}f}"
        return f"{cell:,}" if isinstance(cell, int) else cell

    def _look(self, column: int, rows: Sequence[Sequence[str]]) -> str:
        if not self._is_number(column):
            return "text"
        return "number marked" if any(_MARK.search(row[column]) for row in rows) else "number"

    def _is_number(self, column: int) -> bool:
        cells = [row[column] for row in self.rows if row[column] not in (None, "")]
        return bool(cells) and all(not isinstance(cell, str) or _NUMBER.fullmatch(cell) for cell in cells)


def _marked(number: str) -> str:
    """A mark hangs beside its number, so that digits stay below each other."""
    return _MARK.sub(r'<span class="mark"> \1</span>', escape(number))


def _breakable(html: str) -> str:
    """Long signatures may go on in the next line."""
    return html.replace("|", "|<wbr>")


def _longest(rows: Sequence[Sequence[str]]) -> int:
    return max((sum(map(len, row)) for row in rows), default=0)


def _latex_row(cells: Sequence[str], bold: Collection[int] = ()) -> str:
    escaped = ["".join(_LATEX.get(letter, letter) for letter in cell) for cell in cells]
    return (
        " & ".join(
            f"\\textbf{{{cell}}}" if cell and column in bold else cell for column, cell in enumerate(escaped)
        )
        + r" \\"
    )


def best_in_columns(
    values: Sequence[Sequence[float | None]], higher: bool = True, first: int = 1, digits: int = 2
) -> set[tuple[int, int]]:
    """The cells with the best value of their column, equals as they are shown too; `first` is the first column's number.

    Nothing stands out where all are equal.
    """
    sign = 1.0 if higher else -1.0
    found = set()
    for column in range(max(map(len, values), default=0)):
        shown = {
            row: sign * round(value, digits)
            for row, cells in enumerate(values)
            if (value := cells[column]) is not None and not math.isnan(value)
        }
        if len(set(shown.values())) > 1:
            best = max(shown.values())
            found |= {(row, first + column) for row, value in shown.items() if value == best}
    return found


def csv_cell(cell: Cell) -> Cell:
    """Text that a spreadsheet would run as a formula gets a quote before it, which it does not show."""
    if cell is None:
        return ""
    is_text = isinstance(cell, str) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_text and str(cell).startswith(("=", "+", "-", "@", "\t", "\r")) else cell
