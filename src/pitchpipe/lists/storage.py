"""Pools saved as one file of NumPy arrays (.npz), which other tools can read; nothing is pickled.

A file is mapped into memory: its arrays are in memory as long as they are looked at. All of it is checked first.

Texts are two arrays, UTF-8 bytes and offsets: text i of `texts` is `texts.data[texts.offsets[i]:texts.offsets[i + 1]]`.
"""

from __future__ import annotations

import mmap
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import BLOCK, SparseRows
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, open_input, write_whole
from pitchpipe.files.scratch import Scratch
from pitchpipe.files.zipped_arrays import write_zipped, zipped_arrays
from pitchpipe.lists.pool import Pool
from pitchpipe.text import GroupedTexts, Texts

MAGIC = b"PK\x03\x04"
_VERSION = 1
_MARK = "pitchpipe_pool"


def write_saved(pool: Pool, path: StrPath) -> None:
    """Write a pool, whole or not at all."""
    arrays: dict[str, NDArray[Any]] = {
        _MARK: np.array(_VERSION),
        "offsets": pool.offsets,
        "dense": pool.dense,
        "sparse.starts": pool.sparse.starts,
        "sparse.features": pool.sparse.features,
        "sparse.values": pool.sparse.values,
        "group_weights": pool.group_weights,
    }
    texts = {
        "texts": pool.texts,
        "dense_names": Texts.of(pool.dense_names),
        "sparse_names": Texts.of(pool.sparse_names),
        "group_ids": Texts.of(pool.group_ids),
    }
    if pool.sources is not None:
        texts["sources"] = Texts.of(pool.sources)
    if pool.references is not None:
        texts["references"] = pool.references.texts
        arrays["references.groups"] = pool.references.groups
    if pool.gold is not None:
        arrays["gold"] = pool.gold
    for name, part in texts.items():
        arrays[f"{name}.data"], arrays[f"{name}.offsets"] = part.data, part.offsets
    with write_whole(path) as file:
        write_zipped(file, arrays)


def read_saved(path: StrPath) -> Pool:
    """Read and check a saved pool."""
    with open_input(path) as file:
        return stored_pool(file, input_name(path))


def stored_pool(file: BinaryIO, name: str) -> Pool:
    """The pool in an open file."""
    data = _mapped(file) or file.read()
    if data[: len(MAGIC)] != MAGIC:
        raise InputError(f"{name}: found something else than a saved pool, expected what Pool.save wrote")
    try:
        arrays = zipped_arrays(data)
    except InputError as error:
        raise InputError(f"{name}: the saved pool is damaged: {error}") from None
    version = arrays.get(_MARK)
    if version is None:
        raise InputError(f"{name}: found other arrays than those of a saved pool, expected {_MARK!r}")
    if version.shape != () or version != _VERSION:
        found = " ".join(str(version).split())
        raise InputError(f"{name}: found version {found} of a saved pool, expected {_VERSION}")
    try:
        pool = _Arrays(arrays).pool()
    except InputError as error:
        raise InputError(f"{name}: the saved pool is damaged: {error}") from None
    if isinstance(data, bytes):
        return pool
    # What was only read to be checked need not stay in this process's memory.
    if hasattr(mmap, "MADV_DONTNEED"):
        data.madvise(mmap.MADV_DONTNEED)
    return replace(pool, scratch=Scratch())


