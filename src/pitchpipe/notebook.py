"""How results look in a notebook: in a line, or as a small table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from pitchpipe.errors import InputError

Cell = str | int | float | None


def counted(count: int, noun: str) -> str:
    """As in `1 sentence` and `1,014 sentences`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def html_table(title: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table with a title; everything in it is text and not HTML."""
    body = "".join(_row("td", row) for row in rows)
    return (
        f'<table><caption style="text-align: left">{escape(title)}</caption>'
        f"<thead>{_row('th', header)}</thead><tbody>{body}</tbody></table>"
    )


def _row(tag: str, cells: Sequence[Cell]) -> str:
    return f"<tr>{''.join(_cell(tag, cell) for cell in cells)}</tr>"


def _cell(tag: str, cell: Cell) -> str:
    side = "left" if isinstance(cell, str) else "right"
    return f'<{tag} style="text-align: {side}">{escape(_text(cell))}</{tag}>'


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:.4g}"


def frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """A pandas DataFrame of rows."""
    try:
        import pandas
    except ImportError:
        raise InputError("a DataFrame needs the pandas package: pip install pandas") from None
    return pandas.DataFrame(list(rows))
