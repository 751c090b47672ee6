"""Values with their intervals, a line for each name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitchpipe.pages.colours import SERIES
from pitchpipe.pages.scale import scale_of
from pitchpipe.pages.size import WIDTH, row_height
from pitchpipe.pages.svg import element, line, shortened, text, title, width_of

TOP, BOTTOM, RIGHT = 6, 40, 16
MOST_LETTERS = 26


@dataclass(frozen=True)
class Intervals:
    """A dot for each name, on a line that goes from one end of its interval to the other."""

    names: Sequence[str]
    values: Sequence[float]
    ends: Sequence[tuple[float, float]]
    x_label: str
    middle: float | None = None
    """A value to draw a line at, such as that of no difference."""
    digits: int = 2

    def draw(self) -> tuple[float, float, str]:
        names = [shortened(name, MOST_LETTERS) for name in self.names]
        left = max((width_of(name) for name in names), default=0.0) + 10
        shown = [*self.values, *(end for both in self.ends for end in both)]
        across = scale_of(
            [*shown, *([] if self.middle is None else [self.middle])], left, WIDTH - RIGHT, 0.06
        )
        tall = row_height(len(names), TOP + BOTTOM)
        floor = TOP + tall * len(names)
        parts = []
        for value, label in across.ticks(7):
            x = across(value)
            parts.append(line(x, TOP, x, floor + 4, class_="grid", stroke="#e3e3e3"))
            parts.append(text(x, floor + 17, label, text_anchor="middle"))
        parts.append(line(left, floor, WIDTH - RIGHT, floor, class_="axis", stroke="#888"))
        if self.middle is not None:
            x = across(self.middle)
            parts.append(line(x, TOP, x, floor, class_="axis", stroke="#888"))
        parts.append(
            text(
                (left + WIDTH - RIGHT) / 2,
                floor + 34,
                self.x_label,
                text_anchor="middle",
                class_="quiet",
                fill="#666",
            )
        )
        for row, (name, value, (low, high)) in enumerate(zip(names, self.values, self.ends, strict=True)):
            y = TOP + tall * (row + 0.5)
            said = f"{self.names[row]}: {value:.{self.digits}f} ({low:.{self.digits}f} to {high:.{self.digits}f})"
            parts += [
                text(left - 8, y + 4, name, text_anchor="end"),
                line(across(low), y, across(high), y, stroke_width=2, class_="line s0", stroke=SERIES[0]),
                element(
                    "circle", title(said), cx=across(value), cy=y, r=4.5, fill=SERIES[0], class_="mark s0"
                ),
            ]
        return WIDTH, floor + BOTTOM, "".join(parts)
