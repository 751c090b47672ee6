"""A small writer of SVG, the text of which is the same for the same figure."""

from __future__ import annotations

import html
import re

from pitchpipe.files.plain_table import columns_of

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file may have, however they are written."""
FONT = "system-ui, Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'DejaVu Sans', sans-serif"
SIZE = 12
"""Of letters, in the figure's own units."""


def escape(text: str) -> str:
    """Text as it stands in SVG; characters that XML cannot hold are shown by the replacement character."""
    return html.escape(_NOT_XML.sub("\ufffd", text))


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """An element; children are SVG, `class_` is the class, and underscores in names are hyphens."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_written(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{''.join(children)}</{name}>" if children else f"<{name}{given}/>"


def title(text: str) -> str:
    """What a browser shows when the pointer rests on the element that this is in."""
    return element("title", escape(text))


def text(x: float, y: float, words: str, **attributes: str | float | None) -> str:
    """Words at a place."""
    return element("text", escape(words), x=x, y=y, **{"class_": "ink", "fill": "#333", **attributes})


def line(x: float, y: float, to_x: float, to_y: float, **attributes: str | float | None) -> str:
    """A line from one place to another."""
    return element("line", x1=x, y1=y, x2=to_x, y2=to_y, **attributes)


def document(width: float, height: float, label: str, *children: str) -> str:
    """A whole figure, with what it shows said for those who cannot see it."""
    return element(
        "svg",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_written(width)} {_written(height)}",
        width=width,
        height=height,
        font_family=FONT,
        font_size=SIZE,
        role="img",
        aria_label=label,
    )


def width_of(words: str, size: float = SIZE) -> float:
    """About how wide words are; generous, since fonts differ."""
    return 0.6 * size * columns_of(words)


def shortened(words: str, most: int) -> str:
    """Words cut to a number of letters; their end, where names of features differ, stays."""
    end = most // 2
    return words if len(words) <= most else f"{words[: most - 1 - end]}…{words[-end:]}"


def _written(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return f"{value:.2f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))
