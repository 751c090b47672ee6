"""A decoder's candidates as a pool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import SparseRows
from pitchpipe.errors import InputError
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.pool import Pool
from pitchpipe.text import GroupedTexts, Texts

SEARCH_AWARE = ("potential", "partial")
"""How the candidates of search bins are judged."""


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


class Decoder(Protocol):
    """What tuning needs of a decoder; `pitchpipe.decoder.Decoder` has it."""

    def translate(
        self, sentences: Sequence[str], *, weights: Mapping[str, float], size: int
    ) -> Candidates: ...
    def bins(
        self, sentences: Sequence[str], size: int, *, weights: Mapping[str, float], with_rest: bool
    ) -> Candidates: ...


@dataclass(frozen=True)
class DecodedLists:
    """The lists of a decoder, as `staged.TextDecoder` has them: of translations, or of search bins if it is told how
    they are judged."""

    decoder: Decoder
    search_aware: str | None = None

    def __call__(self, dev: DevSet, weights: Mapping[str, float], size: int) -> Pool:
        if self.search_aware is None:
            found = self.decoder.translate(dev.sentences, weights=weights, size=size)
            return decoded_pool(found, dev.references)
        bins = self.decoder.bins(dev.sentences, size, weights=weights, with_rest=True)
        return bins_pool(bins, dev.references, self.search_aware)


def decoded_pool(candidates: Candidates, references: Sequence[Sequence[str]]) -> Pool:
    """The pool of candidates, with the references of each sentence.

    A sentence without a candidate is an error: it could never be tuned on.
    """
    sizes = np.diff(candidates.groups)
    if not sizes.all():
        raise InputError(f"sentence {int(np.argmin(sizes)) + 1} has no translation")
    return _pool(candidates, candidates.groups, candidates.texts, GroupedTexts.of(references))


def bins_pool(
    candidates: Candidates, references: Sequence[Sequence[str]], search_aware: str = "potential"
) -> Pool:
    """Search-aware tuning's pool: a group for each search bin of each sentence.

    A group that covers 2 of the 8 words of sentence 3, counted from 0, has the id `3.2/8`. By `potential`, a candidate's
    text is its extension to a whole sentence, so that any metric scores it (Liu and Huang 2014, section 3.2); by
    `partial` it is what is translated so far, which `PartialBleu` scores. Either way candidates should have features
    `with_rest`: those that the decoder ranks its bins by.
    """
    sentences = np.repeat(np.arange(len(candidates.groups) - 1), np.diff(candidates.groups))
    places = np.column_stack([sentences, candidates.covered])
    starts = np.flatnonzero(np.any(np.diff(places, axis=0, prepend=-1), axis=1))
    offsets = np.append(starts, len(places))
    words = np.zeros(len(candidates.groups) - 1, np.int64)
    np.maximum.at(words, sentences, candidates.covered)
    texts = candidates.extended if search_aware == "potential" else candidates.texts
    pool = _pool(candidates, offsets, texts, GroupedTexts.of(references[s] for s in sentences[starts]))
    return replace(pool, group_ids=tuple(f"{s}.{b}/{words[s]}" for s, b in places[starts].tolist()))


def last_bins(pool: Pool) -> Pool:
    """Of a pool of search bins, those that hold whole translations: the last one of each sentence."""
    return pool.take_groups(np.flatnonzero(covered_shares(pool.group_ids) == 1))


def covered_shares(group_ids: Sequence[str]) -> NDArray[np.float64]:
    """The share of the source words that each search bin of a pool covers."""
    places = [name.partition(".")[2].partition("/") for name in group_ids]
    return np.array([int(covered) / int(words) for covered, _, words in places])


def _pool(candidates: Candidates, offsets: NDArray[np.int64], texts: Texts, references: GroupedTexts) -> Pool:
    """The pool with sparse features sorted by name."""
    order = np.argsort(np.array(candidates.sparse_names, dtype=object), kind="stable")
    rank: NDArray[Any] = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    starts, features, values = candidates.sparse_rows
    rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    renamed = rank[features] if len(features) else features
    sorting = np.argsort(rows * len(order) + renamed, kind="stable")
    return Pool(
        offsets=offsets,
        dense=candidates.dense.astype(np.float64),
        dense_names=tuple(candidates.dense_names),
        sparse=SparseRows(starts, np.ascontiguousarray(renamed[sorting], np.int32), values[sorting]),
        sparse_names=tuple(candidates.sparse_names[i] for i in order),
        texts=texts,
        references=references,
    )
