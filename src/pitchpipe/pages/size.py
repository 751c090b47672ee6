"""The one size of figures, so that they stand beside each other without gaps."""

from __future__ import annotations

WIDTH, HEIGHT = 440, 300
"""Of every figure, unless it has more rows than fit."""
LEAST_ROW = 15
"""The height of a row that can still be read."""


def row_height(rows: int, around: float) -> float:
    """The height of each of so many rows that fill a figure, where `around` is the room above and below them."""
    return max(LEAST_ROW, (HEIGHT - around) / max(1, rows))
