"""Moses's phrase and reordering tables as text: `casa ||| house ||| 0.7 0.75 0.4 0.35 ||| 0-0 ||| 42 1840 1`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, open_input, with_iconv, write_packed
from pitchpipe.files.refusals import refusals_of
from pitchpipe.phrases.gaps import HOLE
from pitchpipe.phrases.table import SCORES, PhraseTable
from pitchpipe.phrases.table_file import TableFacts, gap_numbers, table_files
from pitchpipe.reordering import REORDERING_MODELS, TableColumns, score_places
from pitchpipe.text import Texts

PHRASES = "phrase-table.gz"
"""The file of phrase pairs in a folder of text tables."""
_PIECE = 1 << 20
"""Bytes that are read at a time."""
_PHRASES = 1 << 12
"""Source phrases whose lines are written at a time."""


def read_moses(
    phrase_table: StrPath,
    reordering_tables: StrPath | Sequence[StrPath] = (),
    *,
    path: StrPath,
    reordering_models: Sequence[str] = REORDERING_MODELS,
    reordering_columns: Sequence[TableColumns] = (),
    gaps: bool | None = None,
    progress: Callable[[int], None] | None = None,
    lacking: Callable[[int], None] | None = None,
) -> PhraseTable:
    """Turn text tables, plain or compressed, into a mapped file; memory holds the lines of one source phrase.

    Parameters
    ----------
    reordering_tables
        Tables of msd- or mslr-bidirectional-fe models, with their lines in the same order.
    path
        The mapped file to write.
    reordering_models
        What the models are called, in the order of their tables.
    reordering_columns
        What the lines of their tables hold, if it is not a score of each orientation for each phrase pair.
    gaps
        Whether phrases have gaps, which are written as `[X]`; by default they have if `[X]` is among their words, as Moses
        writes brackets that are words in another way.
    progress
        Called with the number of bytes of text that each step has read.
    lacking
        Called with the number of phrase pairs without a line in a reordering table, if there are any.
    """
    tables = [reordering_tables] if isinstance(reordering_tables, str | os.PathLike) else reordering_tables
    if len(tables) > len(reordering_models):
        raise InputError(f"found {len(tables)} reordering tables, expected at most {len(reordering_models)}")
    models = reordering_models[: len(tables)]
    columns = reordering_columns or [TableColumns()] * len(tables)
    with ExitStack() as stack:
        files = stack.enter_context(table_files(Path(path).parent))

        def opened(table: StrPath) -> tuple[str, Callable[[], bytes]]:
            file = stack.enter_context(open_input(table))

            def read() -> bytes:
                piece = file.read(_PIECE)
                if progress:
                    progress(len(piece))
                return piece

            return input_name(table), read

        try:
            source, target, scores, longest, missing = _native.read_moses_table(
                opened(phrase_table),
                [
                    (opened(table), list(one.columns or range(count)), one.by_source, list(one.missing))
                    for table, one, (_, count) in zip(tables, columns, score_places(models), strict=True)
                ],
                files.descriptors,
            )
        except InputError:
            raise
        except ValueError as error:
            raise InputError(with_iconv(str(error), [phrase_table, *tables])) from None
        if missing and lacking:
            lacking(missing)
        if not scores:
            raise InputError(f"{input_name(phrase_table)}: found no lines, expected a phrase table")
        words = Texts(*source), Texts(*target)
        if gaps is None:
            gaps = any(gap_numbers(side, [HOLE]) for side in words)
        facts = TableFacts(score_names(scores), models, longest, hole=HOLE if gaps else "")
        files.write(path, *words, facts, input_name(phrase_table))
    return PhraseTable.read(path)


def read_moses_folder(folder: StrPath, path: StrPath) -> PhraseTable:
    """Turn what `write_moses` has written into a mapped file again."""
    found = [Path(folder, f"reordering-table.{name}.gz") for name in REORDERING_MODELS]
    models = {name: file for name, file in zip(REORDERING_MODELS, found, strict=True) if file.exists()}
    table = Path(folder, PHRASES)
    if not table.exists():
        raise InputError(
            f"{input_name(folder)}: found no {PHRASES}, expected a folder that --to moses has written"
        )
    return read_moses(table, [*models.values()], path=path, reordering_models=[*models])


def write_moses(
    table: PhraseTable,
    folder: StrPath,
    *,
    progress: Callable[[float], None] | None = None,
) -> list[Path]:
    """Write a table into a folder as Moses's text: `phrase-table.gz`, and a file for each reordering model.

    The lines are in the order in which Moses sorts them. Returns the paths of the files.
    """
    models = table.facts.reordering
    names = [f"reordering-table.{name}.gz" for name in models]
    files = {PHRASES: None} | dict(zip(names, score_places(models), strict=True))
    table.check_rows()
    try:
        order = _native.moses_order(table.native)
    except ValueError as error:
        raise InputError(f"{table.file.path}: {error}") from None
    with refusals_of(folder, "cannot be made"):
        Path(folder).mkdir(exist_ok=True)
    written = []
    for done, (name, values) in enumerate(files.items()):
        written.append(Path(folder, name))
        with write_packed(written[-1]) as file:
            for begin in range(0, len(order), _PHRASES):
                file.write(_native.moses_lines(table.native, order[begin : begin + _PHRASES], values))
                if progress:
                    progress((done + begin / len(order)) / len(files))
    return written


def score_names(count: int) -> list[str]:
    """What the scores of a table are called; what is beyond Moses's four has only a number."""
    return [SCORES[i] if count >= len(SCORES) > i else f"score {i}" for i in range(count)]