def _mapped(file: BinaryIO) -> mmap.mmap | None:
    """A map of a whole file that is no pipe and not packed."""
    try:
        number = file.fileno()
        if not stat.S_ISREG(os.fstat(number).st_mode) or os.pread(number, len(MAGIC), 0) != MAGIC:
            return None
        return mmap.mmap(number, 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # what has no number, such as bytes in memory
        return None


class _Arrays:
    """The arrays of a saved pool; each is checked as it is taken."""

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        self._arrays = arrays

    def pool(self) -> Pool:
        texts = self._texts("texts")
        offsets = self._offsets("offsets", len(texts), least=1)
        groups = len(offsets) - 1
        dense_names, sparse_names = self._names("dense_names"), self._names("sparse_names")
        _require(len({*dense_names, *sparse_names}) == len(dense_names) + len(sparse_names), "names repeat")
        pool = Pool(
            offsets=offsets,
            dense=self._numbers("dense", (len(texts), len(dense_names))),
            dense_names=dense_names,
            sparse=self._sparse(len(texts), len(sparse_names)),
            sparse_names=sparse_names,
            texts=texts,
            references=self._references(groups) if "references.groups" in self._arrays else None,
            gold=self._numbers("gold", (len(texts),)) if "gold" in self._arrays else None,
            group_ids=self._names("group_ids"),
            group_weights=self._numbers("group_weights", (groups,)),
            sources=self._names("sources") if "sources.data" in self._arrays else None,
        )
        _require(groups > 0, "there are no groups")
        _require(
            len(set(pool.group_ids)) == groups, "group_ids does not have an id of its own for each group"
        )
        _require(pool.sources is None or len(pool.sources) == groups, "sources has the wrong size")
        _require(bool((pool.group_weights > 0).all()), "group_weights has one that is not above 0")
        return pool

    def _array(self, name: str, kind: type[np.generic], dimensions: int = 1) -> NDArray[Any]:
        array = self._arrays.get(name)
        _require(array is not None, f"{name} is missing")
        assert array is not None
        right = array.dtype == kind and array.ndim == dimensions
        _require(right, f"{name} is not an array of {dimensions} dimensions of {kind.__name__}")
        return np.ascontiguousarray(array)

    def _numbers(self, name: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
        array = self._array(name, np.float64, len(shape))
        _require(array.shape == shape, f"{name} has the shape {array.shape}, not {shape}")
        finite = all(bool(np.isfinite(part).all()) for part in _blocks(array.reshape(-1)))
        _require(finite, f"{name} holds NaN or infinity")
        return array

    def _offsets(self, name: str, end: int, least: int = 0) -> NDArray[np.int64]:
        array = self._array(name, np.int64)
        ends = len(array) > 0 and array[0] == 0 and array[-1] == end
        # Between 0 and the end, differences do not overflow.
        inside = ends and all(part.min() >= 0 and part.max() <= end for part in _blocks(array))
        rises = inside and all(bool((np.diff(part) >= least).all()) for part in _blocks(array, 1))
        _require(rises, f"{name} does not rise from 0 to {end}")
        return array

    def _texts(self, name: str) -> Texts:
        data = self._array(f"{name}.data", np.uint8)
        offsets = self._offsets(f"{name}.offsets", len(data))
        for part in _blocks(offsets):
            inner = part[part < len(data)]
            _require(bool((data[inner] & 0xC0 != 0x80).all()), f"{name} is cut within a character")
        try:
            for part in _blocks(offsets, 1):
                data[part[0] : part[-1]].tobytes().decode()
        except UnicodeDecodeError:
            _require(False, f"{name} is not UTF-8")
        return Texts(data, offsets)

    def _names(self, name: str) -> tuple[str, ...]:
        return tuple(self._texts(name))

    def _sparse(self, rows: int, names: int) -> SparseRows:
        features = self._array("sparse.features", np.int32)
        starts = self._offsets("sparse.starts", len(features))
        _require(len(starts) == rows + 1, "sparse.starts has the wrong size")
        inside = all(part.min() >= 0 and part.max() < names for part in _blocks(features))
        _require(inside, "sparse.features has a number that no name has")
        rows_of_features = SparseRows(starts, features, self._numbers("sparse.values", (len(features),)))
        _require(rows_of_features.rises, "sparse.features does not rise within a row")
        return rows_of_features

    def _references(self, groups: int) -> GroupedTexts:
        texts = self._texts("references")
        offsets = self._offsets("references.groups", len(texts), least=1)
        _require(len(offsets) == groups + 1, "references.groups has the wrong size")
        return GroupedTexts(texts, offsets)


def _blocks(array: NDArray[Any], overlap: int = 0) -> Iterator[NDArray[Any]]:
    """Pieces of an array; each begins with the last `overlap` numbers of the one before."""
    for begin in range(0, len(array) - overlap, BLOCK):
        yield array[begin : begin + BLOCK + overlap]


def _require(right: bool, otherwise: str) -> None:
    if not right:
        raise InputError(otherwise)
