"""A word alignment as a matrix: target words across, source words down, a square for each link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitchpipe.align.drawing import (
    BOTH,
    LEFT_OUT_SOURCE,
    LEFT_OUT_TARGET,
    LINK,
    MARKS,
    OF_NEITHER,
    OF_SOURCE,
    OF_TARGET,
    Link,
)
from pitchpipe.pages.colours import SERIES
from pitchpipe.pages.svg import SIZE, element, text, title, width_of

CELL, GAP, KEY = 20, 8, 20
_FILLS = {
    LINK: SERIES[0],
    BOTH: SERIES[0],
    OF_TARGET: SERIES[1],
    OF_SOURCE: SERIES[2],
    OF_NEITHER: SERIES[6],
    LEFT_OUT_TARGET: SERIES[1],
    LEFT_OUT_SOURCE: SERIES[2],
}


@dataclass(frozen=True)
class AlignmentMatrix:
    """Words of both sides, and the kind of each link, as `pitchpipe.align.drawing` tells them; what was left out is hollow."""

    source: Sequence[str]
    target: Sequence[str]
    links: Mapping[Link, str]

    def draw(self) -> tuple[float, float, str]:
        left = max(map(width_of, self.source), default=0.0) + 2 * GAP
        slanted = max(map(width_of, self.target), default=0.0) * 0.87
        top = slanted + 2 * GAP
        right, floor = left + CELL * len(self.target), top + CELL * len(self.source)
        parts = [
            text(left - 6, top + CELL * (row + 0.5) + 4, word, text_anchor="end")
            for row, word in enumerate(self.source)
        ]
        for column, word in enumerate(self.target):
            turned = f"translate({left + CELL * (column + 0.5) + 3:.1f} {top - 5:.1f}) rotate(-60)"
            parts.append(text(0, 0, word, transform=turned))
        parts += [
            self._cell(row, column, left, top)
            for row in range(len(self.source))
            for column in range(len(self.target))
        ]
        keys = [kind for kind in MARKS if kind in set(self.links.values()) - {LINK}]
        for row, kind in enumerate(keys):
            y = floor + GAP + KEY * row
            parts += [_square(GAP, y, kind), text(GAP + CELL, y + 13, MARKS[kind][1])]
        wide = max((width_of(MARKS[kind][1]) for kind in keys), default=0.0) + CELL + 2 * GAP
        return (
            max(right + slanted * 0.58 + GAP, wide),
            floor + GAP + KEY * len(keys) + SIZE / 2,
            "".join(parts),
        )

    def _cell(self, row: int, column: int, left: float, top: float) -> str:
        x, y = left + CELL * column, top + CELL * row
        kind = self.links.get((row, column))
        frame = element("rect", x=x, y=y, width=CELL, height=CELL, fill="none", stroke="#9994")
        if kind is None:
            return frame
        said = title(f"{self.source[row]} – {self.target[column]}: {MARKS[kind][1]}")
        return frame + element("g", said, _square(x + 2, y + 2, kind))


def _square(x: float, y: float, kind: str) -> str:
    hollow = kind in (LEFT_OUT_SOURCE, LEFT_OUT_TARGET)
    return element(
        "rect",
        x=x + 1,
        y=y + 1,
        width=CELL - 6,
        height=CELL - 6,
        rx=2,
        fill="none" if hollow else _FILLS[kind],
        stroke=_FILLS[kind],
        stroke_width=2 if hollow else None,
    )
