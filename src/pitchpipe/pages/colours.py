"""Colours that stay apart on paper, on both backgrounds of a screen, and for most eyes."""

from __future__ import annotations

import math

SERIES = ("#0072b2", "#d55e00", "#009e73", "#b5539c", "#b8860b", "#3d9bd1", "#6b6b6b", "#7a5195")
"""Okabe and Ito's, the light ones darkened for thin lines."""
SERIES_DARK = ("#56b4e9", "#f0884a", "#2fc79a", "#e08cc7", "#e6b422", "#9ad0f0", "#b0b0b0", "#b596d6")
"""The same on a dark background; the report's style sheet uses them."""

_SEQUENTIAL = ((247, 251, 255), (107, 174, 214), (8, 64, 129))
_DIVERGING = ((178, 88, 6), (247, 247, 247), (5, 90, 150))


def series_colour(index: int) -> str:
    return SERIES[index % len(SERIES)]


def shade(part: float, diverging: bool = False) -> tuple[str, str]:
    """The colour for a part from 0 to 1 of a range, and one for letters on it; 0.5 is the neutral middle if diverging."""
    stops = _DIVERGING if diverging else _SEQUENTIAL
    known = 0.5 if math.isnan(part) else min(max(part, 0.0), 1.0)  # of a range without end
    place = known * (len(stops) - 1)
    index = min(int(place), len(stops) - 2)
    mix = place - index
    mixed = [(1 - mix) * a + mix * b for a, b in zip(stops[index], stops[index + 1], strict=True)]
    brightness = 0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2]
    return "#" + "".join(f"{round(value):02x}" for value in mixed), "#222" if brightness > 140 else "#fff"
