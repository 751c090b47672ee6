"""Files in and out: gzip and zstd known by their first bytes, outputs written whole or not at all."""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from pitchpipe.errors import InputError

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"


@contextmanager
def open_input(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a plain, gzip or zstd file for reading bytes; `-` is the standard input."""
    name = "standard input" if str(path) == "-" else str(path)
    try:
        raw: Any = sys.stdin.buffer if str(path) == "-" else open(path, "rb")
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}") from None
    with raw:
        try:
            yield _decompressed(raw, name)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"{name}: the gzip data is damaged or cut short: {error}") from None
        except OSError as error:
            raise InputError(f"{name}: cannot be read: {error}") from None


def _decompressed(raw: Any, name: str) -> BinaryIO:
    start = raw.peek(4)[:4]
    if start.startswith(_GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw))
    if start == _ZSTD:
        try:
            import zstandard
        except ImportError:
            raise InputError(
                f"{name}: zstd files need the zstandard package: pip install zstandard"
            ) from None
        return io.BufferedReader(zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True))
    return cast(BinaryIO, raw)


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
            raise InputError(f"{path}:{number}: not UTF-8 (byte {error.start + 1} of the line)") from None
    return decoded


@contextmanager
def write_whole(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Write a file under a temporary name and rename it when all went well."""
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        file = open(temporary, "wb")
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
