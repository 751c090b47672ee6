"""A decoder's candidates as a pool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, Numbers, SparseRows
from pitchpipe.decoder import Candidates, Decoder
from pitchpipe.errors import InputError
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.pool import Pool
from pitchpipe.text import GroupedTexts, Texts

LIU = "liu-"
"""What is said before `potential` and `partial` where candidates have the features of what is translated only (Liu and
Huang 2014, section 4)."""
SEARCH_AWARE = ("potential", "partial", f"{LIU}potential", f"{LIU}partial")
"""How the candidates of search bins are judged: by what they can become, or by what they are."""


def judges_partial(search_aware: str) -> bool:
    """Whether the candidates of search bins are judged by what they are."""
    return search_aware.removeprefix(LIU) == "partial"


def decoded(
    decoder: Decoder,
    text: DevSet,
    weights: Mapping[str, float],
    *,
    nbest: int,
    search_aware: str = "none",
    threads: int | None = None,
) -> Pool:
    """A decoder's lists of a text: of translations, or of search bins if it is told how they are judged."""
    if search_aware == "none":
        found = decoder.translate(text.sentences, weights=weights, nbest=nbest, threads=threads)
        return decoded_pool(found, text.references, text.sentences)
    rest = not search_aware.startswith(LIU)
    bins = decoder.bins(text.sentences, weights=weights, nbest=nbest, with_rest=rest, threads=threads)
    return bins_pool(bins, text.references, search_aware, text.sentences)


def decoded_pool(
    candidates: Candidates, references: Sequence[Sequence[str]], sources: Sequence[str] | None = None
) -> Pool:
    """The pool of candidates, with the references of each sentence and its source.

    A sentence without a candidate is an error: it could never be tuned on.
    """
    sizes = np.diff(candidates.groups)
    if not sizes.all():
        raise InputError(f"sentence {int(np.argmin(sizes)) + 1} has no translation")
    pool = _pool(candidates, candidates.groups, candidates.texts, references)
    return pool if sources is None else replace(pool, sources=tuple(sources))


def bins_pool(
    candidates: Candidates,
    references: Sequence[Sequence[str]],
    search_aware: str = "potential",
    sources: Sequence[str] | None = None,
) -> Pool:
    """Search-aware tuning's pool: a group for each search bin of each sentence.

    A group that covers 2 of the 8 words of sentence 3, counted from 0, has the id `3.2/8`, or `3.2@5/8` if others cover as
    many: `Candidates.places` has the 5. By `potential`, a candidate's
    text is its extension to a whole sentence, so that any metric scores it (Liu and Huang 2014, section 3.2); by
    `partial` it is what is translated so far, which `PartialBleu` scores. Candidates should have features
    `with_rest`, those that the decoder ranks its bins by, but for `liu-potential` and `liu-partial`.
    """
    assert candidates.covered is not None
    assert candidates.extended is not None
    sentences = np.repeat(np.arange(len(candidates)), np.diff(candidates.groups))
    places = np.column_stack([sentences, candidates.covered])
    if candidates.places is not None:
        places = np.column_stack([places, candidates.places])
    starts = np.flatnonzero(np.any(np.diff(places, axis=0, prepend=-1), axis=1))
    offsets = np.append(starts, len(places))
    words = np.zeros(len(candidates), np.int64)
    np.maximum.at(words, sentences, candidates.covered)
    texts = candidates.texts if judges_partial(search_aware) else candidates.extended
    pool = _pool(candidates, offsets, texts, [references[s] for s in sentences[starts]])
    seen = None if sources is None else tuple(sources[s] for s in sentences[starts].tolist())
    ids = tuple(
        f"{s}.{covered}{'@' if any(at) else ''}{''.join(map(str, filter(None, at)))}/{words[s]}"
        for s, covered, *at in places[starts].tolist()
    )
    return replace(pool, group_ids=ids, sources=seen)


def last_bins(pool: Pool) -> Pool:
    """Of a pool of search bins, those that hold whole translations: the last one of each sentence."""
    return pool.take_groups(np.flatnonzero(covered_shares(pool.group_ids) == 1))


def covered_shares(group_ids: Sequence[str]) -> Array:
    """The share of the source words that each search bin of a pool covers."""
    places = [name.partition(".")[2].partition("/") for name in group_ids]
    return np.array([int(covered.partition("@")[0]) / int(words) for covered, _, words in places])


def _pool(
    candidates: Candidates, offsets: Numbers, texts: Texts, references: Sequence[Sequence[str]]
) -> Pool:
    """The pool with sparse features sorted by name."""
    order = np.argsort(np.array(candidates.sparse_names, dtype=object), kind="stable")
    rank: NDArray[np.int32] = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    starts, features, values = candidates.sparse.starts, candidates.sparse.features, candidates.sparse.values
    rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    renamed = rank[features] if len(features) else features
    sorting = np.argsort(rows * len(order) + renamed, kind="stable")
    return Pool(
        offsets=offsets,
        dense=candidates.dense.astype(np.float64, copy=False),
        dense_names=candidates.dense_names,
        sparse=SparseRows(starts, np.ascontiguousarray(renamed[sorting], np.int32), values[sorting]),
        sparse_names=tuple(candidates.sparse_names[i] for i in order),
        texts=texts,
        references=GroupedTexts.of(references) if any(references) else None,
        gold=candidates.gold,
    )
