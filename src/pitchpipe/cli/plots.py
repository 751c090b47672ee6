"""Figures that a command writes to a file: a page, or a picture if there is one figure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.pages import Figure


def check_plot(path: str, figures: int) -> None:
    """Refuse a file whose ending does not fit before any work is done."""
    kind = Path(path).suffix
    if kind not in (".html", ".svg", ".png"):
        raise InputError(f"{path}: found the ending {kind!r}, expected .html, .svg or .png")
    if kind != ".html" and figures != 1:
        raise InputError(f"{path}: found {figures} figures for one picture, expected a page, .html")


def write_plot(path: str, title: str, lead: str, figures: Sequence[Figure]) -> None:
    """Write figures as the ending of the file's name says."""
    from pitchpipe.files import write_whole
    from pitchpipe.pages import Report, Section, to_png

    check_plot(path, len(figures))
    if path.endswith(".html"):
        data = Report(title, lead, [], [Section("Figures", list(figures))]).to_html().encode()
    else:
        drawn = figures[0].to_svg()
        found = to_png(drawn) if path.endswith(".png") else f"{drawn}\n".encode()
        if found is None:
            raise InputError(f"{path}: PNG needs the package resvg-py: pip install resvg-py")
        data = found
    with write_whole(path) as file:
        file.write(data)
