"""Bars that lie, so that long names have room beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitchpipe.pages.colours import SERIES
from pitchpipe.pages.scale import scale_of
from pitchpipe.pages.size import WIDTH, row_height
from pitchpipe.pages.svg import element, line, shortened, text, title, width_of

TOP, BOTTOM = 6, 8
MOST_LETTERS = 26
THICKEST = 18
"""Of a bar."""


@dataclass(frozen=True)
class Bars:
    """A bar for each name, from 0, with its value at the end."""

    names: Sequence[str]
    values: Sequence[float]
    digits: int = 2
    unit: str = ""

    def draw(self) -> tuple[float, float, str]:
        said = [f"{value:.{self.digits}f}{self.unit}" for value in self.values]
        names = [shortened(name, MOST_LETTERS) for name in self.names]
        left = max((width_of(name) for name in names), default=0.0) + 8
        room = max((width_of(value) for value in said), default=0.0) + 6
        below = any(value < 0 for value in self.values)
        across = scale_of([0.0, *self.values], left + (room if below else 0), WIDTH - room, 0.0)
        tall = row_height(len(names), TOP + BOTTOM)
        thick = min(THICKEST, tall - 4)
        height = TOP + tall * len(names) + BOTTOM
        parts = []
        for row, (name, value, words) in enumerate(zip(names, self.values, said, strict=True)):
            y = TOP + tall * (row + 0.5)
            start, end = sorted((across(0), across(value)))
            bar = element(
                "rect",
                title(f"{self.names[row]}: {words}"),
                x=start,
                y=y - thick / 2,
                width=max(end - start, 0.5),
                height=thick,
                rx=1.5,
                fill=SERIES[0 if value >= 0 else 1],
                class_=f"mark s{0 if value >= 0 else 1}",
            )
            beside = (end + 4, "start") if value >= 0 else (start - 4, "end")
            parts += [
                text(left - 6, y + 4, name, text_anchor="end"),
                bar,
                text(beside[0], y + 4, words, text_anchor=beside[1], class_="quiet", fill="#666"),
            ]
        parts.append(line(across(0), TOP, across(0), height - BOTTOM, class_="axis", stroke="#888"))
        return WIDTH, height, "".join(parts)
