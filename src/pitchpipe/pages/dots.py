"""Dots on lines, a line for each name: how values spread around their mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from pitchpipe.pages.colours import series_colour
from pitchpipe.pages.scale import scale_of
from pitchpipe.pages.size import WIDTH, row_height
from pitchpipe.pages.svg import element, line, shortened, text, title, width_of

TOP, BOTTOM, RIGHT = 6, 40, 16
MOST_LETTERS = 26


@dataclass(frozen=True)
class Dots:
    """A dot for each value of each name, and a stroke at their mean."""

    names: Sequence[str]
    values: Sequence[Sequence[float]]
    x_label: str
    labels: Sequence[Sequence[str]] = ()
    """What the pointer says of each dot besides its value."""
    digits: int = 2

    def draw(self) -> tuple[float, float, str]:
        names = [shortened(name, MOST_LETTERS) for name in self.names]
        left = max((width_of(name) for name in names), default=0.0) + 10
        across = scale_of((value for row in self.values for value in row), left, WIDTH - RIGHT, 0.06)
        tall = row_height(len(names), TOP + BOTTOM)
        floor = TOP + tall * len(names)
        parts = []
        for value, label in across.ticks(7):
            x = across(value)
            parts.append(line(x, TOP, x, floor + 4, class_="grid", stroke="#e3e3e3"))
            parts.append(text(x, floor + 17, label, text_anchor="middle"))
        parts.append(line(left, floor, WIDTH - RIGHT, floor, class_="axis", stroke="#888"))
        looks: dict[str, str | float | None] = {"text_anchor": "middle", "class_": "quiet", "fill": "#666"}
        parts.append(text((left + WIDTH - RIGHT) / 2, floor + 34, self.x_label, **looks))
        for row, (name, values) in enumerate(zip(names, self.values, strict=True)):
            y = TOP + tall * (row + 0.5)
            parts.append(text(left - 8, y + 4, name, text_anchor="end"))
            if values:
                parts.append(self._row(row, y, [across(value) for value in values], across(fmean(values))))
        return WIDTH, floor + BOTTOM, "".join(parts)

    def _row(self, row: int, y: float, places: Sequence[float], middle: float) -> str:
        looks: dict[str, str | float | None] = {"class_": f"line s{row % 8}", "stroke": series_colour(row)}
        mean = fmean(self.values[row])
        said = title(f"{self.names[row]}: mean {mean:.{self.digits}f}")
        parts = [
            line(min(places), y, max(places), y, stroke_width=1.5, opacity=0.5, **looks),
            element("line", said, x1=middle, y1=y - 8, x2=middle, y2=y + 8, stroke_width=2.5, **looks),
        ]
        for number, (place, value) in enumerate(zip(places, self.values[row], strict=True)):
            label = f", {self.labels[row][number]}" if self.labels else ""
            parts.append(
                element(
                    "circle",
                    title(f"{self.names[row]}{label}: {value:.{self.digits}f}"),
                    cx=place,
                    cy=y,
                    r=4,
                    fill=series_colour(row),
                    fill_opacity=0.75,
                    class_=f"mark s{row % 8}",
                )
            )
        return element("g", *parts, class_="series")
