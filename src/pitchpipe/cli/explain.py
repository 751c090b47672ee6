"""`pitchpipe explain`: what a name means."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import completion, terminal
from pitchpipe.cli.options import Json

if TYPE_CHECKING:
    from pitchpipe.explain import Explanation


def explain(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A metric, method, list format, tokeniser, aligner, cluster engine, feature such as LM0, setting, "
            "or group of settings such as train or study.",
            autocompletion=completion.explained,
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Explain a metric, method, format or feature.

    It shows the settings with their defaults, and the paper. Without a name, it lists all names.

    \b
    Example:
      pitchpipe explain mert
      pitchpipe explain bleu --json
      pitchpipe explain study
    """
    from pitchpipe.explain import explain, explanations

    if name is None:
        known = explanations()
        if json:
            terminal.write_json({"known": [one.as_dict() for one in known]})
        else:
            terminal.write_lines(_listing(known))
        return
    found = explain(name)
    if json:
        terminal.write_json(found.as_dict())
    else:
        terminal.write_lines(_page(found))


def _listing(known: list[Explanation]) -> Iterator[str]:
    width = max(len(one.name) for one in known)
    for family, members in groupby(known, key=lambda one: one.family):
        yield f"{family}s"
        for one in members:
            yield f"  {one.name:<{width}}  {textwrap.shorten(one.summary, 110 - width, placeholder=' ...')}"
        yield ""
    yield "More on each: pitchpipe explain NAME"


def _page(found: Explanation) -> Iterator[str]:
    yield f"{found.name}: a {found.family}"
    yield ""
    yield from textwrap.wrap(found.summary, 100)
    if found.details:
        yield ""
        yield from found.details.splitlines()
    if found.settings:
        yield ""
        yield "Settings"
        for option in found.settings:
            accepts = f"; {option.accepts}" if option.accepts else ""
            default = "nothing" if option.default == "" else str(option.default).lower()
            yield f"  {option.name} = {default}{accepts}"
            yield f"      {option.help}"
    if found.references:
        yield ""
        yield "References"
        for reference in found.references:
            yield from textwrap.wrap(reference, 100, initial_indent="  ", subsequent_indent="    ")
    yield ""
    yield "Example"
    yield f"  {found.example}"
