"""Tables as plain text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def aligned(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lines with aligned columns: the first column is text, the others are numbers."""
    lines = [header, *rows]
    widths = [max(columns_of(line[column]) for line in lines) for column in range(len(header))]
    text = ""
    for line in lines:
        cells = [
            f"{' ' * (width - columns_of(cell))}{cell}" if column else padded(cell, width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        text += "  ".join(cells).rstrip() + "\n"
    return text


def padded(text: str, width: int) -> str:
    """Text with spaces after it, as wide in a terminal as asked for."""
    return text + " " * (width - columns_of(text))


def columns_of(text: str) -> int:
    """Columns that a text takes in a terminal: two for a Chinese character, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(char) in ("Mn", "Me", "Cf")
        else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )
