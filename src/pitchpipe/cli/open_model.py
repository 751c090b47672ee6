"""What commands that translate need: a decoder, and how text is prepared for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli.options import thread_count
from pitchpipe.cli.setting_options import settings_of
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.decoder import SourceText, SystemDecoder

ModelFolder = Annotated[
    str, typer.Argument(metavar="MODEL", help="The folder of a model.", show_default=False)
]
ModelWeights = Annotated[
    str | None,
    typer.Option(
        "--weights",
        "-w",
        metavar="FILE",
        help="Use these weights instead of the model's.",
        show_default=False,
    ),
]
SearchSet = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SETTINGS",
        help="Search settings, as in: pop_limit=1000,beam=500,distortion_limit=4",
        show_default=False,
    ),
]
Features = Annotated[
    list[str] | None,
    typer.Option(
        "--feature",
        metavar="MODULE:CLASS",
        help="Use a feature written in Python, as in my_module:LengthRatio, or one that a package adds; may be repeated.",
        show_default=False,
    ),
]
IsPrepared = Annotated[
    bool,
    typer.Option("--prepared", help="Take text as it is, and write translations as the decoder gives them."),
]
TermsFile = Annotated[
    str | None,
    typer.Option(
        "--terms",
        metavar="FILE",
        help="Use these translations: a term, a tab and its translation on each line.",
        show_default=False,
    ),
]
Markup = Annotated[
    bool,
    typer.Option(
        "--markup",
        help='Use translations given in the text: <n translation="a house||a home" prob="0.8||0.2">ein haus</n>',
    ),
]
Inclusive = Annotated[
    bool,
    typer.Option("--inclusive", help="Let the model's own translations compete with --terms and --markup."),
]


def search_given(set: list[str] | None, features: list[str] | None) -> dict[str, str]:
    """The settings of `--set`, with the features of `--feature` among them."""
    given = settings_of(set)
    if features:
        given["features"] = "+".join([*filter(None, [given.get("features")]), *features])
    return given


def open_decoder(
    model: str,
    weights: str | None,
    set: list[str] | None,
    threads: int | None,
    *,
    verify: bool = True,
    features: list[str] | None = None,
) -> SystemDecoder:
    """The decoder of a model's folder, with what the command line says."""
    from pitchpipe.decoder import SearchSettings
    from pitchpipe.decoder import open_decoder as decoder_of
    from pitchpipe.model import Model

    opened = Model.read(model, weights)
    if verify:
        opened.verify(thread_count(threads))
    settings = SearchSettings.of_model(opened, search_given(set, features))
    try:
        return decoder_of(opened, settings, thread_count(threads))
    except InputError as error:
        raise InputError(f"{weights or f'{model}/weights'}: {error}") from None


def open_source_text(
    model: str,
    *,
    prepared: bool,
    terms: str | None,
    markup: bool,
    inclusive: bool,
    capitals: bool | None = None,
) -> SourceText:
    """How lines are prepared for a model, with what is given for their words."""
    from dataclasses import replace

    from pitchpipe.decoder import SourceText, Terms
    from pitchpipe.model import ModelTexts

    if inclusive and not (terms or markup):
        raise InputError("--inclusive needs --terms or --markup")
    texts = ModelTexts() if prepared else ModelTexts.read(model)
    if capitals is not None:
        texts = replace(texts, capitals=capitals)
    return SourceText(texts, Terms.read(terms, texts) if terms else None, markup, inclusive)


def line_batches(source: str) -> Iterator[list[str]]:
    """Lines as they come, as many as are there, so that a pipe need not end first."""
    from pitchpipe.decoder.stream import BATCH
    from pitchpipe.decoder.tokens import LONGEST
    from pitchpipe.files import input_name
    from pitchpipe.files.line_batches import line_batches

    done = 0
    for batch in line_batches(source, BATCH):
        lines = []
        for number, line in enumerate(batch, done + 1):
            size = len(line.split()) if len(line) > LONGEST else 0
            if size > LONGEST:
                raise InputError(
                    f"{input_name(source)}:{number}: found a line of {size:,} tokens, expected at most {LONGEST:,}"
                )
            try:
                lines.append(line.decode().rstrip("\r"))
            except UnicodeDecodeError as error:
                raise InputError(
                    f"{input_name(source)}:{number}: found a byte that is not UTF-8 "
                    f"(byte {error.start + 1} of the line), expected UTF-8 text"
                ) from None
        done += len(batch)
        yield lines
