"""A decoder's candidates as a pool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError
from pitchpipe.text import GroupedTexts, Texts
from pitchpipe.tuning.pool import Pool, SparseFeatures


class Candidates(Protocol):
    """What tuning needs of a decoder's output; `pitchpipe.decoder.Candidates` has it."""

    @property
    def dense_names(self) -> Sequence[str]: ...
    @property
    def groups(self) -> NDArray[np.int64]: ...
    @property
    def dense(self) -> NDArray[np.float32]: ...
    @property
    def texts(self) -> Texts: ...
    @property
    def sparse_names(self) -> tuple[str, ...]: ...
    @property
    def sparse_rows(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]: ...


def decoded_pool(candidates: Candidates, references: Sequence[Sequence[str]]) -> Pool:
    """The pool of candidates, with the references of each sentence.

    A sentence without a candidate is an error: it could never be tuned on.
    """
    sizes = np.diff(candidates.groups)
    if not sizes.all():
        raise InputError(f"sentence {int(np.argmin(sizes)) + 1} has no translation")
    order = np.argsort(np.array(candidates.sparse_names, dtype=object), kind="stable")
    rank: NDArray[Any] = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    starts, features, values = candidates.sparse_rows
    rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    renamed = rank[features] if len(features) else features
    sorting = np.lexsort((renamed, rows))
    return Pool(
        offsets=candidates.groups,
        dense=candidates.dense.astype(np.float64),
        dense_names=tuple(candidates.dense_names),
        sparse=SparseFeatures(starts, np.ascontiguousarray(renamed[sorting], np.int32), values[sorting]),
        sparse_names=tuple(candidates.sparse_names[i] for i in order),
        texts=candidates.texts,
        references=GroupedTexts.of(references),
    )
