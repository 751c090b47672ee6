"""Lines over two axes: learning curves, trajectories, sections of a surface."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pitchpipe.pages.colours import series_colour
from pitchpipe.pages.scale import LogScale, Scale, log_scale_of, scale_of, without_far_out
from pitchpipe.pages.size import HEIGHT, WIDTH
from pitchpipe.pages.svg import SIZE, element, line, shortened, text, title, width_of

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
    """Points joined by a line, or not; with `steps`, each value holds until the next x. A value that is NaN leaves a gap."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    steps: bool = False
    markers: bool = True
    joined: bool = True
    labels: Sequence[str] = ()
    """What the pointer says of each point besides its values."""


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
    robust: bool = False
    """Whether values far from all others are drawn at the edge, with their numbers, so that the others can be seen."""

    def draw(self) -> tuple[float, float, str]:
        legend, taken = self._legend() if len(self.lines) > 1 else ("", 0.0)
        floor = max(HEIGHT - taken, 160) - BOTTOM
        x_scale = log_scale_of if self.log_x else scale_of
        across = x_scale((x for one in self.lines for x in one.x), LEFT, WIDTH - RIGHT, 0.03)
        values = [y for one in self.lines for y in one.y]
        up = scale_of(without_far_out(values) if self.robust else values, floor, TOP, 0.06)
        drawn = [self._line(index, one, across, up) for index, one in enumerate(self.lines)]
        below = element("g", legend, transform=f"translate(0 {floor + BOTTOM:.1f})") if legend else ""
        body = self._axes(across, up, floor) + "".join(drawn) + self._far_out(across, up) + below
        return WIDTH, floor + BOTTOM + taken, body

    def _axes(self, across: Scale | LogScale, up: Scale, floor: float) -> str:
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
            text(middle, floor + BOTTOM - 8, self.x_label, text_anchor="middle", class_="quiet", fill="#666")
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
        places = [
            (across(x), up(min(max(y, up.low), up.high))) if math.isfinite(y) else None
            for x, y in zip(one.x, one.y, strict=True)
        ]
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
        for number, (place, x, y) in enumerate(zip(places, one.x, one.y, strict=True)):
            if place is not None and one.markers and up.low <= y <= up.high:
                name = f"{one.name}, {one.labels[number]}" if one.labels else one.name
                said = title(f"{name}: {y:.{self.digits}f} at {self.x_label} {x:.6g}")
                marks.append(_marker(index, *place, said))
        return element("g", *([path] if one.joined else []), *marks, class_="series")

    def _far_out(self, across: Scale | LogScale, up: Scale) -> str:
        """Arrows at the edge for values beyond it, each with its number; equal ones share an arrow."""
        found: dict[tuple[float, str, bool], list[int]] = {}
        for index, one in enumerate(self.lines):
            for x, y in zip(one.x, one.y, strict=True):
                if math.isfinite(y) and not up.low <= y <= up.high:
                    found.setdefault((x, f"{y:.{self.digits}f}", y < up.low), []).append(index)
        parts, taken = [], list[tuple[float, float, float]]()
        for (x, value, low), lines in sorted(found.items()):
            edge, towards = (up.start, -1) if low else (up.end, 1)
            wide = width_of(value) + 10
            left = min(max(across(x) - wide / 2, LEFT), WIDTH - RIGHT - wide)
            label = edge + towards * 11 + (0 if low else 8)
            while any(y == label and left < end and begin < left + wide for begin, end, y in taken):
                label += towards * (SIZE + 1)
            taken.append((left, left + wide, label))
            names = ", ".join(self.lines[index].name for index in lines)
            said = title(f"{names}: {value} at {self.x_label} {x:g}, beyond the scale")
            tip = f"{across(x):.1f},{edge:.1f} {across(x) - 4.5:.1f},{edge + towards * 7:.1f} {across(x) + 4.5:.1f},{edge + towards * 7:.1f}"
            looks: dict[str, str | float | None] = {
                "fill": series_colour(lines[0]),
                "class_": f"mark s{lines[0] % 8}",
            }
            parts.append(element("polygon", said, points=tip, **looks))
            halo: dict[str, str | float | None] = {
                "class_": "ink halo",
                "stroke": "#fff",
                "stroke_width": 3,
                "paint_order": "stroke",
            }
            parts.append(text(left + wide / 2, label, value, text_anchor="middle", **halo))
        return "".join(parts)

    def _legend(self) -> tuple[str, float]:
        """Names beside their markers, as many in a row as fit, and the height that they take."""
        parts, x, y = [], float(LEFT), 12.0
        for index, one in enumerate(self.lines):
            name = shortened(one.name, MOST_LETTERS)
            wide = 18 + width_of(name) + 8
            if x > LEFT and x + wide > WIDTH:
                x, y = float(LEFT), y + SIZE + 6
            parts.append(_marker(index, x + 4, y - 4) if one.markers else _swatch(index, x, y - 4))
            parts.append(text(x + 14, y, name))
            x += wide
        return "".join(parts), y + 8


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
