"""`pitchpipe train`: from parallel text to a tuned system."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Json, Threads, thread_count

if TYPE_CHECKING:
    from pitchpipe.tuning.loop import Iteration


def train(
    source: Annotated[
        str, typer.Argument(metavar="SRC", help="The source side, a line each.", show_default=False)
    ],
    target: Annotated[str, typer.Argument(metavar="TGT", help="Its translation.", show_default=False)],
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Where to build the model.", show_default=False
        ),
    ],
    dev: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="SRC REF", help="Text to tune on.", show_default=False),
    ] = None,
    test: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="SRC REF", help="Text to measure the system on.", show_default=False),
    ] = None,
    dev_reference: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A further reference of the tuning text.", show_default=False),
    ] = None,
    test_reference: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A further reference of the test text.", show_default=False),
    ] = None,
    lm_text: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="More text for the language model.", show_default=False),
    ] = None,
    settings: Annotated[
        str | None,
        typer.Option(
            "--set",
            metavar="SETTINGS",
            help="As in: source_language=de,target_language=en,truecase=true,method=mert",
            show_default=False,
        ),
    ] = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Build a translation system: clean, align, extract phrases, estimate a language model, tune, measure.

    Stages whose inputs and settings have not changed are not done again, and a run that was stopped goes on:
    give the same command once more. "pitchpipe explain train" lists the settings.

    \b
    Example:
      pitchpipe train train.de train.en --dev val.de val.en --test test.de test.en -o model
      pitchpipe translate model < in.de > out.en
    """
    from pitchpipe.specs import parse_spec
    from pitchpipe.training import TextSet, TrainSettings
    from pitchpipe.training import train as build

    chosen = TrainSettings.from_spec(None, parse_spec(f"train({settings})").options if settings else {})
    trained = build(
        source,
        target,
        output,
        dev=dev and TextSet(dev[0], [dev[1], *(dev_reference or [])]),
        test=test and TextSet(test[0], [test[1], *(test_reference or [])]),
        lm_text=lm_text or (),
        settings=chosen,
        threads=thread_count(threads),
        say=terminal.log,
        iteration=tell_iteration,
    )
    if json:
        terminal.write_json(dict(trained.summary))
    else:
        show_summary(dict(trained.summary))


def tell_iteration(number: int, iteration: Iteration) -> None:
    """A line on stderr for each iteration of tuning."""
    tuned = "" if iteration.predicted is None else f", tuned to {iteration.predicted:.2f} on all lists"
    unseen = "" if iteration.held_out is None else f", {iteration.held_out:.2f} held out"
    terminal.log(
        f"  iteration {number}: {iteration.objective:.2f}{unseen}, {iteration.new} new candidates{tuned} "
        f"({iteration.decode_seconds:.1f} s to decode, {iteration.optimize_seconds:.1f} s to tune)"
    )


def show_summary(summary: dict[str, Any]) -> None:
    """Times, scores before and after tuning, and examples."""
    terminal.show_table(
        ["stage", "seconds"],
        [[name, f"{seconds:.1f}"] for name, seconds in summary["seconds"].items()],
        sys.stdout,
    )
    rows = []
    if "tuning" in summary:
        tuning = summary["tuning"]
        metric = summary["settings"]["metric"]
        rows.append([f"dev {metric}", f"{tuning['before']:.2f}", f"{tuning['after']:.2f}"])
    test = dict(summary.get("test", {}))
    examples = test.pop("examples", [])
    rows += [[f"test {name}", f"{one['before']:.2f}", f"{one['after']:.2f}"] for name, one in test.items()]
    if rows:
        terminal.show_table(["", "before", "after"], rows, sys.stdout)
    for one in examples:
        lines = [("source", one["source"]), ("reference", one["reference"])]
        lines += [("before", one["before"]), ("after", one["after"])]
        terminal.write_lines([*(f"{name:10} {text}" for name, text in lines), ""])
