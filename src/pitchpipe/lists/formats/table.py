"""Tables with a candidate on each line, and a header that names the columns."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from typing import BinaryIO, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.lines import located, number_of, text_lines
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.lists.formats.white_space import WHITE_SPACE

_MISSING = ("nan", "na", "null", "none")
"""Cells without a value, where such are taken."""
_KNOWN = ("id", "text", "reference", "source", "weight", "gold")


class Csv(ListFormat):
    """Tables of comma-separated values, with a candidate on each line.

    The first line names the columns. `id` says which sentence a candidate belongs to, and `text` is the candidate;
    `reference`, `source`, `weight` (of the sentence) and `gold` are optional. All other columns are features; an
    empty cell is 0.
    """

    name: ClassVar[str] = "csv"
    sample: ClassVar[str] = "id,text,reference,lm,tm\n0,the house is small,the house is small,-12.5,-3"
    delimiter: ClassVar[bytes] = b","

    def recognises(self, start: bytes) -> bool:
        names = [name.strip(b'"') for name in start.partition(b"\n")[0].strip().split(self.delimiter)]
        return b"id" in names and b"text" in names

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        rows = self.rows(file, name)
        _, header = next(rows, (1, []))  # what seemed to be text may be white space to the reader
        with located(name, 1):
            for column in ("id", "text"):
                if column not in header:
                    raise InputError(f"found no column {column!r} in the header, expected one")
            repeated = next((column for column in header if header.count(column) > 1 or not column), None)
            if repeated is not None:
                raise InputError(f"found the column {repeated!r} in the header, expected names that differ")
        for number, cells in rows:
            with located(name, number):
                if len(cells) != len(header):
                    raise InputError(f"found {len(cells)} columns, expected {len(header)} as in the header")
                _add(dict(zip(header, cells, strict=True)), listing)

    def rows(self, file: BinaryIO, name: str) -> Iterator[tuple[int, list[str]]]:
        """The cells of each line, with its number."""
        lines = io.TextIOWrapper(file, "utf-8", newline="")
        reader = csv.reader(lines, delimiter=self.delimiter.decode(), strict=True)
        while True:
            number = reader.line_num + 1
            try:
                cells = next(reader, None)
            except csv.Error as error:
                raise InputError(
                    f"{name}:{number}: found bad CSV ({error}), expected comma-separated values"
                ) from None
            except UnicodeDecodeError:
                raise InputError(
                    f"{name}:{number}: found a byte that is not UTF-8 here or soon after, expected UTF-8 text"
                ) from None
            if cells is None:
                lines.detach()
                return
            if cells:
                yield number, cells


class Tsv(Csv):
    """Tables of tab-separated values, with a candidate on each line; quotes are part of the text.

    The first line names the columns. `id` says which sentence a candidate belongs to, and `text` is the candidate;
    `reference`, `source`, `weight` (of the sentence) and `gold` are optional. All other columns are features; an
    empty cell is 0.
    """

    name: ClassVar[str] = "tsv"
    sample: ClassVar[str] = Csv.sample.replace(",", "\t")
    delimiter: ClassVar[bytes] = b"\t"

    def rows(self, file: BinaryIO, name: str) -> Iterator[tuple[int, list[str]]]:
        for number, line in text_lines(file, name):
            if line.strip():
                yield number, line.split("\t")


def _add(row: dict[str, str], listing: Listing) -> None:
    if not row["id"]:
        raise InputError("found no id, expected that of the sentence")
    group = listing.group(row["id"])
    listing.know(
        row["id"],
        source=row.get("source"),
        references=[row["reference"].strip(WHITE_SPACE)] if "reference" in row else None,
        weight=number_of(row["weight"], "the weight") if "weight" in row else None,
    )
    features = {
        name: math.nan
        if listing.takes_missing and cell.lower() in _MISSING
        else number_of(cell, f"the feature {name!r}")
        for name, cell in row.items()
        if name not in _KNOWN and cell
    }
    gold = number_of(row["gold"], "the gold score") if "gold" in row else None
    listing.add(group, row["text"], features, gold)
