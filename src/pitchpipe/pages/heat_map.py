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
"""Up to so many columns, cells hold their numbers if these fit, and each row and column has its name."""
SLANT, LEAST_LEFT = 30, 70.0
"""Degrees by which the names of columns are turned where they are wider than these, and the room for the first one."""


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
        slanted = len(self.columns) <= WRITTEN and any(width_of(name) + 6 > wide for name in self.columns)
        if slanted and left < LEAST_LEFT:
            left, wide = LEAST_LEFT, (WIDTH - LEAST_LEFT - RIGHT) / len(self.columns)
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
        parts += self._row_names(names, left, high_as)
        columns, below = (self._slanted if slanted else self._level)(left, wide, floor)
        parts += [*columns, *self._labels(left, floor, below), *self._strip(low, high, below, left)]
        return WIDTH, below + BOTTOM, "".join(parts)

    def _range(self, coloured: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[float, float]:
        low, high = float(coloured.min()), float(coloured.max())
        if self.centre is not None:
            reach = self.reach or max(high - self.centre, self.centre - low)
            low, high = self.centre - reach, self.centre + reach
        return (low, high) if high > low else (low - 0.5, high + 0.5)

    def _row_names(self, names: Sequence[str], left: float, high_as: float) -> list[str]:
        """Of many only some."""
        parts = []
        for index in range(0, len(names), math.ceil(1.25 * SIZE / high_as)):
            y = TOP + high_as * (index + 0.5) + 4
            parts.append(text(left - 6, y, names[index], text_anchor="end"))
        return parts

    def _level(self, left: float, wide: float, floor: float) -> tuple[list[str], float]:
        """The names of columns, of many only some, and where what is below them begins."""
        parts = []
        widest = max((width_of(name) for name in self.columns), default=1.0) + 6
        for index in range(0, len(self.columns), max(1, -(-int(widest) // max(1, int(wide))))):
            x = left + wide * (index + 0.5)
            parts.append(text(x, floor + 16, self.columns[index], text_anchor="middle"))
        return parts, floor

    def _slanted(self, left: float, wide: float, floor: float) -> tuple[list[str], float]:
        """The same of few columns with long names, each of which ends below its column."""
        parts, deepest = [], 0.0
        for index, column in enumerate(self.columns):
            x, y = left + wide * (index + 0.5) + 4, floor + 12
            room = int((x - 8) / math.cos(math.radians(SLANT)) / width_of("m"))
            name = shortened(column, min(MOST_LETTERS, room))
            turned = f"translate({x:.1f} {y:.1f}) rotate({-SLANT})"
            parts.append(text(0, 0, name, text_anchor="end", transform=turned))
            deepest = max(deepest, width_of(name) * math.sin(math.radians(SLANT)))
        return parts, floor + deepest

    def _labels(self, left: float, floor: float, below: float) -> list[str]:
        """What rows and columns are."""
        parts = []
        looks: dict[str, str | float | None] = {"text_anchor": "middle", "class_": "quiet", "fill": "#666"}
        if self.x_label:
            parts.append(text((left + WIDTH) / 2, below + 34, self.x_label, **looks))
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
