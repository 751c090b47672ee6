"""`pitchpipe add`: new sentence pairs, which a model uses at once."""

from __future__ import annotations

from typing import Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.open_model import ModelFolder
from pitchpipe.cli.options import Threads, thread_count
from pitchpipe.errors import InputError
from pitchpipe.notebook import counted


def add(
    model: ModelFolder,
    texts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOURCE TARGET",
            help="Sentences and their translations: two files, or one with both (TSV, TMX).",
            show_default=False,
        ),
    ] = None,
    *,
    undo: Annotated[bool, typer.Option("--undo", help="Undo the last addition.")] = False,
    all: Annotated[bool, typer.Option("--all", help="With --undo: undo all additions.")] = False,
    list: Annotated[
        bool, typer.Option("--list", help="Print the added pairs: number of the call, source, target.")
    ] = False,
    prepared: Annotated[
        bool, typer.Option("--prepared", help="Take lines as tokens of the model, without preparing them.")
    ] = False,
    symmetrize: Annotated[
        str | None,
        typer.Option(
            metavar="HEURISTIC",
            help="How to join the two directions of the alignment. Default: as for the model's own text.",
            show_default=False,
        ),
    ] = None,
    threads: Threads = None,
) -> None:
    """Add sentence pairs to a model, for use from the next sentence on.

    The model's own aligner aligns them, and their phrases go into a small table that is used together with the large
    one. Nothing else is rebuilt. The feature Added0 counts the phrases from the small table; "pitchpipe tune" finds
    its weight.

    \b
    Example:
      pitchpipe add model new.de new.en
      pitchpipe add model --undo
    """
    from pitchpipe.files import ParallelText
    from pitchpipe.model import Additions

    if bool(texts) + undo + list != 1:
        raise InputError("expected the files of sentence pairs, --undo or --list, and one of these only")
    if all and not undo:
        raise InputError("--all needs --undo")
    additions = Additions(model)
    if list:
        for pair in additions.pairs():
            terminal.write(
                "\t".join([str(pair.batch), *(_cell(text) for text in (pair.source, pair.target))]) + "\n"
            )
        return
    if undo:
        change = additions.undo(everything=all)
        terminal.log(
            f"{counted(change.pairs, 'pair')} taken back; the model has {counted(change.total, 'added pair')} now"
        )
        return
    files = texts or []
    if len(files) > 2:
        raise InputError(f"found {len(files)} files, expected a source and a target, or one file of both")
    read = ParallelText.read(files)
    if not read.source:
        raise InputError(f"{files[0]}: found no lines, expected sentence pairs")
    for side, lines in enumerate((read.source, read.references[0])):
        if not prepared and (doubt := additions.texts.misfit(lines, side)):
            terminal.warn(f"{files[min(side, len(files) - 1)]} {doubt}")
    change = additions.add(
        read.source,
        read.references[0],
        prepared=prepared,
        symmetrize=symmetrize,
        threads=thread_count(threads),
    )
    left_out = f" ({change.skipped:,} left out: empty, or too long)" if change.skipped else ""
    terminal.log(
        f"{counted(change.pairs, 'pair')} added{left_out}; the model has {counted(change.total, 'added pair')} "
        f"and {counted(change.phrases, 'phrase')} from them"
    )


def _cell(text: str) -> str:
    return " ".join(text.split())
