"""`pitchpipe align`: word alignments of a parallel text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Threads, check_inputs, check_output, thread_count
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.align import Aligner, Alignments
    from pitchpipe.text import Corpus


def align(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SRC", help="Tokenised text, plain, gzip or zstd; - is stdin.", show_default=False
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
            help="Where the alignments go, packed if the name ends in .gz; stdout by default.",
            show_default=False,
        ),
    ] = None,
    aligner: Annotated[
        str | None,
        typer.Option(
            "--aligner",
            "--method",
            metavar="ALIGNER",
            help="As in: hmm, model1, 'hmm(agreement=false)', eflomal. hmm by default.",
            show_default=False,
        ),
    ] = None,
    symmetrize: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="How two directions become one, as in: intersection, grow-diag, posterior:0.5."
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
    from pitchpipe.align import symmetrization
    from pitchpipe.text import read_parallel

    check_inputs(source, target)
    check_output(output)
    check_output(save)
    symmetrization(symmetrize)
    if model is not None and (aligner is not None or save is not None):
        raise InputError("found --model with --aligner or --save, expected it alone: a model does not learn")
    count = thread_count(threads)
    known = _opened(model, count) if model is not None else None
    texts = read_parallel([source, target])
    found = _aligned(texts, (source, target), known, aligner or "hmm", symmetrize, save, count)
    terminal.log(f"{len(found.links):,} links in {len(found):,} lines")
    if reverse:
        found = found.reversed
    if output is not None:
        found.write(output)
    else:
        terminal.write(found.pharaoh.decode())


def _opened(path: str, threads: int) -> Aligner:
    from pitchpipe.align import Aligner

    return Aligner.open(path, threads)


def _aligned(
    texts: list[Corpus],
    paths: tuple[str, str],
    known: Aligner | None,
    spec: str,
    symmetrize: str,
    save: str | None,
    threads: int,
) -> Alignments:
    from pitchpipe.align import method
    from pitchpipe.text import input_name

    names = input_name(paths[0]), input_name(paths[1])
    source, target = texts
    if known is not None:
        return known.align(source, target, symmetrize, names=names, threads=threads)
    chosen = method(spec)
    with terminal.steps_progress(f"aligning with {chosen.spec}") as progress:
        if save is None:
            return chosen.align(source, target, symmetrize, names=names, threads=threads, progress=progress)
        learnt = chosen.train(source, target, names=names, threads=threads, progress=progress)
        learnt.save(save)
        return learnt.align(source, target, symmetrize, names=names, threads=threads)
