"""Files in and out: gzip and zstd known by their first bytes, outputs written whole or not at all."""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from pitchpipe.errors import InputError

StrPath = str | os.PathLike[str]

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_CHUNK = 1 << 14
"""Compressed bytes taken at a time; small, since a few of them can stand for very many."""


def input_name(path: str | os.PathLike[str]) -> str:
    """What messages call an input; `-` is the standard input."""
    return "standard input" if str(path) == "-" else str(path)


@contextmanager
def open_input(path: str | os.PathLike[str]) -> Iterator[io.BufferedReader]:
    """Open a plain, gzip or zstd file for reading bytes; `-` is the standard input, which stays open.

    A byte order mark at the start, which some editors write, is skipped. What goes wrong while reading is an `InputError` that names the file.
    """
    name = input_name(path)
    if str(path) == "-":
        if sys.stdin is None:
            raise InputError(f"{name}: cannot be read: it is closed")
        source: Any = nullcontext(sys.stdin.buffer)
    else:
        try:
            source = open(path, "rb")
        except OSError as error:
            raise InputError(f"{name}: cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise InputError(f"{name!r}: cannot be read: {error}") from None
    with source as raw:
        file: io.BufferedReader = io.BufferedReader(_Decompressed(raw, name), 1 << 16)
        if file.peek(len(BOM_UTF8)).startswith(BOM_UTF8):
            file.read(len(BOM_UTF8))
        yield file


class _Decompressed(io.RawIOBase):
    """The bytes of a file, whatever it is packed with, one compressed member after the other."""

    def __init__(self, raw: io.BufferedReader, name: str) -> None:
        self._raw = raw
        self._name = name
        self._ready = memoryview(b"")
        self._packed = self._start_of_file()
        self._kind, self._start, self._damage = _unpacking(self._packed, name)
        self._member: Any = self._start() if self._start else None

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def _start_of_file(self) -> bytes:
        """The first bytes, as many as tell what they are: a pipe may give them one by one."""
        start = self._read(_CHUNK)
        while start and any(mark.startswith(start) and start != mark for mark in (_GZIP, _ZSTD, BOM_UTF8)):
            if not (more := self._read(_CHUNK)):
                break
            start += more
        return start

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            data = self._packed or self._read(_CHUNK if self._member else len(buffer))
            self._packed = b""
            if not data:
                if self._member and not self._member.eof:
                    raise InputError(f"{self._name}: the {self._kind} data is cut short")
                return 0
            self._ready = memoryview(self._unpacked(data) if self._member else data)
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _read(self, size: int) -> bytes:
        try:
            return self._raw.read1(size)  # what is there, not all that is asked for
        except OSError as error:
            raise InputError(f"{self._name}: cannot be read: {error.strerror or error}") from None

    def _unpacked(self, data: bytes) -> bytes:
        try:
            if self._member.eof and self._start:
                self._member = self._start()
            found: bytes = self._member.decompress(data)
        except self._damage as error:
            raise InputError(f"{self._name}: the {self._kind} data is damaged: {error}") from None
        self._packed = self._member.unused_data if self._member.eof else b""
        return found


def _unpacking(start: bytes, name: str) -> tuple[str, Callable[[], Any] | None, type[Exception]]:
    """The name of the packing, what makes a decompressor (None for plain files), and what it throws."""
    if start.startswith(_GZIP):
        return "gzip", lambda: zlib.decompressobj(16 + zlib.MAX_WBITS), zlib.error
    if not start.startswith(_ZSTD):
        return "plain", None, OSError
    try:
        import zstandard
    except ImportError:
        raise InputError(f"{name}: zstd files need the zstandard package: pip install zstandard") from None
    return "zstd", lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError


def read_lines(path: str | os.PathLike[str]) -> list[str]:
    """All lines of a text file, without their ends; only \\n and \\r\\n end a line."""
    with open_input(path) as file:
        data = file.read()
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    decoded = []
    for number, line in enumerate(lines, 1):
        try:
            decoded.append(line.removesuffix(b"\r").decode())
        except UnicodeDecodeError as error:
            place = f"{input_name(path)}:{number}"
            raise InputError(
                f"{place}: found a byte that is not UTF-8 (byte {error.start + 1} of the line), "
                "expected UTF-8 text"
            ) from None
    return decoded


def check_line_counts(paths: Sequence[str | os.PathLike[str]], counts: Sequence[int]) -> None:
    """Refuse texts that are to be read line by line together and do not have the same number of lines."""
    for path, count in zip(paths, counts, strict=True):
        if count != counts[0]:
            raise InputError(
                f"{input_name(path)}: found another number of lines, {count}, "
                f"expected {counts[0]} as in {input_name(paths[0])}"
            )


@contextmanager
def write_whole(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Write a file under a temporary name and rename it when all went well.

    A link stays a link, to a new file; devices and pipes are written as they are.
    """
    with _all_or_none() as write, write(path) as file:
        yield file


@contextmanager
def write_packed(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """`write_whole`, with gzip if the name ends in .gz; the same text always gives the same bytes."""
    with write_whole(path) as file, _packed(file, path) as packed:
        yield packed


def write_texts(texts: Mapping[str, Iterable[str]]) -> None:
    """Write the lines of several files as `write_packed` does, all of them or none."""
    with _all_or_none() as write:
        for path, lines in texts.items():
            with write(path) as file, _packed(file, path) as packed:
                packed.writelines(f"{line}\n".encode() for line in lines)


@contextmanager
def _all_or_none() -> Iterator[Callable[[str | os.PathLike[str]], AbstractContextManager[BinaryIO]]]:
    """What opens files that get their names when all of them are written."""
    written: list[tuple[str | os.PathLike[str], Path, Path]] = []

    @contextmanager
    def write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
        if not Path(path).name:
            raise InputError(f"{str(path)!r}: cannot be written: not the name of a file")
        target = Path(os.path.realpath(path))
        with _refusals_of(path):
            if target.exists() and not target.is_file():
                with open(target, "wb") as file:
                    yield file
                return
            temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
            written.append((path, temporary, target))
            with open(temporary, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())

    try:
        yield write
        for path, temporary, target in written:
            with _refusals_of(path):
                os.replace(temporary, target)
    except BaseException:
        for _, temporary, _ in written:
            with suppress(OSError):
                temporary.unlink()
        raise


@contextmanager
def _refusals_of(path: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file that the system would not write."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None


@contextmanager
def _packed(file: BinaryIO, path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    if not str(path).endswith(".gz"):
        yield file
        return
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=6, mtime=0) as packed:
        yield cast(BinaryIO, packed)
