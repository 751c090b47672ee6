"""`pitchpipe rerank`: candidate lists in the order that weights give them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import (
    AllowMissing,
    Format,
    Ids,
    Json,
    Lists,
    Missing,
    Threads,
    check_inputs,
    thread_count,
)
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.arrays import Array
    from pitchpipe.lists import Pool


def rerank(
    lists: Lists,
    *,
    weights: Annotated[
        str,
        typer.Option(
            "--weights",
            "-w",
            metavar="FILE",
            help="A weights file, a moses.ini, or the JSON that tune writes.",
            show_default=False,
        ),
    ],
    nbest: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="K",
            help="Write the K best of each list in Moses's format, with the new totals.",
            show_default=False,
        ),
    ] = None,
    ids: Ids = False,
    allow_missing: AllowMissing = False,
    format: Format = None,
    missing: Missing = "refuse",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Write the best candidate of each list.

    The output has a line for each sentence, in order of the ids; if the ids are not numbers, in the order of the
    lists.

    \b
    Example:
      pitchpipe rerank nbest.gz -w weights.txt > best.txt
      pitchpipe rerank nbest.gz -w weights.txt --nbest 10 > nbest.10
      pitchpipe rerank exp/nbest -w weights.txt --ids > text
    """
    from pitchpipe.cli.read_lists import read_lists
    from pitchpipe.lists import read_weights_for

    check_inputs(*lists, weights)
    pool = read_lists(lists, format=format, threads=thread_count(threads), missing=missing)
    named, notes = read_weights_for(pool, weights, allow_missing=allow_missing)
    for note in notes:
        terminal.warn(note)
    chosen_output(pool, pool.scores(pool.vector(named)), nbest=nbest, ids=ids, json=json)


def chosen_output(
    pool: Pool, scores: Array, *, nbest: int | None = None, ids: bool = False, json: bool = False
) -> None:
    """Write the best candidates of each list by scores of all: one as text, or several in Moses's format, or as JSON."""
    from pitchpipe.lists.rerank import best_rows

    if ids and (json or nbest is not None):
        raise InputError("found --ids with --json or --nbest, expected it alone: those write the ids anyway")
    if nbest is not None and not json:
        _check_numbers(pool)
    for note in _gaps(pool):
        terminal.warn(note)
    best, rows = best_rows(pool, scores, nbest or 1)
    if json:
        terminal.write_json({"sentences": list(_sentences(best, scores[rows].tolist(), nbest))})
    elif nbest is not None:
        from pitchpipe.lists.formats.nbest_writer import nbest_lines

        terminal.write_lines(nbest_lines(best, "standard output", scores[rows]))
    else:
        terminal.write_lines(list(one_line_each(best, range(len(best)), ids)))


def one_line_each(
    pool: Pool, rows: Iterator[int] | range | tuple[int, ...], ids: bool = False
) -> Iterator[str]:
    """The texts of these candidates, if each is a line, with the ids of their sentences before them if these are wanted."""
    for row in rows:
        text, group = pool.texts[row], pool.group_ids[pool.group_of[row]]
        if "\n" in text:
            raise InputError(f"the candidate of sentence {group} has a line break in it; --json can hold it")
        if ids and (not group or len(group.split()) != 1 or group != group.strip()):
            raise InputError(
                f"found the id {group!r}, expected one without blanks for --ids; --json can hold it"
            )
        yield f"{group} {text}".rstrip() if ids else text


def _check_numbers(pool: Pool) -> None:
    """Refuse ids that Moses's format cannot hold."""
    from pitchpipe.lists.merge import is_number

    name = next((name for name in pool.group_ids if not is_number(name)), None)
    if name is not None:
        raise InputError(
            f"found the sentence id {name!r}, expected numbers for --nbest, which writes Moses's format; "
            "with --json it writes any id"
        )


def _sentences(best: Pool, totals: list[float], nbest: int | None) -> Iterator[dict[str, Any]]:
    from pitchpipe.lists.merge import is_number

    offsets = best.offsets.tolist()
    for group, name in enumerate(best.group_ids):
        rows = range(offsets[group], offsets[group + 1])
        candidates = [{"text": best.texts[row], "score": totals[row]} for row in rows]
        sentence: dict[str, Any] = {"id": int(name) if is_number(name) else name, **candidates[0]}
        yield sentence if nbest is None else {**sentence, "candidates": candidates}


def _gaps(pool: Pool) -> Iterator[str]:
    """Sentences whose line is missing in the output, which then is not parallel to the input."""
    from pitchpipe.lists.merge import is_number

    if not all(map(is_number, pool.group_ids)):
        return
    present = set(map(int, pool.group_ids))
    missing = next((number for number in range(len(present)) if number not in present), None)
    if missing is not None and present != set(range(1, len(present) + 1)):
        yield f"sentence {missing} has no candidates, so line {missing + 1} is not that of sentence {missing}"
