"""Answers that were collected elsewhere, read from CSV."""

from __future__ import annotations

import csv
import hashlib
import io
import math
import os
from collections.abc import Iterator
from typing import Any

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import input_name, read_lines
from pitchpipe.judge.answers import ANSWER, Event
from pitchpipe.judge.campaign import Campaign, Item
from pitchpipe.judge.links import is_name
from pitchpipe.judge.protocols import check_value

EQUAL = ("0", "equal", "=", "tie", "same")


def read_answers(
    campaign: Campaign,
    path: str | os.PathLike[str],
    *,
    judge: str = "judge",
    item: str = "item",
    answer: str = "answer",
    seconds: str | None = None,
    comment: str | None = None,
) -> list[Event]:
    """The answers of a file whose first line names the columns; the arguments say which is which.

    An answer is `1`, `2` or `equal` for two translations, ranks such as `2,1,3` for several, and a number from 0 to 100 for one.
    Reading the same file twice keeps its answers once.
    """
    if campaign.settings.protocol == "mqm":
        raise InputError("found a campaign of error spans, expected one whose answers are numbers")
    name = input_name(path)
    found, seen = [], set()
    for number, row in _rows(path, name, [one for one in (judge, item, answer, seconds, comment) if one]):
        where = f"{name}:{number}"
        who, what = row[judge].strip(), row[item].strip()
        shown = campaign.by_id.get(what)
        if shown is None or shown.task is None:
            raise InputError(f"{where}: found the item {what!r}, expected one of this campaign")
        if not is_name(who):
            raise InputError(f"{where}: found the judge {who!r}, expected a name of at most 60 letters")
        if (who, what) in seen:
            raise InputError(f"{where}: found item {what} of {who} twice, expected it once")
        seen.add((who, what))
        try:
            value = _value(campaign.settings.protocol, shown, row[answer].strip().lower())
            check_value(campaign.settings.protocol, shown, value, campaign.settings.ties)
            spent = _seconds(row[seconds]) if seconds else None
        except (InputError, ValueError) as error:
            raise InputError(f"{where}: {error}") from None
        said = row[comment].strip() if comment else ""
        key = hashlib.sha256("\t".join([who, what, repr(value), said, repr(spent)]).encode()).hexdigest()[:32]
        found.append(Event(f"import-{key}", who, what, ANSWER, value, said, spent))
    return found


def _rows(
    path: str | os.PathLike[str], name: str, columns: list[str]
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file, each with the number of its last line."""
    reader = csv.DictReader(io.StringIO("\n".join(read_lines(path))), strict=True)
    try:
        for column in columns:
            if column not in (reader.fieldnames or []):
                raise InputError(f"{name}:1: {unknown_name('column', column, reader.fieldnames or [])}")
        for row in reader:
            if None in row or None in row.values():
                raise InputError(f"{name}:{reader.line_num}: found another number of columns than in line 1")
            yield reader.line_num, row
    except csv.Error as error:
        raise InputError(f"{name}:{reader.line_num + 1}: found something that is not CSV: {error}") from None


def _seconds(said: str) -> float:
    spent = float(said)
    if not 0 <= spent < math.inf:
        raise InputError(f"found {said!r} seconds, expected a number of at least 0")
    return spent


def _value(protocol: str, item: Item, said: str) -> dict[str, Any]:
    if protocol == "direct":
        return {"score": float(said)}
    if len(item.texts) == 2 and said in EQUAL:
        return {"ranks": [1, 1]}
    if len(item.texts) == 2 and said in ("1", "2"):
        return {"ranks": [1, 2] if said == "1" else [2, 1]}
    try:
        return {"ranks": [int(one) for one in said.split(",")]}
    except ValueError:
        expected = "1, 2 or equal" if len(item.texts) == 2 else "ranks such as 2,1,3"
        raise InputError(f"found the answer {said!r}, expected {expected}") from None
