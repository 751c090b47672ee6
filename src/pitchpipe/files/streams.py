"""Files in and out: packed ones read as plain ones, outputs written whole or not at all."""

from __future__ import annotations

import io
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO

from pitchpipe.errors import InputError
from pitchpipe.files.packing import Unpacked, packed
from pitchpipe.files.refusals import refusals_of
from pitchpipe.files.temporary import open_temporary

StrPath = str | os.PathLike[str]


def input_name(path: str | os.PathLike[str]) -> str:
    """What messages call an input; `-` is the standard input."""
    return "standard input" if str(path) == "-" else str(path)


@contextmanager
def open_input(path: str | os.PathLike[str]) -> Iterator[io.BufferedReader]:
    """Open a plain or packed file for reading bytes; `-` is the standard input, which stays open.

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
        file: io.BufferedReader = io.BufferedReader(Unpacked(raw, name), 1 << 16)
        if file.peek(len(BOM_UTF8)).startswith(BOM_UTF8):
            file.read(len(BOM_UTF8))
        yield file


def read_lines(path: str | os.PathLike[str]) -> list[str]:
    """All lines of a text file, without their ends; only \\n and \\r\\n end a line."""
    with open_input(path) as file:
        return decoded_lines(file.read(), input_name(path))


def decoded_lines(data: bytes, name: str, first: int = 1) -> list[str]:
    """The lines of a text in memory; `first` is the number of the first one."""
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    decoded = []
    for number, line in enumerate(lines, first):
        try:
            decoded.append(line.removesuffix(b"\r").decode())
        except UnicodeDecodeError as error:
            raise InputError(
                f"{name}:{number}: found a byte that is not UTF-8 (byte {error.start + 1} of the line), "
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
    """`write_whole`, packed if the name ends in .gz, .zst, .xz or .bz2; the same text always gives the same bytes."""
    with write_whole(path) as file, packed(file, str(path)) as packing:
        yield packing


def write_texts(texts: Mapping[str, Iterable[str] | bytes]) -> None:
    """Write the lines of several files, or their bytes, as `write_packed` does, all of them or none."""
    with _all_or_none() as write:
        for path, lines in texts.items():
            with write(path) as file, packed(file, str(path)) as packing:
                if isinstance(lines, bytes):
                    packing.write(lines)
                else:
                    for line in lines:  # what packs with zstd has no writelines
                        packing.write(f"{line}\n".encode())


@contextmanager
def _all_or_none() -> Iterator[Callable[[str | os.PathLike[str]], AbstractContextManager[BinaryIO]]]:
    """What opens files that get their names when all of them are written."""
    written: list[tuple[str | os.PathLike[str], Path, Path]] = []

    @contextmanager
    def write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
        if not Path(path).name:
            raise InputError(f"{str(path)!r}: cannot be written: not the name of a file")
        target = Path(os.path.realpath(path))
        with refusals_of(path):
            if target.exists() and not target.is_file():
                with open(target, "wb") as file:
                    yield file
                return
            with open_temporary(target) as file:
                written.append((path, Path(file.name), target))
                yield file
                file.flush()
                os.fsync(file.fileno())

    try:
        yield write
        for path, temporary, target in written:
            with refusals_of(path):
                os.replace(temporary, target)
    except BaseException:
        for _, temporary, _ in written:
            with suppress(OSError):
                temporary.unlink()
        raise
