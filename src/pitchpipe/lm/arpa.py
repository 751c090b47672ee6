"""ARPA files: the exchange format of back-off language models, in and out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files import input_name, open_input, with_iconv, write_packed
from pitchpipe.lm.ngram_lists import NgramLists
from pitchpipe.text import Texts

_CHUNK = 1 << 20
_ROWS = 1 << 17
"""N-grams that are made into text at a time."""

Progress = Callable[[int, int], None]
"""Called with how much is done, of how much."""


def read_arpa(path: str | os.PathLike[str]) -> NgramLists:
    """The n-grams in a plain or compressed ARPA file, in its order; `-` is the standard input."""
    reader = _native.ArpaReader()
    name = input_name(path)
    with open_input(path) as file:
        try:
            while chunk := file.read(_CHUNK):
                reader.feed(chunk)
            reader.finish()
        except InputError:
            raise
        except ValueError as error:
            raise InputError(with_iconv(f"{name}:{error}", [path])) from None
    words, offsets, rows, first_lines = reader.release()
    return NgramLists(Texts(words, offsets), tuple(rows), name, tuple(first_lines))


def write_arpa(
    path: str | os.PathLike[str], lists: NgramLists, threads: int = 1, progress: Progress | None = None
) -> None:
    """Write an ARPA file, whole or not at all; packed with gzip if its name ends in .gz."""
    with write_packed(path) as file:
        for piece in arpa_pieces(lists, threads, progress):
            file.write(piece)


def arpa_pieces(lists: NgramLists, threads: int = 1, progress: Progress | None = None) -> Iterator[bytes]:
    """The text of an ARPA file, piece by piece: the same bytes as lmplz's for the same weights in the same order."""
    counts = "".join(f"ngram {n}={len(rows)}\n" for n, rows in enumerate(lists.rows, 1))
    yield f"\\data\\\n{counts}\n".encode()
    total, done = sum(len(rows) for rows in lists.rows), 0
    for n, rows in enumerate(lists.rows, 1):
        yield f"\\{n}-grams:\n".encode()
        for begin in range(0, len(rows), _ROWS):
            part = rows[begin : begin + _ROWS]
            try:
                lines = _native.arpa_lines(
                    lists.words.data, lists.words.offsets, part, n < lists.order, threads
                )
            except ValueError as error:
                raise InputError(f"{lists.source}: the file is damaged: {error}") from None
            yield lines
            done += len(part)
            if progress:
                progress(done, total)
        yield b"\n"
    yield b"\\end\\\n"
