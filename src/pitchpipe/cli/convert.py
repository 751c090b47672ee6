"""`pitchpipe convert`: models from elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from pitchpipe.cli import terminal


def convert(
    ini: Annotated[
        str, typer.Argument(metavar="MOSES.INI", help="Moses's description of a model.", show_default=False)
    ],
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Where to write the model.", show_default=False
        ),
    ],
) -> None:
    """Turn a phrase-based model of Moses into a model of pitchpipe.

    Text phrase tables, reordering tables, ARPA language models, weights and search settings are taken over. What
    pitchpipe cannot do is refused with the line that asks for it.

    \b
    Example:
      pitchpipe convert moses.ini -o model
      pitchpipe translate model < in.de > out.en
    """
    from pitchpipe.model import convert

    model = convert(ini, output, progress=terminal.log)
    pairs = sum(len(one.table) for one in model.tables)
    terminal.log(f"{output}: {pairs} phrase pairs, {len(model.feature_names)} features")
