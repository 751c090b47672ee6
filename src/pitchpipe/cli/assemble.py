"""`pitchpipe assemble`: pieces joined into a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Threads, thread_count
from pitchpipe.cli.setting_options import settings_of
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.model import ModelTexts

NONE = "none"


def assemble(
    *,
    table: Annotated[
        list[str],
        typer.Option(
            "--table",
            "-t",
            metavar="FILE",
            help="A phrase table from extract, or in Moses's text format; one --table for each.",
            show_default=False,
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Where to write the model.", show_default=False
        ),
    ],
    lm: Annotated[
        list[str] | None,
        typer.Option(
            "--lm",
            metavar="FILE",
            help="A language model from lm estimate, or in ARPA format; one --lm for each.",
            show_default=False,
        ),
    ] = None,
    reordering: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="For a table in Moses's text format: its reordering table, with the kind in the file's name.",
            show_default=False,
        ),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(
            "--weights",
            "-w",
            metavar="FILE",
            help="Weights of the model. Default: those that tuning starts from.",
            show_default=False,
        ),
    ] = None,
    sparse: Annotated[
        str, typer.Option(metavar="NAMES", help="Sparse features, as in: PT+AL+LO", show_default=False)
    ] = "",
    text: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="SRC TGT",
            help="For the sparse features WP: the text that the table was extracted from.",
            show_default=False,
        ),
    ] = None,
    set: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SETTINGS",
            help="Search settings to store in the model, as in: distortion_limit=9,beam=200",
            show_default=False,
        ),
    ] = None,
    tokenize: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="How to tokenise raw text for the model, as in de,en. Default: text is already tokenised.",
            show_default=False,
        ),
    ] = None,
    lowercase: Annotated[bool, typer.Option("--lowercase", help="Lower-case text for the model.")] = False,
    truecasers: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="Truecasers for text of the model, as prepare --truecase writes them; none for a side without one.",
            show_default=False,
        ),
    ] = None,
    pieces: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="Subword pieces for text of the model, as prepare writes them; none for a side of whole words.",
            show_default=False,
        ),
    ] = None,
    threads: Threads = None,
) -> None:
    """Join a phrase table and a language model into a model.

    The folder works with translate, tune and phrases like one that train built. The parts are checked and copied.

    \b
    Example:
      pitchpipe assemble --table phrases.table --lm lm.lm -o model
      pitchpipe assemble --table phrases.table --lm lm.lm --sparse PT+AL --set distortion_limit=9 -o model
      pitchpipe assemble --table phrases.table --lm lm.lm --tokenize ja,en --pieces clean.pieces.ja,none -o model
      pitchpipe assemble --table news.table --table talks.table --lm news.lm --lm web.arpa -o model
    """
    from pitchpipe.decoder import SearchSettings
    from pitchpipe.settings import grouped
    from pitchpipe.text import read_parallel
    from pitchpipe.training import BuildSettings
    from pitchpipe.training import assemble as join
    from pitchpipe.training.assembling import sparse_features

    templates = BuildSettings(sparse=sparse).templates
    if "WP" in templates and text is None:
        raise InputError("found WP in --sparse without --text, expected the text that the table is from")
    texts = _texts(tokenize, lowercase, truecasers, pieces)
    (search,) = grouped("assemble", (SearchSettings,), settings_of(set))
    model = join(
        output,
        table,
        lm or [],
        reordering_tables=reordering or [],
        weights=weights,
        sparse=sparse_features(templates, lambda: read_parallel(list(text or ()))),
        search=search.changed,
        texts=texts,
        threads=thread_count(threads),
        progress=lambda what: terminal.log(f"taking {what}"),
    )
    pairs = sum(len(one.table) for one in model.tables)
    terminal.log(f"{output}: {pairs:,} phrase pairs, {len(model.feature_names)} features")
    if not lm:
        terminal.warn("the model has no language model; give one with --lm, or its word order will be poor")
    if weights is None:
        terminal.log(
            f"the weights are those that tuning starts from; tune them with: pitchpipe tune {output} --dev FILE -r FILE"
        )


def _texts(
    tokenize: str | None, lowercase: bool, truecasers: str | None, pieces: str | None
) -> ModelTexts | None:
    """How text is prepared for the model, in the steps of `prepare`; None if it is prepared already."""
    from pitchpipe.model import ModelTexts
    from pitchpipe.text import Pieces, Truecaser, plan_text

    if not (tokenize or lowercase or truecasers or pieces):
        return None
    languages = _sides("--tokenize", tokenize, "two languages as in de,en")
    cased = [
        None if one == NONE else Truecaser.read(one)
        for one in _sides("--truecasers", truecasers, "two files, or none for one")
    ]
    cut = [
        None if one == NONE else Pieces.read(one)
        for one in _sides("--pieces", pieces, "two files, or none for one")
    ]
    # Pieces take the place of a package that finds the words of a script without spaces.
    tokenizers = [
        plan_text([], language=language, pieces=1).tokenizer if known else language
        for language, known in zip(languages, cut, strict=True)
    ]
    texts = ModelTexts(
        (tokenizers[0], tokenizers[1]),
        lowercase,
        (cased[0], cased[1]) if any(cased) else None,
        pieces=(cut[0], cut[1]),
    )
    for prepare in (texts.source, texts.target):
        prepare([])  # a language that is not known is refused here
    return texts


def _sides(option: str, value: str | None, expected: str) -> list[str]:
    found = (value or f"{NONE},{NONE}").split(",")
    if len(found) != 2:
        raise InputError(f"found {option} {value}, expected {expected}")
    return found
