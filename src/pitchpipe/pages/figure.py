"""A figure: what it shows, and how it is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pitchpipe.pages.svg import document


class Content(Protocol):
    """What can be drawn: `Lines`, `Bars`, `HeatMap`."""

    def draw(self) -> tuple[float, float, str]:
        """The width and the height that it takes, and its SVG."""


@dataclass(frozen=True)
class Figure:
    """Something drawn, with a title; the same object goes onto a page and into files."""

    name: str
    """What its files are called, without their ending."""
    title: str
    content: Content
    note: str = ""
    """What a reader should know to read it."""

    def to_svg(self) -> str:
        """The drawing without its title, as SVG that needs nothing else."""
        width, height, body = self.content.draw()
        return document(width, height, self.title, body)
