"""`pitchpipe align`: word alignments of a parallel text."""

from __future__ import annotations

from typing import Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Threads, check_inputs, check_output, thread_count
from pitchpipe.errors import InputError


def align(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SRC", help="Tokenised text, plain or packed; - is stdin.", show_default=False
        ),
    ],
    target: Annotated[
        str, typer.Argument(metavar="TGT", help="Its translation, line by line.", show_default=False)
    ],
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where the alignments go, packed if the name ends in .gz. Default: stdout.",
            show_default=False,
        ),
    ] = None,
    aligner: Annotated[
        str | None,
        typer.Option(
            "--aligner",
            "--method",
            metavar="ALIGNER",
            help="As in: hmm, model1, 'hmm(agreement=false)', eflomal. Default: hmm.",
            show_default=False,
        ),
    ] = None,
    symmetrize: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How two directions become one, as in: intersection, grow-diag, posterior:0.5.",
        ),
    ] = "grow-diag-final-and",
    save: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Keep what was learnt, for other text.", show_default=False),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL", help="Align with a model that was kept; nothing is learnt.", show_default=False
        ),
    ] = None,
    reverse: Annotated[
        bool, typer.Option("--reverse", help="Write the target position of a link first.")
    ] = False,
    threads: Threads = None,
) -> None:
    """Align the words of a text with those of its translation.

    There is a line for each pair of lines, with a link of a source and a target position each, counted from 0, as in
    0-0 1-2. Alignments are learnt from the text itself, or come from a model that was kept.

    \b
    Example:
      pitchpipe align train.de train.en > train.align
      pitchpipe align train.de train.en --save de-en.align-model -o train.align
      pitchpipe align new.de new.en --model de-en.align-model --symmetrize intersection
    """
    from pitchpipe.align import Aligner, find_aligner, symmetrization
    from pitchpipe.files import input_name
    from pitchpipe.text import read_parallel

    check_inputs(source, target)
    check_output(output)
    check_output(save)
    symmetrization(symmetrize)
    if model is not None and (aligner is not None or save is not None):
        raise InputError("found --model with --aligner or --save, expected it alone: a model does not learn")
    chosen = find_aligner(aligner or "hmm")
    count = thread_count(threads)
    learnt = Aligner.read(model, count) if model is not None else None
    one, other = read_parallel([source, target])
    names = input_name(source), input_name(target)
    if learnt is None:
        with terminal.progress_bar(f"aligning with {chosen.spec}") as progress:
            if save is not None:
                learnt = chosen.train(one, other, names=names, threads=count, progress=progress)
                learnt.save(save)
            else:
                found = chosen.align(one, other, symmetrize, names=names, threads=count, progress=progress)
    if learnt is not None:
        found = learnt.align(one, other, symmetrize, names=names, threads=count)
    terminal.log(f"{len(found.links):,} links in {len(found):,} lines")
    if reverse:
        found = found.reversed
    if output is not None:
        found.write(output)
    else:
        terminal.write(found.pharaoh.decode())
