"""NumPy's files of arrays (.npz): written so that they can be mapped into memory, and read with nothing in them trusted.

An array that is stored as it is, at a place that its type allows, is a view of the data; others are copied. Nothing is
unpickled.
"""

from __future__ import annotations

import io
import math
import mmap
import struct
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from pitchpipe.errors import InputError

_RATIO = 4
"""How much larger than the file its arrays may be: they are stored as they are."""
_ALIGNMENT = 64
_LOCAL = struct.Struct("<4s22xHH")
"""What is before the data of a member: a mark, and the lengths of its name and of the extra field at the end."""
_FILLER = 0xD935
"""Of extra fields, the one that tools fill to align what follows."""
_ZIP64 = 20
"""Bytes that zipfile adds to the extra field for large sizes."""
_BLOCK = 1 << 20
"""Bytes at a time."""


def write_zipped(file: BinaryIO, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays as `numpy.savez` does, but aligned. They may be memory maps: a mebibyte is in memory at a time."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy")
            begin = file.tell() + _LOCAL.size + len(member.filename.encode()) + _ZIP64 + 4
            fill = -begin % _ALIGNMENT
            member.extra = struct.pack("<HH", _FILLER, fill) + bytes(fill)
            with archive.open(member, "w", force_zip64=True) as to:
                npy.write_array_header_1_0(
                    to, {**npy.header_data_from_array_1_0(array), "fortran_order": False}
                )
                data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
                for at in range(0, len(data), _BLOCK):
                    to.write(data[at : at + _BLOCK].data)


def zipped_arrays(data: bytes | mmap.mmap) -> dict[str, NDArray[Any]]:
    """The arrays by name, or `InputError`, without the file's name.

    All bytes are compared with their checksum. What is stored as it is, and aligned, is a view of the data.
    """
    try:
        file: Any = data if isinstance(data, mmap.mmap) else io.BytesIO(data)
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
            if sum(one.file_size for one in members) > _RATIO * len(data):
                raise InputError("it unpacks to far more than it has")
            return {
                one.filename.removesuffix(".npy"): _array(_contents(data, archive, one), one)
                for one in members
            }
    except Exception as error:  # zip and array readers throw many kinds at damaged data
        raise InputError(" ".join(str(error).split()) or type(error).__name__) from None


def _contents(
    data: bytes | mmap.mmap, archive: zipfile.ZipFile, member: zipfile.ZipInfo
) -> NDArray[np.uint8]:
    """The bytes of a member."""
    if member.compress_type != zipfile.ZIP_STORED or member.flag_bits & 1:
        return np.frombuffer(archive.read(member), np.uint8)
    at = member.header_offset
    mark, name, extra = _LOCAL.unpack(data[at : at + _LOCAL.size])
    begin = at + _LOCAL.size + name + extra
    if mark != b"PK\x03\x04" or member.file_size > len(data) - begin:
        raise InputError(f"{member.filename} does not end within the file")
    contents = np.frombuffer(data, np.uint8, member.file_size, begin)
    checksum = 0
    for at in range(0, len(contents), _BLOCK):
        checksum = zlib.crc32(contents[at : at + _BLOCK].data, checksum)
    if checksum != member.CRC:
        raise InputError(f"{member.filename} is not what was written")
    return contents


def _array(contents: NDArray[np.uint8], member: zipfile.ZipInfo) -> NDArray[Any]:
    header = io.BytesIO(contents[: 1 << 16].tobytes())
    if not header.getvalue().startswith(npy.MAGIC_PREFIX):
        raise InputError(f"{member.filename} is no array")
    version = npy.read_magic(header)
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, by_columns, dtype = read(header)
    if dtype.hasobject:
        raise InputError("Object arrays are never loaded")
    begin, size = header.tell(), math.prod(shape)
    if min(shape, default=0) < 0 or begin + size * dtype.itemsize > len(contents):
        raise InputError(f"{member.filename} has fewer numbers than its shape {shape} says")
    array = np.frombuffer(contents, dtype, size, begin) if size else np.zeros(0, dtype)
    array = array.reshape(shape[::-1]).T if by_columns else array.reshape(shape)
    return array if array.flags.aligned else array.copy()
