"""Values that are missing: features that are NaN, or nothing, for some candidates."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, SparseRows, offsets_of
from pitchpipe.errors import unknown_name
from pitchpipe.lists.pool import Pool

WAYS = {
    "refuse": "an error names the first",
    "mean": "the mean of the list's other candidates stands in, or of all where the whole list lacks it",
    "lowest": "the lowest value of the list stands in, or of all",
    "flag": "as mean, and the feature NAME_missing is 1 there",
}
"""What can be done about them."""
_MARK = "\x1fmissing"
"""After the name of a feature: that of another one, which is 1 where the first is missing."""


def check_way(missing: str) -> None:
    if missing not in WAYS:
        raise unknown_name("way to treat missing values", missing, WAYS)


def is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float | np.floating) and math.isnan(value))


def marked(features: Mapping[str, Any]) -> dict[str, Any]:
    """The features of a candidate, with a mark in place of each that is missing."""
    return {
        (f"{name}{_MARK}" if is_missing(value) else name): (1.0 if is_missing(value) else value)
        for name, value in features.items()
    }


def filled(pool: Pool, missing: str) -> Pool:
    """The pool with values in place of marks, as told; see `WAYS`."""
    check_way(missing)
    marks = [name for name in pool.feature_names if name.endswith(_MARK)]
    if not marks:
        return pool
    columns: dict[str, Array] = {}
    for mark in marks:
        name, lacks = mark.removesuffix(_MARK), _column(pool, mark) > 0
        columns[name] = _imputed(_column(pool, name), lacks, pool, missing)
        if missing == "flag":
            columns[f"{name}_missing"] = lacks.astype(np.float64)
    rest = _without(pool, {*marks, *columns})
    known = dict(zip(rest.dense_names, rest.dense.T, strict=True)) | columns
    names = [name for name in dict.fromkeys((*pool.dense_names, *columns)) if name in known]
    return replace(rest, dense=np.column_stack([known[name] for name in names]), dense_names=tuple(names))


def _imputed(values: Array, lacks: NDArray[np.bool_], pool: Pool, missing: str) -> Array:
    has = ~lacks
    if not has.any():
        return np.zeros(len(values))
    starts = pool.offsets[:-1]
    if missing == "lowest":
        own = np.minimum.reduceat(np.where(has, values, np.inf), starts)
        own = np.where(np.isfinite(own), own, values[has].min())
    else:
        counts = np.add.reduceat(has.astype(np.float64), starts)
        sums = np.add.reduceat(np.where(has, values, 0.0), starts)
        own = np.where(counts > 0, sums / np.maximum(counts, 1.0), values[has].mean())
    return np.where(has, values, own[pool.group_of])


def _column(pool: Pool, name: str) -> Array:
    """The values of a feature; 0 where no candidate has it."""
    if name in pool.dense_names:
        return pool.dense[:, pool.dense_names.index(name)]
    only = np.zeros(len(pool.sparse_names))
    if name in pool.sparse_names:
        only[pool.sparse_names.index(name)] = 1.0
    return pool.sparse.dot(only) if len(only) else np.zeros(len(pool))


def _without(pool: Pool, names: set[str]) -> Pool:
    """The pool without some features."""
    dense = [place for place, name in enumerate(pool.dense_names) if name not in names]
    kept = np.array([name not in names for name in pool.sparse_names], bool)
    entries = kept[pool.sparse.features] if len(kept) else np.zeros(0, bool)
    rows = np.repeat(np.arange(len(pool)), np.diff(pool.sparse.starts))[entries]
    numbers = (np.cumsum(kept) - 1).astype(np.int32)
    return replace(
        pool,
        dense=pool.dense[:, dense],
        dense_names=tuple(pool.dense_names[place] for place in dense),
        sparse=SparseRows(
            offsets_of(np.bincount(rows, minlength=len(pool))),
            numbers[pool.sparse.features[entries]],
            pool.sparse.values[entries],
        ),
        sparse_names=tuple(name for name, stays in zip(pool.sparse_names, kept, strict=True) if stays),
    )
