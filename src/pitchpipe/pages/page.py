"""A report as one HTML file that asks for nothing else: style, figures and the little script are in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from pitchpipe.pages.figure import Figure
from pitchpipe.pages.shell import resource, whole_page
from pitchpipe.pages.table import Table


@dataclass(frozen=True)
class Example:
    """A sentence in several versions; changed words are marked."""

    label: str
    lines: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    """What a line is, and its words in pieces: `same`, `removed` or `added`."""

    def to_html(self) -> str:
        rows = []
        for name, pieces in self.lines:
            words = " ".join(f"{_OPEN[kind]}{escape(text)}{_CLOSE[kind]}" for kind, text in pieces)
            rows.append(f"<dt>{escape(name)}</dt><dd>{words}</dd>")
        return f'<dl class="example" aria-label="{escape(self.label)}">{"".join(rows)}</dl>'


_OPEN = {"same": "", "removed": "<del>", "added": "<ins>"}
_CLOSE = {"same": "", "removed": "</del>", "added": "</ins>"}


@dataclass(frozen=True)
class Section:
    """A heading with what is below it."""

    title: str
    items: Sequence[Table | Figure | Example]
    text: str = ""
    beside: bool = False
    """Whether tables stand beside figures where there is room; for narrow ones."""


@dataclass(frozen=True)
class Report:
    """A title, figures that matter most, and sections."""

    title: str
    lead: str
    """What was done, in a sentence."""
    facts: Sequence[tuple[str, str]]
    """A few names and values in large type."""
    sections: Sequence[Section]
    verdict: Sequence[str] = ()
    """The answer, before everything else: a paragraph each."""

    @property
    def figures(self) -> list[Figure]:
        return [item for section in self.sections for item in section.items if isinstance(item, Figure)]

    @property
    def tables(self) -> list[Table]:
        return [item for section in self.sections for item in section.items if isinstance(item, Table)]

    def to_html(self, refresh: int | None = None) -> str:
        """The whole page. It may run its own script and nothing else, and load nothing.

        With `refresh`, it asks for itself again after so many seconds.
        """
        facts = "".join(
            f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in self.facts
        )
        verdict = "".join(f"<p>{escape(one)}</p>" for one in self.verdict)
        names = _anchors(self.sections)
        return whole_page(
            self.title,
            resource("report", "report.css"),
            resource("report", "report.js"),
            [
                f"<header><h1>{escape(self.title)}</h1>",
                *([f'<div class="verdict">{verdict}</div>'] if verdict else []),
                f"<p>{escape(self.lead)}</p></header>",
                f'<dl class="facts">{facts}</dl>',
                *_contents(self.sections, names),
                *map(_section, self.sections, names),
            ],
            refresh,
        )


def _anchors(sections: Sequence[Section]) -> list[str]:
    """A name for each section that links can go to."""
    found: list[str] = []
    for section in sections:
        name = re.sub(r"\W+", "-", section.title.lower()).strip("-") or "section"
        found.append(f"{name}-{len(found)}" if name in found else name)
    return found


def _contents(sections: Sequence[Section], names: Sequence[str]) -> list[str]:
    """Links to the sections, of a page that has several."""
    if len(sections) < 2:
        return []
    links = [
        f'<li><a href="#{escape(name)}">{escape(section.title)}</a></li>'
        for name, section in zip(names, sections, strict=True)
    ]
    return [f'<nav aria-label="Contents"><ul>{"".join(links)}</ul></nav>']


def _section(section: Section, name: str) -> str:
    """Neighbouring figures share a row where there is room, and tables too if the section says so."""
    parts = [f'<section id="{escape(name)}"><h2>{escape(section.title)}</h2>']
    if section.text:
        parts.append(f"<p>{escape(section.text)}</p>")
    group: list[str] = []
    for item in section.items:
        shown = _shown(item)
        if isinstance(item, Figure) or section.beside:
            group.append(shown)
            continue
        parts += [*_row(group), shown]
        group = []
    return "\n".join([*parts, *_row(group), "</section>"])


def _row(items: list[str]) -> list[str]:
    return [f'<div class="row">{"".join(items)}</div>'] if items else []


def _shown(item: Table | Figure | Example) -> str:
    if isinstance(item, Example):
        return item.to_html()
    note = f'<p class="note">{escape(item.note)}</p>' if item.note else ""
    heading = f"<h3>{escape(item.title)}</h3>{note}"
    if isinstance(item, Figure):
        return f"<figure>{heading}{item.to_svg()}</figure>"
    label = f'role="region" aria-label="{escape(item.title)}" tabindex="0"'
    return f'<div class="table">{heading}<div {label}>{item.to_html()}</div></div>'
