"""`pitchpipe restore`: translations made readable."""

from __future__ import annotations

from typing import Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import CaseMode, Threads, check_inputs, thread_count
from pitchpipe.errors import InputError


def restore(
    lines: Annotated[
        str,
        typer.Argument(
            metavar="TEXT", help="Translations, one on each line; - is stdin.", show_default=False
        ),
    ] = "-",
    *,
    language: Annotated[
        str, typer.Option("--language", "-l", metavar="CODE", help="Detokenise for this language, as in en.")
    ] = "none",
    truecaser: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Recase lower-cased words with this truecaser from prepare.",
            show_default=False,
        ),
    ] = None,
    mode: CaseMode = "lm",
    source: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Source text, tokenised and not lower-cased: unknown words that were copied take their case from it.",
            show_default=False,
        ),
    ] = None,
    pieces: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Join subword pieces into words, using this file from prepare.",
            show_default=False,
        ),
    ] = None,
    capitals: Annotated[bool, typer.Option(help="Begin sentences with a capital letter.")] = True,
    threads: Threads = None,
) -> None:
    """Recase and detokenise translations.

    Translations of a truecased system need no --truecaser: they only get capitals where sentences begin.

    \b
    Example:
      pitchpipe restore --language en < output.txt > readable.txt
      pitchpipe restore output.txt --language en --truecaser clean.truecaser.en > readable.txt
    """
    from pitchpipe.files import check_line_counts, read_sentences
    from pitchpipe.text import Pieces, Truecaser, restore

    check_inputs(lines, *([source] if source else []), *([truecaser] if truecaser else []))
    if source is not None and truecaser is None:
        raise InputError(
            "--source says how unknown words are written when words are recased, which needs --truecaser"
        )
    model = None if truecaser is None else Truecaser.read(truecaser)
    texts = read_sentences(lines, "output").lines
    sources = None if source is None else read_sentences(source).lines
    if source is not None and sources is not None:
        check_line_counts([lines, source], [len(texts), len(sources)])
    with terminal.progress_bar("restoring text") as progress:
        restored = restore(
            texts,
            language=language,
            truecaser=model,
            mode=mode,
            sources=sources,
            capitals=capitals,
            pieces=None if pieces is None else Pieces.read(pieces),
            processes=thread_count(threads),
            progress=progress,
        )
    terminal.write_lines(restored)
