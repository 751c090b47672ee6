"""Pools of a table with a row for each candidate: a pandas or polars DataFrame, a Hugging Face dataset, or a dictionary of columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.lists.from_python import pool_of_lists
from pitchpipe.lists.pool import Pool


def is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or hasattr(value, "columns") or hasattr(value, "column_names")


def pool_of_table(
    table: Any,
    sentence: str,
    text: str,
    features: Iterable[str] | None = None,
    *,
    references: str | None = None,
    gold: str | None = None,
    sources: str | None = None,
    missing: str = "refuse",
) -> Pool:
    """See `Pool.of`; the candidates of a sentence need not be next to each other."""
    rows: dict[Any, list[int]] = {}
    for row, one in enumerate(_column(table, sentence)):
        rows.setdefault(one, []).append(row)

    def by_sentence(name: str) -> list[list[Any]]:
        column = _column(table, name)
        return [[column[row] for row in own] for own in rows.values()]

    def once(name: str | None) -> list[Any] | None:
        """What a column says of each sentence."""
        if name is None:
            return None
        for one, values in zip(rows, groups := by_sentence(name), strict=True):
            if any(value != values[0] for value in values):
                raise InputError(
                    f"column {name!r}: found different values in the rows of sentence {one!r}, expected the same"
                )
        return [values[0] for values in groups]

    return pool_of_lists(
        by_sentence(text),
        {name: by_sentence(name) for name in features or ()},
        references=once(references),
        gold=None if gold is None else by_sentence(gold),
        ids=list(rows),
        sources=once(sources),
        missing=missing,
    )


def _column(table: Any, name: str) -> list[Any]:
    names = list(table if isinstance(table, Mapping) else _names(table))
    if name not in names:
        raise unknown_name("column", name, map(str, names))
    return list(table[name])


def _names(table: Any) -> Any:
    """Of a DataFrame, or of a dataset of Hugging Face."""
    return table.columns if hasattr(table, "columns") else table.column_names
