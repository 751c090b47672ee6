"""Arrays to work with that may be larger than memory: what is large is in temporary files without names, and mapped.

The system keeps as much of a map in memory as it has room for, and takes the room back when others need it.
"""

from __future__ import annotations

import math
import mmap
import os
import tempfile
from dataclasses import dataclass
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pitchpipe.files.refusals import refusals_of

DEFAULT_MEMORY = 1 << 30
ROOMY = 1 << 31
_UNLIMITED = 1 << 62
_ROWS = 1 << 16
"""Rows that are taken at once."""
_SHARE = 16
"""No array in memory is larger than this part of it: several are there at a time."""


@dataclass(frozen=True)
class Scratch:
    """Where arrays are made.

    Parameters
    ----------
    memory
        About how many bytes of memory all of them may take; larger ones go to files.
    folder
        Where these files are; the system's place for temporary files by default.
    """

    memory: int = DEFAULT_MEMORY
    folder: str | os.PathLike[str] | None = None

    @classmethod
    def in_memory(cls) -> Scratch:
        """Without files."""
        return cls(_UNLIMITED)

    @classmethod
    def roomy(cls) -> Scratch:
        """Files only for what takes more than 128 MB."""
        return cls(ROOMY)

    def array(self, shape: int | tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
        """A new array of zeros."""
        if not self.is_large(math.prod(shape) if isinstance(shape, tuple) else shape, dtype):
            return np.zeros(shape, dtype)
        size = np.dtype(dtype).itemsize * (math.prod(shape) if isinstance(shape, tuple) else shape)
        with self._file() as file:
            with refusals_of(self.place):
                # To write into a map of a file that the disk has no room for would end the process.
                os.posix_fallocate(file.fileno(), 0, size)
            return np.frombuffer(mmap.mmap(file.fileno(), size), dtype).reshape(shape)

    def rows(self, array: NDArray[Any], rows: NDArray[np.int64]) -> NDArray[Any]:
        """A new array of these rows of another one."""
        if not self.is_large(len(rows) * math.prod(array.shape[1:]), array.dtype):
            return array[rows]
        taken = self.array((len(rows), *array.shape[1:]), array.dtype)
        for begin in range(0, len(rows), _ROWS):
            taken[begin : begin + _ROWS] = array[rows[begin : begin + _ROWS]]
        return taken

    def growing(self, dtype: DTypeLike, width: int | None = None) -> GrowingArray:
        """An array of numbers, or of rows of them, that is written from its first to its last."""
        return GrowingArray(self, np.dtype(dtype), width)

    def is_large(self, size: int, dtype: DTypeLike) -> bool:
        """Whether an array of so many numbers goes to a file."""
        return size * np.dtype(dtype).itemsize > self.memory // _SHARE

    @property
    def place(self) -> str:
        """The folder."""
        return str(self.folder or tempfile.gettempdir())

    def _file(self) -> IO[bytes]:
        with refusals_of(self.place):
            return tempfile.TemporaryFile(dir=self.place)


class GrowingArray:
    """What is appended, piece by piece; all of it is an array at the end."""

    def __init__(self, scratch: Scratch, dtype: np.dtype[Any], width: int | None) -> None:
        self._scratch = scratch
        self._dtype = dtype
        self._width = width
        self._room = np.empty(0, dtype)
        self._file: IO[bytes] | None = None
        self._size = 0

    def __len__(self) -> int:
        return self._size // (self._width or 1)

    def append(self, piece: NDArray[Any]) -> None:
        flat = np.ascontiguousarray(piece, self._dtype).reshape(-1)
        before, self._size = self._size, self._size + len(flat)
        if self._file is None and self._scratch.is_large(self._size, self._dtype):
            self._file = self._scratch._file()
            self._write(self._room[:before])
            self._room = np.empty(0, self._dtype)
        if self._file is not None:
            self._write(flat)
        elif not before:
            self._room = flat
        else:
            if self._size > len(self._room):
                self._make_room()
            self._room[before : self._size] = flat

    def _make_room(self) -> None:
        """An eighth more than is needed. Where the system can move pages, a large array grows without a copy of it."""
        if self._room.base is not None or not self._room.flags.owndata or not self._room.flags.writeable:
            self._room = self._room.copy()
        self._room.resize(self._size + self._size // 8, refcheck=False)

    def _write(self, numbers: NDArray[Any]) -> None:
        assert self._file is not None
        with refusals_of(self._scratch.place):
            self._file.write(numbers.data)

    def whole(self) -> NDArray[Any]:
        """All that was appended; nothing is to be appended afterwards."""
        shape = (-1,) if self._width is None else (-1, self._width)
        if self._file is None:
            return self._room[: self._size].reshape(shape)
        with self._file as file:
            file.flush()
            return np.frombuffer(mmap.mmap(file.fileno(), 0), self._dtype).reshape(shape)
