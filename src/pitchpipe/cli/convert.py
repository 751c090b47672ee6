"""`pitchpipe convert`: models, rule tables, phrase tables and lists from elsewhere and for elsewhere."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import check_inputs, check_outputs
from pitchpipe.errors import InputError


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="MOSES.INI|RULES|TABLE|FOLDER|LISTS",
            help="Moses's description of a model, a rule table as text, a table that extract wrote, a folder of "
            "phrases as text, or candidate lists.",
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
            help="Write a grammar as text: moses, cdec or joshua. Write phrases as text: moses.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Convert models of Moses, phrase tables, rule tables and candidate lists.

    A moses.ini becomes a model, phrase-based or hierarchical, with its text tables, reordering tables, ARPA language
    models, weights and search settings. If it asks for something that pitchpipe does not support, the error names the
    line. Rule tables of Moses, cdec and Joshua become grammars, and grammars become such tables with --to. Phrase
    tables become a folder of text in Moses's format with --to moses, and such a folder becomes a table. Gaps in
    phrases are written as [X]. If the output ends in .npz, candidate lists of any format become a pool without
    duplicates, which other commands map into memory instead of reading it.

    \b
    Example:
      pitchpipe convert moses.ini -o model
      pitchpipe convert rule-table.gz -o grammar.table
      pitchpipe convert grammar.table --to cdec -o rules.gz
      pitchpipe convert phrases.table --to moses -o phrases
      pitchpipe convert phrases -o phrases.table
      pitchpipe convert nbest.gz -o nbest.npz
    """
    from pitchpipe.files.flat_file import is_flat_file
    from pitchpipe.model import convert

    if output.endswith(".npz"):
        if to is not None:
            raise InputError("found --to with an output that ends in .npz, expected one of them")
        _save_lists(source, output)
        return
    if os.path.isdir(source):
        _read_phrases(source, output, to)
        return
    check_inputs(source)
    if is_flat_file(source) or to is not None:
        _write_table(source, output, to)
    elif _is_rule_table(source):
        _read_rules(source, output)
    else:
        model = convert(source, output, progress=terminal.log)
        pairs = sum(len(one.table) for one in model.tables)
        what = "rules" if model.is_hierarchical else "phrase pairs"
        terminal.log(f"{output}: {pairs} {what}, {len(model.feature_names)} features")


def _save_lists(source: str, output: str) -> None:
    from pitchpipe.lists import save_lists

    check_inputs(source)
    check_outputs(output, inputs=[source])
    pool = save_lists([source], output)
    terminal.log(f"{output}: {len(pool):,} candidates of {pool.group_count:,} sentences")


def _write_table(source: str, output: str, to: str | None) -> None:
    from pitchpipe.grammar import RULE_FORMATS, write_rules
    from pitchpipe.phrases import PhraseTable, write_moses

    if to is None:
        raise InputError(f"{source}: found a table, expected --to with one of {', '.join(RULE_FORMATS)}")
    table = PhraseTable.read(source)
    if not table.facts.gaps and to != "moses":
        raise InputError(f"{source}: found a phrase table, expected a grammar for --to {to}, or --to moses")
    if table.facts.gaps or not os.path.isdir(output):
        check_outputs(output, inputs=[source])
    with terminal.progress_bar("writing rules" if table.facts.gaps else "writing phrases") as progress:
        if table.facts.gaps:
            write_rules(table, output, format=to, progress=lambda share: progress(round(100 * share), 100))
        else:
            write_moses(table, output, progress=lambda share: progress(round(100 * share), 100))


def _read_phrases(source: str, output: str, to: str | None) -> None:
    from pitchpipe.phrases import read_moses_folder

    if to is not None:
        raise InputError(f"{source}: found a folder and --to, expected a table that extract wrote")
    check_outputs(output)
    table = read_moses_folder(source, output)
    terminal.log(f"{output}: {len(table):,} phrase pairs of {table.phrase_count:,} source phrases")


def _read_rules(source: str, output: str) -> None:
    from pitchpipe.grammar import read_rules

    check_outputs(output, inputs=[source])
    grammar = read_rules(source, output)
    terminal.log(f"{output}: {len(grammar):,} rules of {grammar.phrase_count:,} source sides")


def _is_rule_table(path: str) -> bool:
    from pitchpipe.files import open_input

    with open_input(path) as file:
        return b"|||" in file.readline(1 << 16)
