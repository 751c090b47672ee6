"""What features written in Python return, checked and as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import RLock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitchpipe.decoder.features import Feature, SparseValues

LARGEST = 1e12
"""Values beyond this are mistakes, and sums of scores would overflow."""


class SparseNames:
    """The names of sparse features, numbered as they come."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._lists: dict[int, tuple[Sequence[str] | None, list[int]]] = {}
        self._lock = RLock()

    def since(self, first: int) -> list[str]:
        """All names from this number on."""
        return self.names[first:]

    def number(self, name: Any, starts: tuple[str, ...]) -> int:
        """The number of a name, which must start as the feature says."""
        found = self._numbers.get(name)
        if found is not None:
            return found
        _check_name(name, starts)
        with self._lock:
            found = self._numbers.setdefault(name, len(self.names))
            if found == len(self.names):
                self.names.append(name)
        return found

    def of_list(self, feature: Feature, names: Sequence[str], starts: tuple[str, ...]) -> NDArray[np.int64]:
        """The numbers of all names of a list; of a feature's last list, only what is new at its end is looked at."""
        with self._lock:
            last, numbers = self._lists.get(id(feature), (None, []))
            if last is not names or not isinstance(names, list) or len(numbers) > len(names):
                numbers = []
            numbers.extend(self.number(name, starts) for name in names[len(numbers) :])
            self._lists[id(feature)] = names, numbers
            return np.array(numbers, np.int64)


class Values(NamedTuple):
    """Values of phrases or steps: a row of the dense ones for each, and the sparse ones of row i from starts[i] on."""

    dense: NDArray[np.float32]
    starts: NDArray[np.int64]
    numbers: NDArray[np.uint32]
    sparse: NDArray[np.float32]


def read_values(
    values: Any, feature: Feature, names: SparseNames, starts: tuple[str, ...], count: int
) -> Values:
    """What a feature returned for so many phrases or steps; raises what tells where it is wrong."""
    if not starts:
        return without_sparse(checked(values, feature.names, count))
    if isinstance(values, SparseValues):
        return _from_arrays(values, feature, names, starts, count)
    if not isinstance(values, Sequence) or len(values) != count:
        raise ValueError(f"found {values!r:.60}, expected names with values for each of {count}")
    return _from_mappings(values, feature, names, starts)


def _from_mappings(
    values: Sequence[Any], feature: Feature, names: SparseNames, starts: tuple[str, ...]
) -> Values:
    dense, offsets, numbers, sparse = [], [0], [], []
    for one in values:
        if not isinstance(one, Mapping):
            raise ValueError(f"found {one!r:.60}, expected names with values, as in {{'{starts[0]}x': 1.0}}")
        dense.append([one.get(name, 0.0) for name in feature.names])
        for name, value in one.items():
            if name not in feature.names:
                numbers.append(names.number(name, starts))
                sparse.append(value)
        offsets.append(len(numbers))
    rows = np.reshape(np.array(dense, float), (len(values), len(feature.names)))
    return Values(
        checked(rows, feature.names, len(values)),
        np.array(offsets, np.int64),
        np.array(numbers, np.uint32),
        _bounded(np.array(sparse, float)).astype(np.float32),
    )


def _from_arrays(
    found: SparseValues, feature: Feature, names: SparseNames, starts: tuple[str, ...], count: int
) -> Values:
    rows, columns = np.asarray(found.row), np.asarray(found.name)
    values = np.ones(len(rows)) if found.value is None else np.asarray(found.value, float)
    if not rows.shape == columns.shape == values.shape == (len(rows),):
        raise ValueError(
            f"found rows, names and values of the shapes {rows.shape}, {columns.shape} and {values.shape}, "
            "expected the same length"
        )
    for what, numbers, limit in (("row", rows, count), ("name", columns, len(found.names))):
        if len(numbers) and (numbers.dtype.kind not in "iu" or numbers.min() < 0 or numbers.max() >= limit):
            raise ValueError(f"found numbers of a {what} that are not whole numbers from 0 to {limit - 1}")
    if len(rows) > 1 and (np.diff(rows) < 0).any():
        order = np.argsort(rows, kind="stable")
        rows, columns, values = rows[order], columns[order], values[order]
    dense = np.zeros((count, 0)) if found.dense is None and not feature.names else found.dense
    known = names.of_list(feature, found.names, starts)
    return Values(
        checked(dense, feature.names, count),
        np.searchsorted(rows, np.arange(count + 1)).astype(np.int64),
        known[columns].astype(np.uint32) if len(columns) else np.zeros(0, np.uint32),
        _bounded(values).astype(np.float32),
    )


def without_sparse(dense: NDArray[np.float32]) -> Values:
    """Of a feature that has none."""
    starts = np.zeros(len(dense) + 1, np.int64)
    return Values(dense, starts, np.zeros(0, np.uint32), np.zeros(0, np.float32))


def beside(values: Sequence[Values]) -> Values:
    """The values of several features of the same phrases or steps."""
    if len(values) == 1:
        return values[0]
    dense = np.ascontiguousarray(np.hstack([one.dense for one in values]))
    if not any(len(one.numbers) for one in values):
        return without_sparse(dense)
    rows = np.concatenate([np.repeat(np.arange(len(dense)), np.diff(one.starts)) for one in values])
    order = np.argsort(rows, kind="stable")
    return Values(
        dense,
        np.searchsorted(rows[order], np.arange(len(dense) + 1)).astype(np.int64),
        np.concatenate([one.numbers for one in values])[order],
        np.concatenate([one.sparse for one in values])[order],
    )


def checked(values: Any, names: Sequence[str], count: int | None = None) -> NDArray[np.float32]:
    """A row of finite numbers for each phrase or step, with a value for each name."""
    rows = np.asarray(values, float)
    size = len(values) if count is None else count
    if rows.shape != (size, len(names)) and (len(names) != 1 or rows.shape != (size,)):
        raise ValueError(f"found values of the shape {rows.shape}, expected {len(names)} for each of {size}")
    return _bounded(rows).reshape(size, len(names)).astype(np.float32)


def _bounded(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    # Where the sum of squares is small, so is each value: one pass over a small array, where a look at each takes three.
    if not np.vdot(rows, rows) <= LARGEST**2:
        large = ~(np.abs(rows) <= LARGEST)
        if large.any():
            raise ValueError(
                f"found the value {rows[large].flat[0]}, expected finite numbers up to {LARGEST:g}"
            )
    return rows


def _check_name(name: Any, starts: tuple[str, ...]) -> None:
    if not isinstance(name, str) or not name.startswith(starts):
        expected = " or ".join(repr(start) for start in starts)
        raise ValueError(f"found the sparse feature {name!r}, expected a name that starts with {expected}")
    if any(letter.isspace() or not letter.isprintable() for letter in name):
        raise ValueError(f"found the sparse feature {name!r}, expected a name without white space")
