"""`pitchpipe diff`: the sentences that changed most between two systems."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import (
    Json,
    MetricSpec,
    ReferenceTexts,
    Threads,
    Tokenize,
    check_inputs,
    one_metric,
    thread_count,
)

if TYPE_CHECKING:
    from pitchpipe.analysis import Change

ORDERS = {"change": 0, "better": 1, "worse": -1}
MARKS = {
    "title": ("bold", "", ""),
    "quiet": ("dim", "", ""),
    "removed": ("red strike", "[-", "-]"),
    "added": ("green", "{+", "+}"),
}
"""How kinds of text look on a terminal, and what stands around them elsewhere."""


def diff(
    before: Annotated[
        str, typer.Argument(metavar="A", help="A system's output; - is stdin.", show_default=False)
    ],
    after: Annotated[
        str,
        typer.Argument(metavar="B", help="Another system's output of the same text.", show_default=False),
    ],
    *,
    reference: ReferenceTexts,
    source: Annotated[
        str | None, typer.Option(metavar="FILE", help="Source text.", show_default=False)
    ] = None,
    metric: MetricSpec = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Number of sentences to show.")] = 10,
    order: Annotated[
        str,
        typer.Option(
            metavar="change|better|worse",
            help="Show the largest changes, or only those for the better or the worse.",
        ),
    ] = "change",
    tokenize: Tokenize = "none",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Show what changed most between two systems.

    It shows the sentences whose scores under the metric differ most. Words that only A has are red, or in [- -] off a
    terminal; words that only B has are green, or in {+ +}.

    \b
    Example:
      pitchpipe diff old.txt new.txt -r reference.txt --source source.txt
      pitchpipe diff old.txt new.txt -r reference.txt -m chrf --order worse -n 3
    """
    from pitchpipe.analysis import changes
    from pitchpipe.cli.score import read_outputs
    from pitchpipe.errors import unknown_name
    from pitchpipe.metrics import find_metric
    from pitchpipe.metrics.scoring import signature

    if order not in ORDERS:
        raise unknown_name("order", order, ORDERS)
    with_source = [source] if source else []
    check_inputs(before, after, *reference, *with_source)
    built = find_metric(one_metric(metric))
    texts, references = read_outputs([before, after, *with_source], reference)
    found = changes(
        texts[0],
        texts[1],
        references,
        built,
        sources=texts[2] if source else None,
        tokenize=tokenize,
        threads=thread_count(threads),
    )
    better, worse = (sum(sign * one.gain > 0 for one in found) for sign in (1, -1))
    sign = ORDERS[order]
    shown = found if sign == 0 else [one for one in found if sign * one.gain > 0]
    facts = {"metric": built.spec, "signature": signature(built, tokenize), "sentences": len(references)}
    counts = {"changed": len(found), "better": better, "worse": worse}
    if json:
        terminal.write_json({**facts, **counts, "changes": [_as_dict(one) for one in shown[:count]]})
        return
    for one in shown[:count]:
        terminal.show_pieces(_pieces(one, built.spec), MARKS)
    terminal.log(
        f"{len(found)} of {len(references)} sentences changed: {better} better, {worse} worse, "
        f"{len(found) - better - worse} as good"
    )
    terminal.log(f"{built.spec} = {facts['signature']}")


def _pieces(one: Change, metric: str) -> Iterator[tuple[str, str]]:
    """A change as lines of pieces of text, each with its kind."""
    gain = "better" if one.gain > 0 else "worse" if one.gain < 0 else "as good"
    yield "title", f"line {one.line}: {metric} {one.scores[0]:.2f} to {one.scores[1]:.2f}, {gain}\n"
    if one.source is not None:
        yield "quiet", f"  source     {one.source}\n"
    for reference in one.references:
        yield "quiet", f"  reference  {reference}\n"
    yield "quiet", "  change    "
    for kind, words in one.pieces:
        yield "same", " "
        yield kind, words
    yield "same", "\n"


def _as_dict(one: Change) -> dict[str, Any]:
    return {**vars(one), "words": one.pieces}
