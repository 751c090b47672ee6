"""Lines over two axes: learning curves, trajectories, sections of a surface."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pitchpipe.pages.colours import series_colour
from pitchpipe.pages.scale import LogScale, Scale, log_scale_of, scale_of
from pitchpipe.pages.svg import SIZE, element, line, shortened, text, title, width_of

WIDTH, HEIGHT = 440, 270
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 10, 44
MOST_LETTERS = 34
"""Of a name in the legend."""
CORNERS = (
    (-3.2, -3.2, 3.2, -3.2, 3.2, 3.2, -3.2, 3.2),
    (0, -4.2, 4, 3, -4, 3),
    (0, -4.6, 4.6, 0, 0, 4.6, -4.6, 0),
)
"""Of squares, triangles and diamonds around their middle: x, y, x, y and so on."""


@dataclass(frozen=True)
class Line:
    """Points joined by a line; with `steps`, each value holds until the next x. A value that is NaN leaves a gap."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    steps: bool = False
    markers: bool = True


@dataclass(frozen=True)
class Lines:
    """Several lines over the same axes, with a legend below if there are several."""

    lines: Sequence[Line]
    x_label: str
    y_label: str
    digits: int = 2
    """Of the values that the pointer shows."""
    whole_x: bool = False
    """Whether x counts something."""
    log_x: bool = False
    """Whether x is drawn by its logarithm."""

    def draw(self) -> tuple[float, float, str]:
        legend, taken = self._legend() if len(self.lines) > 1 else ("", 0.0)
        x_scale = log_scale_of if self.log_x else scale_of
        across = x_scale((x for one in self.lines for x in one.x), LEFT, WIDTH - RIGHT, 0.03)
        up = scale_of((y for one in self.lines for y in one.y), HEIGHT - BOTTOM, TOP, 0.06)
        drawn = [self._line(index, one, across, up) for index, one in enumerate(self.lines)]
        return WIDTH, HEIGHT + taken, self._axes(across, up) + "".join(drawn) + legend

    def _axes(self, across: Scale | LogScale, up: Scale) -> str:
        floor = HEIGHT - BOTTOM
        parts = []
        for value, label in up.ticks():
            y = up(value)
            parts.append(line(LEFT, y, WIDTH - RIGHT, y, class_="grid", stroke="#e3e3e3"))
            parts.append(text(LEFT - 6, y + 4, label, text_anchor="end"))
        for value, label in across.ticks(8):
            if self.whole_x and value != int(value):
                continue
            x = across(value)
            parts.append(line(x, floor, x, floor + 4, class_="axis", stroke="#888"))
            parts.append(
                text(x, floor + 17, str(int(value)) if self.whole_x else label, text_anchor="middle")
            )
        parts.append(line(LEFT, floor, WIDTH - RIGHT, floor, class_="axis", stroke="#888"))
        middle = (LEFT + WIDTH - RIGHT) / 2
        parts.append(
            text(middle, HEIGHT - 8, self.x_label, text_anchor="middle", class_="quiet", fill="#666")
        )
        parts.append(
            text(
                0,
                0,
                self.y_label,
                text_anchor="middle",
                class_="quiet",
                fill="#666",
                transform=f"translate(12 {(TOP + floor) / 2:.1f}) rotate(-90)",
            )
        )
        return "".join(parts)

    def _line(self, index: int, one: Line, across: Scale | LogScale, up: Scale) -> str:
        places = [(across(x), up(y)) if math.isfinite(y) else None for x, y in zip(one.x, one.y, strict=True)]
        path = element(
            "path",
            title(one.name),
            d=_path(places, one.steps),
            fill="none",
            stroke=series_colour(index),
            stroke_width=1.8,
            stroke_linejoin="round",
            class_=f"line s{index % 8}",
        )
        marks = []
        for place, x, y in zip(places, one.x, one.y, strict=True):
            if place is not None and one.markers:
                said = title(f"{one.name}: {y:.{self.digits}f} at {self.x_label} {x:g}")
                marks.append(_marker(index, *place, said))
        return element("g", path, *marks, class_="series")

    def _legend(self) -> tuple[str, float]:
        """Names beside their markers, as many in a row as fit, and the height that they take."""
        parts, x, y = [], float(LEFT), HEIGHT + 12.0
        for index, one in enumerate(self.lines):
            name = shortened(one.name, MOST_LETTERS)
            wide = 18 + width_of(name) + 8
            if x > LEFT and x + wide > WIDTH:
                x, y = float(LEFT), y + SIZE + 6
            parts.append(_marker(index, x + 4, y - 4) if one.markers else _swatch(index, x, y - 4))
            parts.append(text(x + 14, y, name))
            x += wide
        return "".join(parts), y - HEIGHT + 8


def _swatch(index: int, x: float, y: float) -> str:
    looks = {"stroke": series_colour(index), "class_": f"line s{index % 8}"}
    return line(x - 2, y, x + 10, y, stroke_width=1.8, **looks)


def _path(places: Sequence[tuple[float, float] | None], steps: bool) -> str:
    parts = []
    for before, place in pairwise([None, *places]):
        if place is None:
            continue
        if before is None:
            parts.append(f"M{place[0]:.1f} {place[1]:.1f}")
        elif steps:
            parts.append(f"H{place[0]:.1f}V{place[1]:.1f}")
        else:
            parts.append(f"L{place[0]:.1f} {place[1]:.1f}")
    return "".join(parts) or "M0 0"


def _marker(index: int, x: float, y: float, said: str = "") -> str:
    """Circles, squares, triangles and diamonds, so that lines can be told apart without colour."""
    looks: dict[str, str | float | None] = {"fill": series_colour(index), "class_": f"mark s{index % 8}"}
    children = [said] if said else []
    shape = index % 4
    if shape == 0:
        return element("circle", *children, cx=x, cy=y, r=3.4, **looks)
    points = CORNERS[shape - 1]
    placed = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in zip(points[::2], points[1::2], strict=True))
    return element("polygon", *children, points=placed, **looks)
