"""`pitchpipe align`: word alignments of a parallel text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import completion, terminal
from pitchpipe.cli.options import Threads, check_inputs, check_outputs, thread_count
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.align import Aligner, Alignments
    from pitchpipe.align.drawing import Link
    from pitchpipe.text import Corpus


def align(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SRC", help="Tokenised text, compressed or not; - is stdin.", show_default=False
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
            help="Write the alignments here, compressed if the name ends in .gz. Default: stdout.",
            show_default=False,
        ),
    ] = None,
    aligner: Annotated[
        str | None,
        typer.Option(
            "--aligner",
            "--method",
            metavar="ALIGNER",
            help="Aligner, as in: hmm, model1, 'hmm(agreement=false)', eflomal. Default: hmm.",
            autocompletion=completion.aligners,
            show_default=False,
        ),
    ] = None,
    symmetrize: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How to join the two directions, as in: intersection, grow-diag, posterior:0.5.",
            autocompletion=completion.symmetrizations,
        ),
    ] = "grow-diag",
    save: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL", help="Save the trained model, to align other text with it.", show_default=False
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL", help="Align with a saved model instead of training one.", show_default=False
        ),
    ] = None,
    reverse: Annotated[
        bool, typer.Option("--reverse", help="Write the target position of a link first.")
    ] = False,
    draw: Annotated[
        str | None,
        typer.Option(
            metavar="LINES",
            help="Draw the alignments of these lines as matrices; lines are counted from 1, as in 7 or 7,12. Links "
            "are then written only with -o.",
            show_default=False,
        ),
    ] = None,
    alignment: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="With --draw: draw the links in this file, as in 0-0 1-2, instead of aligning.",
            show_default=False,
        ),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="With --draw: write the matrices as a page.", show_default=False),
    ] = None,
    threads: Threads = None,
) -> None:
    """Align the words of a text with those of its translation.

    Each line of the output has the links of a sentence pair, as source and target positions counted from 0, as in 0-0
    1-2. Alignments are learned from the text itself, or come from a saved model.

    \b
    Example:
      pitchpipe align train.de train.en > train.align
      pitchpipe align train.de train.en --save de-en.align-model -o train.align
      pitchpipe align new.de new.en --model de-en.align-model --symmetrize intersection
      pitchpipe align train.de train.en --draw 7,12 --html matrices.html
      pitchpipe align train.de train.en --alignment train.align --draw 7
    """
    from pitchpipe.align import Aligner, Alignments, find_aligner, symmetrization
    from pitchpipe.align.method import AlignmentMethod
    from pitchpipe.files import input_name
    from pitchpipe.text import read_parallel

    check_inputs(source, target, *([alignment] if alignment else []))
    check_outputs(output, save, html, inputs=[source, target, alignment, model])
    symmetrization(symmetrize)
    _check(draw, alignment, html, model=model, learning=bool(aligner or save), output=output)
    chosen = find_aligner(aligner or "hmm")
    count = thread_count(threads)
    learned = Aligner.read(model, count) if model is not None else None
    one, other = read_parallel([source, target])
    names = input_name(source), input_name(target)
    lines = _lines(draw, len(one), names[0])
    _warn_raw(names, (one, other))
    if alignment is not None:
        found = Alignments.read(alignment, one, other)
    else:
        if learned is None:
            keeps = save is not None or (bool(lines) and type(chosen).train is not AlignmentMethod.train)
            with terminal.progress_bar(f"aligning with {chosen.spec}") as progress:
                how: dict[str, Any] = {"names": names, "threads": count, "progress": progress}
                if keeps:
                    learned = chosen.train(one, other, **how)
                else:
                    found = chosen.align(one, other, symmetrize, **how)
            if learned is not None and save is not None:
                learned.save(save)
        if learned is not None:
            found = learned.align(one, other, symmetrize, names=names, threads=count)
        terminal.log(f"{len(found.links):,} links in {len(found):,} lines")
    if lines:
        _draw(lines, (one, other), found, learned, html)
    if reverse:
        found = found.reversed
    if output is not None:
        found.write(output)
    elif not lines:
        terminal.write(found.pharaoh.decode())


def _check(
    draw: str | None,
    alignment: str | None,
    html: str | None,
    *,
    model: str | None,
    learning: bool,
    output: str | None,
) -> None:
    """Refuse options that would have no effect together."""
    if model is not None and learning:
        raise InputError("found --model with --aligner or --save, expected it alone: a model does not learn")
    if draw is None and (alignment or html):
        raise InputError(f"found --{'alignment' if alignment else 'html'} without --draw, expected both")
    if alignment is not None and (learning or model or output):
        raise InputError("found --alignment with an option of aligning, expected --draw and --html only")


def _warn_raw(names: tuple[str, str], texts: tuple[Corpus, Corpus]) -> None:
    """Say which command tokenises text that looks raw: its full stops would be parts of words."""
    from pitchpipe.text import looks_raw
    from pitchpipe.text.language_guess import SAMPLE
    from pitchpipe.text.misfits import FEWEST_LINES

    raw = []
    for name, text in zip(names, texts, strict=True):
        places = range(0, len(text), max(1, len(text) // SAMPLE))
        if len(text) >= FEWEST_LINES and looks_raw([" ".join(text.line(place)) for place in places]):
            raw.append(name)
    if raw:
        looks = f"{' and '.join(raw)} {'look' if len(raw) > 1 else 'looks'} raw"
        command = f"pitchpipe prepare {names[0]} {names[1]} --tokenize auto,auto -o clean"
        terminal.warn(f"{looks}, but text is taken as tokenised; tokenise it with: {command}")


def _lines(asked: str | None, count: int, name: str) -> list[int]:
    """The numbers of lines to draw, from 0."""
    numbers = []
    for text in asked.split(",") if asked is not None else ():
        if not text.strip().isdecimal() or not 1 <= int(text) <= count:
            raise InputError(
                f"found the line {text.strip()!r} in --draw, expected numbers from 1 to {count:,}, the lines of {name}"
            )
        numbers.append(int(text) - 1)
    return numbers


def _draw(
    lines: Sequence[int],
    texts: tuple[Corpus, Corpus],
    found: Alignments,
    learned: Aligner | None,
    html: str | None,
) -> None:
    """Matrices on stdout and on a page, with what each direction said where there is a model that tells."""
    import numpy as np

    from pitchpipe.align.drawing import LINK, drawn_alignment, legend, link_kinds

    drawn = [text.take(np.array(lines)) for text in texts]
    sides = learned.directions(*drawn) if learned is not None else None
    matrices = []
    for place, number in enumerate(lines):
        source, target = (text.line(place) for text in drawn)
        links = dict.fromkeys(found.line(number), LINK)
        if sides is not None:
            links = link_kinds(found.line(number), *(side.line(place) for side in sides))
        matrices.append((number, source, target, links))
        terminal.write_lines([f"line {number + 1}", "", *drawn_alignment(source, target, links), ""])
    terminal.write_lines(legend({kind for *_, links in matrices for kind in links.values()} - {LINK}))
    if html is not None:
        _write_page(html, matrices)


def _write_page(path: str, matrices: Sequence[tuple[int, list[str], list[str], dict[Link, str]]]) -> None:
    from pitchpipe.files import write_whole
    from pitchpipe.pages import AlignmentMatrix, Figure, Report, Section

    figures = [
        Figure(f"line_{number + 1}", f"Line {number + 1}", AlignmentMatrix(source, target, links))
        for number, source, target, links in matrices
    ]
    page = Report(
        "Word alignments", "Source words down, target words across.", [], [Section("Lines", figures)]
    )
    with write_whole(path) as file:
        file.write(page.to_html().encode())
    terminal.log(f"the page is {path}")
