"""A decoder's candidates as a pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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
    def covered(self) -> NDArray[np.int32]: ...
    @property
    def texts(self) -> Texts: ...
    @property
    def extended(self) -> Texts: ...
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
    return _pool(candidates, candidates.groups, candidates.texts, GroupedTexts.of(references))


def bins_pool(candidates: Candidates, references: Sequence[Sequence[str]]) -> Pool:
    """Search-aware tuning's pool: a group for each search bin of each sentence, named `sentence.bin`.

    A candidate's text is its extension to a whole sentence, so that any metric scores its potential (Liu and Huang 2014,
    section 3.2).
    """
    sentences = np.repeat(np.arange(len(candidates.groups) - 1), np.diff(candidates.groups))
    places = np.column_stack([sentences, candidates.covered])
    starts = np.flatnonzero(np.any(np.diff(places, axis=0, prepend=-1), axis=1))
    offsets = np.append(starts, len(places))
    pool = _pool(
        candidates, offsets, candidates.extended, GroupedTexts.of(references[s] for s in sentences[starts])
    )
    return replace(pool, group_ids=tuple(f"{s}.{b}" for s, b in places[starts].tolist()))


def last_bins(pool: Pool) -> Pool:
    """Of a pool of search bins, those that hold whole translations: the last one of each sentence."""
    sentences = np.array([int(name.partition(".")[0]) for name in pool.group_ids])
    bins = np.array([int(name.partition(".")[2]) for name in pool.group_ids])
    order = np.lexsort((bins, sentences))
    last = np.append(np.diff(sentences[order]) > 0, True)
    return pool.take_groups(order[last])


def _pool(candidates: Candidates, offsets: NDArray[np.int64], texts: Texts, references: GroupedTexts) -> Pool:
    """The pool with sparse features sorted by name."""
    order = np.argsort(np.array(candidates.sparse_names, dtype=object), kind="stable")
    rank: NDArray[Any] = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    starts, features, values = candidates.sparse_rows
    rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    renamed = rank[features] if len(features) else features
    sorting = np.lexsort((renamed, rows))
    return Pool(
        offsets=offsets,
        dense=candidates.dense.astype(np.float64),
        dense_names=tuple(candidates.dense_names),
        sparse=SparseFeatures(starts, np.ascontiguousarray(renamed[sorting], np.int32), values[sorting]),
        sparse_names=tuple(candidates.sparse_names[i] for i in order),
        texts=texts,
        references=references,
    )
