"""N-best lists of Moses and its kin, a candidate on each line: read natively, written as Moses writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import BinaryIO

from pitchpipe._native import NbestReader
from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, write_packed
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.lists.merge import is_number
from pitchpipe.lists.pool import Pool

NBEST_FORMATS = ("moses", "moses-old", "phrasal", "cdec", "joshua", "travatar")
_CHUNK = 1 << 20


def read_nbest(file: BinaryIO, name: str, listing: Listing, format: str = "auto", threads: int = 1) -> None:
    """Add the candidates of a file to a listing; nothing of the file is kept but what the pool needs."""
    reader = NbestReader(listing.table, format, listing.number_limit)
    for chunk in _chunks(file, threads):
        with _located(name):
            reader.feed(chunk)
    with _located(name):
        reader.finish()


@contextmanager
def _located(name: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise InputError(f"{name}:{error}") from None


def _chunks(file: BinaryIO, threads: int) -> Iterator[bytes]:
    if threads <= 1:
        while chunk := file.read(_CHUNK):
            yield chunk
        return
    with ThreadPoolExecutor(1) as ahead:
        pending = ahead.submit(file.read, _CHUNK)
        while chunk := pending.result():
            pending = ahead.submit(file.read, _CHUNK)
            yield chunk


def write_nbest(pool: Pool, path: StrPath, weights: Array | None = None) -> None:
    """Write a pool as Moses does; values of `name_0`, `name_1`, ... in a row are written as one `name=`."""
    with write_packed(path) as file:
        for line in nbest_lines(pool, str(path), weights):
            file.write(f"{line}\n".encode())


def nbest_lines(pool: Pool, path: str, weights: Array | None = None) -> Iterator[str]:
    """The lines that `write_nbest` writes; `path` is what errors call their place."""
    for name in pool.group_ids:
        if not is_number(name):
            raise InputError(
                f"{path}: found the sentence id {name!r}, expected a number; JSON lines can hold any id"
            )
    labels = list(_labels(pool.dense_names, set(pool.feature_names)))
    for name in (*(label for label, _ in labels), *pool.sparse_names):
        if not name or re.search(r"[\s\0]", name):
            raise InputError(f"{path}: found the feature name {name!r}, expected one without white space")
    totals = [0.0] * len(pool) if weights is None else pool.scores(weights).tolist()
    starts = pool.sparse.starts.tolist()
    group_of = pool.group_of.tolist()
    for row, text in enumerate(pool.texts):
        if _unwritable(text):
            raise InputError(
                f"{path}: found the candidate {text[:40]!r}, expected one line without ' ||| '; "
                "JSON lines can hold it"
            )
        values = iter(pool.dense[row].tolist())
        parts = [f"{label}= {' '.join(repr(next(values)) for _ in range(count))}" for label, count in labels]
        entries = slice(starts[row], starts[row + 1])
        for feature, value in zip(
            pool.sparse.features[entries].tolist(), pool.sparse.values[entries].tolist(), strict=True
        ):
            parts.append(f"{pool.sparse_names[feature]}= {value!r}")
        number = pool.group_ids[group_of[row]]
        yield f"{number} ||| {text} ||| {' '.join(parts)} ||| {totals[row]!r}"


def _unwritable(text: str) -> bool:
    return " ||| " in f" {text} " or "\n" in text or "\0" in text


def _labels(names: tuple[str, ...], taken: set[str]) -> Iterator[tuple[str, int]]:
    """Names with how many values each has; the inverse of reading several values of one name."""
    place = 0
    while place < len(names):
        label = names[place].removesuffix("_0")
        count = 0
        while names[place + count : place + count + 1] == (f"{label}_{count}",):
            count += 1
        if count > 1 and label and label not in taken:
            yield label, count
            place += count
        else:
            yield names[place], 1
            place += 1
