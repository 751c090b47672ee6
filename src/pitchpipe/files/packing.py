"""gzip, zstd, xz and bzip2: read as their first bytes say, written as a name's ending says."""

from __future__ import annotations

import gzip
import io
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, BinaryIO, cast

from pitchpipe.errors import InputError

ENDINGS = (".gz", ".zst", ".xz", ".bz2")
"""How the names of packed files end."""

_PACKED_CHUNK = 1 << 14
"""Compressed bytes taken at a time; small, since a few of them can stand for very many."""
_CHUNK = 1 << 20
"""Bytes that xz and bzip2 make at a time: a kilobyte of theirs can stand for a gigabyte."""
_MOST, _RATIO = 1 << 28, 300
"""Text does not pack so well: what grows to more bytes than these, and to so many times what was read, is refused."""
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_XZ = b"\xfd7zXZ\0"
_BZIP2_MARKS = [
    b"BZh%d%b" % (size, block) for size in range(1, 10) for block in (b"1AY&SY", b"\x17\x72\x45\x38\x50\x90")
]
"""How it begins with a block, and without one."""
_XZ_MEMORY = 1 << 30
"""More than any preset of xz needs to unpack."""


class Unpacked(io.RawIOBase):
    """The bytes of a file, whatever it is packed with, one compressed member after the other."""

    def __init__(self, raw: BinaryIO, name: str) -> None:
        self._raw = raw
        self._name = name
        self._ready = memoryview(b"")
        self._taken = self._given = 0
        self._packed = self._read(_PACKED_CHUNK)
        while _may_be_packed(self._packed) and (more := self._read(_PACKED_CHUNK)):
            self._packed += more
        self._kind, self._start, self._damage = _unpacking(self._packed, name)
        self._member: Any = self._start() if self._start else None

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            if self._member and not self._member.eof and not getattr(self._member, "needs_input", True):
                self._ready = memoryview(self._unpacked(b""))
                continue
            data = self._packed or self._read(_PACKED_CHUNK if self._member else len(buffer))
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
        """Up to so many bytes, as they come: a pipe need not fill up first."""
        try:
            return getattr(self._raw, "read1", self._raw.read)(size)
        except OSError as error:
            raise InputError(f"{self._name}: cannot be read: {error.strerror or error}") from None

    def _unpacked(self, data: bytes) -> bytes:
        try:
            if self._member.eof and self._start:
                if self._kind == "xz" and not (data := data.lstrip(b"\0")):  # padding between its streams
                    return b""
                self._member = self._start()
            in_pieces = hasattr(self._member, "needs_input")
            found: bytes = self._member.decompress(data, *([_CHUNK] if in_pieces else []))
        except self._damage as error:
            raise InputError(f"{self._name}: the {self._kind} data is damaged: {error}") from None
        self._packed = self._member.unused_data if self._member.eof else b""
        self._taken += len(data) - len(self._packed)
        self._given += len(found)
        if self._given > max(_MOST, _RATIO * self._taken):
            raise InputError(
                f"{self._name}: the {self._kind} data unpacks to more than {_RATIO} times its size, expected text; "
                "unpack it first if it is text all the same"
            )
        return found


def _may_be_packed(start: bytes) -> bool:
    """Whether these first bytes are too few to tell."""
    marks = (_GZIP, _ZSTD, _XZ, *_BZIP2_MARKS, BOM_UTF8)
    return any(start and start != mark and mark.startswith(start) for mark in marks)


def _unpacking(start: bytes, name: str) -> tuple[str, Callable[[], Any] | None, Any]:
    """The name of the packing, what makes a decompressor (None for plain files), and what it throws."""
    if start.startswith(_GZIP):
        return "gzip", lambda: zlib.decompressobj(16 + zlib.MAX_WBITS), zlib.error
    if start.startswith(_ZSTD):
        zstandard = _module("zstandard", "zstd", name)
        return "zstd", lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError
    if start.startswith(_XZ):
        lzma = _module("lzma", "xz", name)
        return "xz", lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, _XZ_MEMORY), lzma.LZMAError
    if start.startswith(tuple(_BZIP2_MARKS)):
        return "bzip2", _module("bz2", "bzip2", name).BZ2Decompressor, (OSError, ValueError)
    return "plain", None, OSError


def _module(module: str, kind: str, name: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        if module == "zstandard":
            missing = "the zstandard package: pip install zstandard"
        else:
            missing = f"the module {module}, which this Python was built without; unpack the file first"
        raise InputError(f"{name}: {kind} files need {missing}") from None


@contextmanager
def packed(file: BinaryIO, name: str) -> Iterator[BinaryIO]:
    """What packs into a file as the ending of its name says; the same text always gives the same bytes."""
    if name.endswith(".gz"):
        writer: Any = gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=6, mtime=0)
    elif name.endswith(".zst"):
        writer = _module("zstandard", "zstd", name).ZstdCompressor().stream_writer(file, closefd=False)
    elif name.endswith(".xz"):
        writer = _module("lzma", "xz", name).LZMAFile(file, "wb")
    elif name.endswith(".bz2"):
        writer = _module("bz2", "bzip2", name).BZ2File(file, "wb")
    else:
        yield file
        return
    with writer:
        yield cast(BinaryIO, writer)


def unpacked_name(name: str) -> str:
    """A name without the ending that says how it is packed."""
    return next((name.removesuffix(ending) for ending in ENDINGS if name.endswith(ending)), name)
