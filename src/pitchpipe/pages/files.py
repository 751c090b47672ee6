"""Figures and tables of a report as files of their own."""

from __future__ import annotations

from pathlib import Path

from pitchpipe.files import write_whole
from pitchpipe.files.refusals import refusals_of
from pitchpipe.pages.page import Report

ZOOM = 3
"""Pixels of a PNG for each unit of the figure: about 290 to an inch."""


def write_files(report: Report, folder: Path) -> list[Path]:
    """Write every figure as SVG and PNG, every table as CSV and LaTeX, and tell which files there are.

    Without the package resvg-py there are no PNG files.
    """
    with refusals_of(folder):
        folder.mkdir(parents=True, exist_ok=True)
    contents: dict[str, bytes] = {}
    for figure in report.figures:
        drawn = figure.to_svg()
        contents[f"{figure.name}.svg"] = f"{drawn}\n".encode()
        if (png := to_png(drawn)) is not None:
            contents[f"{figure.name}.png"] = png
    for table in report.tables:
        contents[f"{table.name}.csv"] = table.to_csv().encode()
        contents[f"{table.name}.tex"] = table.to_latex().encode()
    for name, data in contents.items():
        with write_whole(folder / name) as file:
            file.write(data)
    return [folder / name for name in contents]


def to_png(svg: str) -> bytes | None:
    """The picture of a figure on white, or None without the package resvg-py."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        return None
    return bytes(svg_to_bytes(svg_string=svg, zoom=ZOOM, background="white"))
