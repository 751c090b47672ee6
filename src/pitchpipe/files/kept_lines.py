"""The lines of a text that may be larger than memory, each read again when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import BinaryIO, TypeVar, overload

import numpy as np

from pitchpipe.files.scratch import Scratch
from pitchpipe.files.streams import StrPath, decoded_lines, input_name, open_input

T = TypeVar("T")

CHUNK = 1 << 14
"""Lines that are in memory at a time."""
_PIECE = 1 << 22
"""Bytes of a file that are read at a time."""


class KeptLines(Sequence[str]):
    """Lines that were written once, in memory or, if they are many, in a temporary file.

    A line feed within a line is kept as a space, which it is to all that reads lines.
    """

    def __init__(self, lines: Iterable[str], scratch: Scratch | None = None) -> None:
        where = scratch or Scratch()
        data, ends, size = where.growing(np.uint8), where.growing(np.int64), 0
        for some in in_chunks(lines):
            encoded = [line.replace("\n", " ").encode() for line in some]
            data.append(np.frombuffer(b"\n".join([*encoded, b""]), np.uint8))
            bounds = np.cumsum(np.fromiter((len(line) + 1 for line in encoded), np.int64, len(encoded)))
            ends.append(bounds + size)
            size += int(bounds[-1])
        self._data = data.whole()
        self._ends = ends.whole()

    @classmethod
    def read(cls, path: StrPath, scratch: Scratch | None = None) -> KeptLines:
        """The lines of a plain or packed file of text, as `read_lines` finds them."""
        return cls(file_lines(path), scratch)

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        places = range(len(self))[index]
        if isinstance(places, int):
            return self._between(places, places + 1)[0]
        if places.step != 1:
            return [self[place] for place in places]
        return self._between(places.start, places.stop)

    def __iter__(self) -> Iterator[str]:
        for some in self.chunks():
            yield from some

    def chunks(self, size: int = CHUNK) -> Iterator[list[str]]:
        """So many lines at a time."""
        for first in range(0, len(self), size):
            yield self._between(first, min(first + size, len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"KeptLines({self[:3]}, ...)" if len(self) > 3 else f"KeptLines({list(self)})"

    def _between(self, first: int, last: int) -> list[str]:
        if first >= last:
            return []
        begin = self._ends[first - 1] if first else 0
        return self._data[begin : self._ends[last - 1] - 1].tobytes().decode().split("\n")


def file_lines(path: StrPath) -> Iterator[str]:
    """The lines of a text file, read as they are asked for, without their ends; only \\n and \\r\\n end a line."""
    with open_input(path) as file:
        yield from open_lines(file, input_name(path))


def open_lines(file: BinaryIO, name: str) -> Iterator[str]:
    """The same of an open file."""
    number = 1
    while data := file.read(_PIECE) + file.readline():
        lines = decoded_lines(data, name, number)
        number += len(lines)
        yield from lines


def in_chunks(items: Iterable[T], size: int = CHUNK) -> Iterator[list[T]]:
    """So many items at a time."""
    rest = iter(items)
    while chunk := list(islice(rest, size)):
        yield chunk


def flattened(chunks: Iterable[Iterable[T]]) -> Iterator[T]:
    """The items of all chunks."""
    return chain.from_iterable(chunks)
