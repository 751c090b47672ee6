"""Arrays in one flat file, versioned and checksummed, that is mapped into memory and not read: it opens in no time,
and processes share it.

    8 bytes    "pitchpip"
    4 bytes    version of this layout, little-endian, as all numbers
    4 bytes    length of the header
    8 bytes    checksum of the header
    header     JSON: what kind of file it is, its version, facts, and for each array its type, shape, place and checksum
    arrays     each at a multiple of 64 bytes
"""

from __future__ import annotations

import hashlib
import json
import math
import mmap
import operator
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files.json_text import parse_json
from pitchpipe.files.streams import write_whole

_MAGIC = b"pitchpip"
_LAYOUT = 1
_START = struct.Struct("<8sIIQ")
_ALIGNMENT = 64
_BLOCK = 1 << 20
"""Bytes that have a checksum of their own; see native/util/checksum.h."""
_TYPES = frozenset({"|u1", "<u2", "<u4", "<i4", "<u8", "<i8", "<f4", "<f8"})


@dataclass(frozen=True)
class FlatFile:
    """The arrays of an open file, read-only, and the facts stored with them."""

    path: str
    arrays: Mapping[str, NDArray[Any]]
    facts: Mapping[str, Any]
    checksums: Mapping[str, int]
    mapped: mmap.mmap = field(repr=False)

    @property
    def digest(self) -> str:
        """A hash of what is in it, by the checksums that are stored with it: nothing is read."""
        contents = json.dumps([dict(self.facts), dict(self.checksums)])
        return hashlib.blake2b(contents.encode(), digest_size=8).hexdigest()

    def verify(self, threads: int = 1) -> None:
        """Read everything, and raise `InputError` if a byte is not what was written."""
        self._advise("MADV_NORMAL")
        for name, array in self.arrays.items():
            if _native.checksum(_bytes_of(array), 0, threads) != self.checksums[name]:
                raise InputError(f"{self.path}: the file is damaged: its {name} is not what was written")
            # What was only read to be checked need not stay in this process's memory.
            self._advise("MADV_DONTNEED")

    def expect_look_ups(self) -> None:
        """Read what is asked for, and not the stretch around it: of a file larger than memory, that would push out the rest."""
        self._advise("MADV_RANDOM")

    def _advise(self, advice: str) -> None:
        if hasattr(mmap, advice):
            self.mapped.madvise(getattr(mmap, advice))


def write_flat_file(
    path: str | os.PathLike[str],
    kind: str,
    version: int,
    arrays: Mapping[str, NDArray[Any]],
    facts: Mapping[str, Any] | None = None,
) -> None:
    """Write arrays, whole or not at all. They may be memory maps: a mebibyte is in memory at a time."""
    described: dict[str, dict[str, Any]] = {}
    at = 0
    for name, array in arrays.items():
        dtype = array.dtype.newbyteorder("<").str
        if dtype not in _TYPES:
            raise ValueError(f"{name}: arrays of {array.dtype} are not stored")
        described[name] = {"type": dtype, "shape": list(array.shape), "offset": at}
        described[name]["checksum"] = _native.checksum(_bytes_of(array), 0, 1)
        at = _aligned(at + array.nbytes)
    contents = {
        "kind": kind,
        "version": version,
        "bytes": at,
        "facts": dict(facts or {}),
        "arrays": described,
    }
    header = json.dumps(contents, ensure_ascii=False).encode()
    with write_whole(path) as file:
        file.write(_START.pack(_MAGIC, _LAYOUT, len(header), _checksum(header)))
        file.write(header)
        _pad(file)
        for array in arrays.values():
            data = _bytes_of(array)
            for begin in range(0, len(data), _BLOCK):
                file.write(data[begin : begin + _BLOCK].data)
            _pad(file)


def is_flat_file(path: str | os.PathLike[str]) -> bool:
    """Whether this is a file that `write_flat_file` wrote, of whatever kind; `-` is none."""
    if str(path) == "-" or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def read_flat_file(path: str | os.PathLike[str], kind: str, version: int) -> FlatFile:
    """Map a file that `write_flat_file` wrote; its header and size are checked, the arrays by `verify` only."""
    name = str(path)
    if "\0" in name:
        raise InputError(f"{name!r}: cannot be read: a path cannot have a NUL character")
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        raise InputError(f"{name!r}: cannot be read: a path cannot have half a character") from None
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            start = file.read(_START.size)
            if len(start) < _START.size or not start.startswith(_MAGIC):
                raise InputError(f"{name}: found another kind of file, expected a {kind} of pitchpipe")
            _, layout, length, checksum = _START.unpack(start)
            if layout != _LAYOUT:
                raise InputError(f"{name}: found a file of layout {layout}, expected {_LAYOUT}")
            header = file.read(min(length, size))
            if len(header) < length:
                raise InputError(f"{name}: the file is cut short: {size} bytes, and its header is not whole")
            if _checksum(header) != checksum:
                raise InputError(f"{name}: the file is damaged: its header is not what was written")
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}") from None
    try:
        contents = parse_json(header)
        if contents["kind"] != kind:
            raise InputError(f"{name}: found a {contents['kind']}, expected a {kind}")
        if contents["version"] != version:
            raise InputError(f"{name}: found version {contents['version']} of a {kind}, expected {version}")
        return _described(name, contents, mapped, _aligned(_START.size + length))
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{name}: the file is damaged: its header describes no arrays ({error!r})") from None


def damaged(path: str | os.PathLike[str], error: Exception) -> InputError:
    """The sentence for what came of the arrays and facts of a file that are not what they should be."""
    if isinstance(error, KeyError):
        return InputError(f"{path}: the file is damaged: found no {error}, expected it")
    reason = "its arrays or facts are of other types" if isinstance(error, TypeError) else error
    return InputError(f"{path}: the file is damaged: {reason}")


def _described(name: str, contents: Any, mapped: mmap.mmap, begin: int) -> FlatFile:
    """The arrays that a header describes, all of them within the file."""
    if len(mapped) != begin + contents["bytes"]:
        raise InputError(
            f"{name}: the file is cut short: {len(mapped)} bytes, expected {begin + contents['bytes']}"
        )
    arrays, checksums = {}, {}
    for key, described in contents["arrays"].items():
        shape, offset = tuple(map(operator.index, described["shape"])), operator.index(described["offset"])
        if described["type"] not in _TYPES or min(*shape, offset, 0) < 0 or offset % _ALIGNMENT:
            raise ValueError(f"{key} of type {described['type']!r}, shape {shape} and place {offset}")
        flat = np.frombuffer(mapped, described["type"], math.prod(shape), begin + offset)
        arrays[key] = flat.reshape(shape)
        checksums[key] = operator.index(described["checksum"])
    return FlatFile(name, arrays, dict(contents["facts"]), checksums, mapped)


def _bytes_of(array: NDArray[Any]) -> NDArray[np.uint8]:
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    return np.ascontiguousarray(little).reshape(-1).view(np.uint8)


def _checksum(data: bytes) -> int:
    return _native.checksum(np.frombuffer(data, np.uint8), 0, 1)


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _pad(file: BinaryIO) -> None:
    file.write(bytes(_aligned(file.tell()) - file.tell()))
