"""All commands. Nothing slow is imported here, so that help is there at once."""

from __future__ import annotations

from typing import Annotated

import typer

from pitchpipe.cli import (
    add,
    align,
    assemble,
    classes,
    compare,
    convert,
    demo,
    diff,
    explain,
    extract,
    judge,
    lm,
    mbr,
    metric,
    oracle,
    phrases,
    prepare,
    reach,
    report,
    rerank,
    rescore,
    restore,
    score,
    serve,
    show,
    train,
    translate,
    tune,
)
from pitchpipe.cli.exits import Commands

app = typer.Typer(
    name="pitchpipe",
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (
    train,
    prepare,
    align,
    extract,
    phrases,
    classes,
    assemble,
    add,
    translate,
    serve,
    show,
    restore,
    convert,
    tune,
    rerank,
    rescore,
    mbr,
    oracle,
    reach,
    score,
    diff,
    compare,
    report,
    explain,
    demo,
):
    name = module.__name__.rpartition(".")[2]
    Commands.functions[name] = getattr(module, name)
app.add_typer(lm.app, name="lm")
app.add_typer(metric.app, name="metric")
app.add_typer(judge.app, name="judge")


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        from pitchpipe.cli.terminal import write

        write(f"pitchpipe {version('pitchpipe')}\n")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def pitchpipe(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Build translation systems, and tune weights for scored candidates of any system.

    Start with "pitchpipe demo"; "pitchpipe explain" lists all metrics, methods and list formats.

    \b
    Example:
      pitchpipe train train.de train.en --dev val.de val.en --test test.de test.en -o model
      pitchpipe translate model < in.de > out.en
      pitchpipe tune nbest.gz -r reference.txt --method mert --metric bleu -o weights.txt
      pitchpipe rerank nbest.gz -w weights.txt > best.txt
      pitchpipe score best.txt -r reference.txt -m bleu -m ter
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
