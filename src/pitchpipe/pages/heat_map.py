"""A heat map: numbers in rows and columns as colours, written into their cells where there is room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pitchpipe.pages.colours import shade
from pitchpipe.pages.size import HEIGHT, WIDTH, row_height
from pitchpipe.pages.svg import SIZE, element, shortened, text, title, width_of

TOP, RIGHT, BOTTOM, STRIP = 8, 18, 62, 120
MOST_LETTERS = 26
WRITTEN = 12
"""Up to so many columns, cells hold their numbers if these fit, and each row has its name."""


@dataclass(frozen=True)
class HeatMap:
    """Values by row and column; the first row is at the top.

    Colours are those of `colour_by`, the values themselves by default: from light to dark, or, around a `centre`, from
    orange through white to blue.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    values: ArrayLike
    x_label: str = ""
    y_label: str = ""
    colour_by: ArrayLike | None = None
    centre: float | None = None
    reach: float | None = None
    """How far colours go to both sides of the centre, for several maps on one scale; as far as the values by default."""
    digits: int = 2
    titles: Sequence[str] = ()
    """What the pointer calls each row; its name by default."""

    def draw(self) -> tuple[float, float, str]:
        values = np.asarray(self.values, float)
        coloured = values if self.colour_by is None else np.asarray(self.colour_by, float)
        low, high = self._range(coloured)
        names = [shortened(name, MOST_LETTERS) for name in self.rows]
        left = max((width_of(name) for name in names), default=0.0) + (24 if self.y_label else 8)
        wide = (WIDTH - left - RIGHT) / max(1, len(self.columns))
        longest = max((width_of(f"{value:.{self.digits}f}") for value in values.flat), default=0.0)
        written = len(self.columns) <= WRITTEN and longest <= wide
        fitting = row_height(len(self.rows), TOP + BOTTOM)
        high_as = fitting if written else (HEIGHT - TOP - BOTTOM) / max(1, len(self.rows))
        floor = TOP + high_as * len(self.rows)
        cells, numbers = [], []
        for row, column in np.ndindex(*values.shape):
            fill, ink = shade((coloured[row, column] - low) / (high - low), self.centre is not None)
            x, y, value = left + wide * column, TOP + high_as * row, f"{values[row, column]:.{self.digits}f}"
            said = title(f"{(self.titles or self.rows)[row]}, {self.columns[column]}: {value}")
            cells.append(
                element("rect", said, x=x, y=y, width=wide, height=high_as, fill=fill, class_="cell")
            )
            looks: dict[str, str | float | None] = {"text_anchor": "middle", "fill": ink, "class_": None}
            numbers.append(text(x + wide / 2, y + high_as / 2 + 4, value, **looks))
        parts = [element("g", *cells, shape_rendering="crispEdges")]
        if written:
            parts.append(element("g", *numbers, pointer_events="none"))
        parts += self._names(names, left, wide, high_as, floor)
        parts += self._strip(low, high, floor, left)
        return WIDTH, floor + BOTTOM, "".join(parts)

    def _range(self, coloured: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[float, float]:
        low, high = float(coloured.min()), float(coloured.max())
        if self.centre is not None:
            reach = self.reach or max(high - self.centre, self.centre - low)
            low, high = self.centre - reach, self.centre + reach
        return (low, high) if high > low else (low - 0.5, high + 0.5)

    def _names(
        self, names: Sequence[str], left: float, wide: float, high_as: float, floor: float
    ) -> list[str]:
        """Names of rows and columns, of many only some."""
        parts = []
        for index in range(0, len(names), math.ceil(1.25 * SIZE / high_as)):
            y = TOP + high_as * (index + 0.5) + 4
            parts.append(text(left - 6, y, names[index], text_anchor="end"))
        widest = max((width_of(name) for name in self.columns), default=1.0) + 6
        for index in range(0, len(self.columns), max(1, -(-int(widest) // max(1, int(wide))))):
            x = left + wide * (index + 0.5)
            parts.append(text(x, floor + 16, self.columns[index], text_anchor="middle"))
        looks: dict[str, str | float | None] = {"text_anchor": "middle", "class_": "quiet", "fill": "#666"}
        if self.x_label:
            parts.append(text((left + WIDTH) / 2, floor + 34, self.x_label, **looks))
        if self.y_label:
            turned = f"translate(12 {(TOP + floor) / 2:.1f}) rotate(-90)"
            parts.append(text(0, 0, self.y_label, transform=turned, **looks))
        return parts

    def _strip(self, low: float, high: float, floor: float, left: float) -> list[str]:
        """What colours mean."""
        count = 24
        x, y = left + (WIDTH - left - STRIP) / 2, floor + 44
        wide = STRIP / count
        fills = [shade(index / (count - 1), self.centre is not None)[0] for index in range(count)]
        cells = [
            element("rect", x=x + index * wide, y=y, width=wide, height=9, fill=fill)
            for index, fill in enumerate(fills)
        ]
        parts = [element("g", *cells, shape_rendering="crispEdges")]
        parts.append(text(x - 6, y + 9, f"{low:.{self.digits}f}", text_anchor="end"))
        parts.append(text(x + STRIP + 6, y + 9, f"{high:.{self.digits}f}"))
        return parts
