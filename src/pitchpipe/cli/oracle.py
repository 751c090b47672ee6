"""`pitchpipe oracle`: the best and the worst that candidate lists allow."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import (
    Format,
    Ids,
    Json,
    Lists,
    MetricSpec,
    Missing,
    References,
    Threads,
    Tokenize,
    check_inputs,
    check_outputs,
    one_metric,
    thread_count,
)


def oracle(
    lists: Lists,
    *,
    reference: References = None,
    metric: MetricSpec = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the best candidates, a line for each sentence.",
            show_default=False,
        ),
    ] = None,
    ids: Ids = False,
    tokenize: Tokenize = "none",
    format: Format = None,
    missing: Missing = "refuse",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Find the best and worst scores within reach.

    Greedy search chooses one candidate of each list: the scores it finds can be reached, but slightly better ones may
    exist. The output also has the score of the first candidates, and the diversity of the lists: how far apart two
    candidates of a list are in their word pairs, from 0 to 1.

    \b
    Example:
      pitchpipe oracle nbest.gz -r reference.txt -m bleu
      pitchpipe oracle samples.jsonl -m ter -o best.txt --json
    """
    from pitchpipe.analysis import pool_diversity
    from pitchpipe.cli.read_lists import read_lists
    from pitchpipe.cli.rerank import one_line_each
    from pitchpipe.files import write_whole
    from pitchpipe.lists import tokenized
    from pitchpipe.lists.oracle import oracle
    from pitchpipe.metrics import find_metric
    from pitchpipe.metrics.scoring import signature

    check_inputs(*lists, *(reference or []))
    check_outputs(output, inputs=[*lists, *(reference or [])])
    built = find_metric(one_metric(metric))
    pool = read_lists(lists, reference, format=format, threads=thread_count(threads), missing=missing)
    split = tokenized(pool, tokenize)
    found = oracle(split, built, threads=thread_count(threads))
    signed, diversity = signature(built, tokenize), pool_diversity(split)
    if output is not None:
        lines = list(one_line_each(pool, found.best_rows, ids))
        with write_whole(output) as file:
            file.write("".join(f"{line}\n" for line in lines).encode())
        terminal.log(f"the best candidates are in {output}")
    if json:
        shown = {name: getattr(found, name) for name in ("best", "worst", "current")}
        facts = {"diversity": diversity, "metric": built.spec, "signature": signed, "search": "greedy"}
        terminal.write_json(shown | facts)
        return
    rows = [
        ["worst found", f"{found.worst:.2f}"],
        ["first candidates", f"{found.current:.2f}"],
        ["best found", f"{found.best:.2f}"],
    ]
    terminal.show_table(["choice", built.spec], rows, sys.stdout)
    terminal.write_lines([f"diversity = {diversity:.3f}", f"{built.spec} = {signed}"])
    terminal.log("best and worst are what a greedy search found; a little more may be within reach")
