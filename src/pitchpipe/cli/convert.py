"""`pitchpipe convert`: models and rule tables from elsewhere and for elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import check_inputs, check_outputs
from pitchpipe.errors import InputError


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="MOSES.INI|RULES|TABLE",
            help="Moses's description of a model, a rule table as text, or a grammar that extract wrote.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="PATH", help="The folder or the file to write.", show_default=False
        ),
    ],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="Write a grammar as text: moses, cdec or joshua.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Turn a phrase-based or hierarchical model of Moses into a model of pitchpipe, or a rule table into another.

    Text tables, reordering tables, ARPA language models, weights and search settings are taken over. What pitchpipe
    cannot do is refused with the line that asks for it. Rule tables of Moses, cdec and Joshua become grammars, and
    grammars become such tables with --to.

    \b
    Example:
      pitchpipe convert moses.ini -o model
      pitchpipe convert rule-table.gz -o grammar.table
      pitchpipe convert grammar.table --to cdec -o rules.gz
    """
    from pitchpipe.files.flat_file import is_flat_file
    from pitchpipe.model import convert

    check_inputs(source)
    if is_flat_file(source) or to is not None:
        _write_rules(source, output, to)
    elif _is_rule_table(source):
        _read_rules(source, output)
    else:
        model = convert(source, output, progress=terminal.log)
        pairs = sum(len(one.table) for one in model.tables)
        what = "rules" if model.is_hierarchical else "phrase pairs"
        terminal.log(f"{output}: {pairs} {what}, {len(model.feature_names)} features")


def _write_rules(source: str, output: str, to: str | None) -> None:
    from pitchpipe.grammar import RULE_FORMATS, write_rules
    from pitchpipe.phrases import PhraseTable

    if to is None:
        raise InputError(f"{source}: found a table, expected --to with one of {', '.join(RULE_FORMATS)}")
    check_outputs(output, inputs=[source])
    grammar = PhraseTable.read(source)
    if not grammar.facts.gaps:
        raise InputError(
            f"{source}: found a phrase table, expected a grammar; extract --moses-dir writes phrase tables"
        )
    with terminal.progress_bar("writing rules") as progress:
        write_rules(grammar, output, format=to, progress=lambda share: progress(round(100 * share), 100))


def _read_rules(source: str, output: str) -> None:
    from pitchpipe.grammar import read_rules

    check_outputs(output, inputs=[source])
    grammar = read_rules(source, output)
    terminal.log(f"{output}: {len(grammar):,} rules of {grammar.phrase_count:,} source sides")


def _is_rule_table(path: str) -> bool:
    from pitchpipe.files import open_input

    with open_input(path) as file:
        return b"|||" in file.readline(1 << 16)
