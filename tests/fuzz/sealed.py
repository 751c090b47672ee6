"""Odd versions of files with checksums or packing around them, which are put right again so that deeper checks are reached."""

from __future__ import annotations

import gzip
import io
import json
import struct
import zipfile
from random import Random
from typing import Any

import numpy as np

from pitchpipe import _native

from .mutations import Mutation, bytes_changed, changed_value

_START = struct.Struct("<8sIIQ")
_ALIGNMENT = 64


def resealed(data: bytes, rng: Random) -> bytes:
    """A flat file with another header or other arrays, and right checksums."""
    magic, layout, length, _ = _START.unpack_from(data)
    header = json.loads(data[_START.size : _START.size + length])
    body = bytearray(data[_aligned(_START.size + length) :])
    if rng.random() < 0.4:
        header = changed_value(header, rng)
    else:
        for _ in range(rng.choice((1, 1, 2))):
            _change_array(header["arrays"], body, rng)
    _sign(header, body)
    text = json.dumps(header).encode()
    start = _START.pack(magic, layout, len(text), _checksum(text)) + text
    return start + bytes(_aligned(len(start)) - len(start)) + bytes(body)


def _change_array(arrays: dict[str, Any], body: bytearray, rng: Random) -> None:
    """Other numbers in an array: at the edge of its type, or those of another place."""
    described = arrays[rng.choice(list(arrays))]
    array = np.frombuffer(body, described["type"], int(np.prod(described["shape"])), described["offset"])
    if not len(array):
        return
    begin = rng.randrange(len(array))
    end = begin + rng.choice((1, 1, 2, 10, len(array)))
    if array.dtype.kind == "f":
        array[begin:end] = rng.choice((0.0, -0.0, 1.0, -1e30, 1e30, np.nan, np.inf, -np.inf))
    elif rng.random() < 0.5:
        largest = np.iinfo(array.dtype).max
        array[begin:end] = rng.choice((0, 1, len(array) % (largest + 1), largest, largest // 2))
    else:
        array[begin:end] = array[rng.randrange(len(array))]


def _sign(header: Any, body: bytearray) -> None:
    """The checksums of what the header describes, as far as it makes sense."""
    try:
        for described in header["arrays"].values():
            size = int(np.prod(described["shape"])) * np.dtype(described["type"]).itemsize
            part = bytes(body[described["offset"] : described["offset"] + size])
            described["checksum"] = _checksum(part)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, MemoryError):
        pass


def _checksum(data: bytes) -> int:
    return _native.checksum(np.frombuffer(data, np.uint8), 0, 1)


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def arrays_changed(data: bytes, rng: Random) -> bytes:
    """A file of NumPy arrays with an array of another type, shape or contents, or without one."""
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    name = rng.choice(list(arrays))
    array = arrays[name]
    match rng.randrange(8):
        case 0:
            del arrays[name]
        case 1:
            arrays[name] = array.astype(rng.choice(("f4", "f8", "i1", "i8", "u8", "bool", "U5", "c16")))
        case 2:
            arrays[name] = array.reshape(-1)[: rng.randrange(array.size + 1)]
        case 3:
            arrays[name] = np.concatenate([array.reshape(-1)] * 2)
        case 4:
            arrays[name] = rng.choice(
                (np.array(0), np.array([]), np.zeros((2, 2)), np.array("x"), array[..., None])
            )
        case 5 if array.dtype == np.uint8 and array.tobytes()[:1] == b"{":
            text = json.dumps(changed_value(json.loads(array.tobytes()), rng)).encode()
            arrays[name] = np.frombuffer(text, np.uint8)
        case _ if array.size:
            flat = array.reshape(-1).copy()
            at = rng.randrange(flat.size)
            odd = (np.nan, np.inf, 1e308) if flat.dtype.kind == "f" else (0, 1, -1, flat.size, 2**31, 2**62)
            flat[at : at + rng.choice((1, 1, flat.size))] = np.array(rng.choice(odd)).astype(flat.dtype)
            arrays[name] = flat.reshape(array.shape)
    made = io.BytesIO()
    np.savez(made, **arrays)
    return made.getvalue()


def members_changed(data: bytes, rng: Random) -> bytes:
    """A zip file whose members are damaged within, with right checksums."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        names = old.namelist()
        chosen = rng.choice(names)
        for name in names:
            contents = old.read(name)
            new.writestr(name, bytes_changed(contents, rng) if name == chosen else contents)
    return made.getvalue()


def packed_again(inner: Mutation) -> Mutation:
    """A gzip file of what is changed within."""

    def change(data: bytes, rng: Random) -> bytes:
        return gzip.compress(inner(gzip.decompress(data), rng), 1, mtime=0)

    return change


FLAT: tuple[Mutation, ...] = (bytes_changed, resealed, resealed, resealed, resealed)
ARRAYS: tuple[Mutation, ...] = (bytes_changed, arrays_changed, arrays_changed, members_changed)
