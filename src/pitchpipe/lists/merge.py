"""Pools put together: features united by name, groups by id, duplicates left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import BLOCK, Array, Numbers, SparseRows, offsets_of
from pitchpipe.errors import InputError
from pitchpipe.files.scratch import Scratch
from pitchpipe.lists.pool import Pool
from pitchpipe.text import GroupedTexts, Texts

Fact = TypeVar("Fact")

_ENTRIES = 1 << 20
"""Sparse entries at once."""
DENSE_FROM = 10
"""A feature that at least one candidate in this many has is dense; its name plays no part."""


def merge(pools: Iterable[Pool]) -> Pool:
    """The lists of several iterations as one: groups united by id, duplicates left out.

    Two candidates of a group are duplicates if text and features are the same; the first one stays.
    References, sources and group weights that several pools give for a group must be the same.
    """
    return merge_with_places(list(pools))[0]


def merge_with_places(pools: list[Pool]) -> tuple[Pool, Numbers]:
    """The merged pool, and where each candidate is in it; candidates are counted through all pools in order.

    The list is emptied on the way: pools that are nowhere else are not in memory beside two that are made of them.
    """
    united, order = _united(pools)
    pools.clear()
    merged, kept = distinct(complete(united))
    places = np.empty(len(united), np.int64)
    places[order] = kept
    return merged, places


def unite(pools: Sequence[Pool]) -> Pool:
    """All candidates of the pools, group by group; those of earlier pools come first.

    Groups whose ids are numbers come first, in rising order, then the others as they first appear. Dense
    features keep the order of their first appearance, sparse ones are sorted by name. References may be
    missing for some groups; see `complete`.
    """
    if len(pools) == 1 and _is_united(pools[0]):
        return pools[0]
    return _united(pools)[0]


def _is_united(pool: Pool) -> bool:
    """Whether a pool united with no other is what it is already."""
    features = _Features.of([pool])
    names = features.dense_names == pool.dense_names and features.sparse_names == pool.sparse_names
    return names and tuple(ordered_ids(pool.group_ids)) == pool.group_ids and pool.sparse.rises


def _united(pools: Sequence[Pool]) -> tuple[Pool, Numbers]:
    """The pool of all candidates, and which candidate, counted through all pools, is in each of its rows."""
    if not pools:
        raise InputError("there are no pools to merge")
    ids = ordered_ids(name for pool in pools for name in pool.group_ids)
    place = {name: index for index, name in enumerate(ids)}
    groups = np.concatenate([np.array([place[n] for n in p.group_ids], np.int64)[p.group_of] for p in pools])
    order = np.argsort(groups, kind="stable")
    features = _Features.of(pools)
    texts = Texts.joined([pool.texts for pool in pools])
    if not (order[1:] > order[:-1]).all():
        texts = texts.take(order, Scratch.roomy())
    # After the texts, which are there twice for a moment.
    dense, sparse = features.arranged(pools, order)
    weights, sources, references = _about_groups(pools, ids)
    united = Pool(
        offsets=offsets_of(np.bincount(groups, minlength=len(ids))),
        dense=dense,
        dense_names=features.dense_names,
        sparse=sparse,
        sparse_names=features.sparse_names,
        texts=texts,
        references=references,
        gold=_gold(pools, order),
        group_ids=tuple(ids),
        group_weights=weights,
        sources=sources,
    )
    return united, order


def complete(pool: Pool) -> Pool:
    """The pool, if all of its groups have references or none has."""
    if pool.references is not None:
        missing = np.flatnonzero(np.diff(pool.references.groups) == 0)
        if len(missing):
            raise InputError(
                f"found no references for sentence {pool.group_ids[missing[0]]}, "
                "expected them for every sentence or for none"
            )
    return pool


def without_duplicates(pool: Pool) -> Pool:
    """The pool with only the first of the candidates of a group that have the same text and features.

    Their gold scores must be the same too.
    """
    return distinct(pool)[0]


def distinct(pool: Pool) -> tuple[Pool, Numbers]:
    """The pool without duplicates, and where each candidate of the whole one is in it."""
    first = _first_of_equals(pool)
    if all(
        np.array_equal(first[begin : begin + BLOCK], np.arange(begin, min(begin + BLOCK, len(pool))))
        for begin in range(0, len(pool), BLOCK)
    ):
        return pool, first
    kept = np.flatnonzero(first == np.arange(len(pool)))
    rank = np.empty(len(pool), np.int64)
    rank[kept] = np.arange(len(kept))
    return pool.take_rows(kept), rank[first]


def _first_of_equals(pool: Pool) -> Numbers:
    """For each candidate, the first one of its group with the same text and features."""
    sparse = pool.sparse
    first: Numbers = _native.first_of_equals(
        pool.candidates.arrays, pool.dense, sparse.starts, sparse.features, sparse.values
    )
    if pool.gold is not None and (differ := np.flatnonzero(pool.gold != pool.gold[first])).size:
        row = int(differ[0])
        raise InputError(
            f"found two gold scores for the same candidate {pool.texts[row][:60]!r} of sentence "
            f"{pool.group_ids[int(pool.group_of[row])]}, expected one, such as their mean"
        )
    return first


def ordered_ids(ids: Iterable[str]) -> list[str]:
    """Distinct ids: numbers in rising order, then the others as they first appear."""
    return sorted(dict.fromkeys(ids), key=lambda name: (0, int(name)) if is_number(name) else (1, 0))


def is_number(name: str) -> bool:
    """Whether a group's id is a whole number (as it would be printed), and so the number of a line."""
    return name.isascii() and name.isdigit() and len(name) < 19 and str(int(name)) == name


@dataclass(frozen=True)
class _Features:
    """The features of several pools under one numbering."""

    dense_names: tuple[str, ...]
    sparse_names: tuple[str, ...]
    numbers: dict[str, int]
    """A number for every name, in the order of first appearance."""
    column: NDArray[np.int64]
    """By number: the column of a dense feature, -1 for others."""
    rank: NDArray[np.int64]
    """By number: the place of a sparse feature among the sparse ones."""

    @classmethod
    def of(cls, pools: Sequence[Pool]) -> _Features:
        names = list(dict.fromkeys(name for pool in pools for name in pool.feature_names))
        numbers = {name: number for number, name in enumerate(names)}
        counts = np.zeros(len(names), np.int64)
        for pool in pools:
            counts[[numbers[name] for name in pool.dense_names]] += len(pool)
            sparse = [numbers[name] for name in pool.sparse_names]
            for begin in range(0, len(pool.sparse.features), _ENTRIES):
                entries = pool.sparse.features[begin : begin + _ENTRIES]
                counts[sparse] += np.bincount(entries, minlength=len(sparse))
        is_dense = (counts > 0) & (counts * DENSE_FROM >= sum(map(len, pools)))
        dense = np.flatnonzero(is_dense)
        sparse = sorted(np.flatnonzero(~is_dense).tolist(), key=names.__getitem__)
        column, rank = np.full(len(names), -1), np.full(len(names), -1)
        column[dense], rank[sparse] = np.arange(len(dense)), np.arange(len(sparse))
        return cls(tuple(names[n] for n in dense), tuple(names[n] for n in sparse), numbers, column, rank)

    def arranged(self, pools: Sequence[Pool], order: Numbers) -> tuple[Array, SparseRows]:
        """The features of all candidates, candidate `order[i]` in row i."""
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        dense: Array = Scratch.roomy().array((len(order), len(self.dense_names)), np.float64)
        entries: list[_Entries] = []
        ends = np.cumsum([len(pool) for pool in pools])
        for pool, rows in zip(pools, np.split(place, ends[:-1]), strict=True):
            columns, ranks = self._lookup(pool.dense_names)
            stays = columns >= 0
            if np.array_equal(columns, np.arange(dense.shape[1])):
                dense[rows] = pool.dense
            else:
                dense[np.ix_(rows, columns[stays])] = pool.dense[:, stays]
            for index in np.flatnonzero(~stays):
                filled = np.flatnonzero(pool.dense[:, index])
                rank = np.full(len(filled), ranks[index], np.int32)
                entries.append((rows[filled], rank, pool.dense[filled, index]))
            columns, ranks = self._lookup(pool.sparse_names)
            entries += _moved(pool.sparse, rows, columns, ranks.astype(np.int32), dense)
        return dense, _sparse(entries, (len(order), len(self.sparse_names)))

    def _lookup(self, names: Sequence[str]) -> tuple[Numbers, Numbers]:
        numbers = np.array([self.numbers[name] for name in names], np.int64)
        return self.column[numbers], self.rank[numbers]


_Entries = tuple[Numbers, NDArray[np.int32], Array]
"""Rows, sparse features and values."""


def _moved(
    sparse: SparseRows, rows: Numbers, columns: Numbers, ranks: NDArray[np.int32], dense: Array
) -> Iterator[_Entries]:
    """Puts the entries of features that have a column into the dense features; the others, by their ranks."""
    for begin in range(0, len(sparse), BLOCK):
        starts = sparse.starts[begin : begin + BLOCK + 1]
        features, values = sparse.features[starts[0] : starts[-1]], sparse.values[starts[0] : starts[-1]]
        of_row = np.repeat(rows[begin : begin + BLOCK], np.diff(starts))
        column = columns[features]
        moves = column >= 0
        if moves.all():
            dense.reshape(-1)[of_row * dense.shape[1] + column] = values
            continue
        dense[of_row[moves], column[moves]] = values[moves]
        yield of_row[~moves], ranks[features[~moves]], values[~moves]


def _sparse(entries: list[_Entries], shape: tuple[int, int]) -> SparseRows:
    if not entries:
        return SparseRows.none(shape[0])
    rows, features, values = (np.concatenate(column) for column in zip(*entries, strict=True))
    entries.clear()
    starts = offsets_of(np.bincount(rows, minlength=shape[0]))
    order = np.argsort(rows * shape[1] + features, kind="stable")  # pools are sorted, so runs are long
    return SparseRows(starts, features[order], values[order])


def _gold(pools: Sequence[Pool], order: Numbers) -> Array | None:
    gold = [pool.gold for pool in pools if pool.gold is not None]
    if not gold:
        return None
    if len(gold) < len(pools):
        raise InputError(
            "found gold scores in some lists only, expected them for every candidate or for none"
        )
    joined: Array = np.concatenate(gold)[order]
    return joined


def _about_groups(
    pools: Sequence[Pool], ids: Sequence[str]
) -> tuple[Array, tuple[str, ...] | None, GroupedTexts | None]:
    """The weight of each group, its source and its references."""
    first = pools[0]
    # The lists of an iteration say what those before it said.
    if first.group_ids == tuple(ids) and all(_same_groups(first, other) for other in pools[1:]):
        return first.group_weights, first.sources, first.references
    weights = _facts(pools, "weight", lambda pool: pool.group_weights.tolist())
    sources = _facts(pools, "source", lambda pool: pool.sources or ())
    references = _facts(pools, "set of references", _reference_lists)
    return (
        np.array([weights[name] for name in ids]),
        tuple(sources[name] for name in ids) if len(sources) == len(ids) else None,
        GroupedTexts.of(references.get(name, ()) for name in ids) if references else None,
    )


def _same_groups(one: Pool, other: Pool) -> bool:
    """Whether two pools say the same of the same groups."""
    if one.group_ids != other.group_ids or one.sources != other.sources:
        return False
    if one.references is None or other.references is None:
        agree = one.references is other.references
    else:
        mine, others = one.references.arrays, other.references.arrays
        agree = all(np.array_equal(mine[part], others[part]) for part in range(len(mine)))
    return agree and np.array_equal(one.group_weights, other.group_weights)


def _reference_lists(pool: Pool) -> Iterable[list[str]]:
    references = pool.references
    return [] if references is None else [references.group(index) for index in range(len(references))]


def _facts(pools: Sequence[Pool], what: str, of: Callable[[Pool], Iterable[Fact]]) -> dict[str, Fact]:
    """What the pools say of each group, by id; those that say something (else than []) must agree."""
    known: dict[str, Fact] = {}
    for pool in pools:
        for name, fact in zip(pool.group_ids, of(pool), strict=False):
            if fact != [] and known.setdefault(name, fact) != fact:
                raise InputError(
                    f"found a different {what} of sentence {name} in two lists, expected the same"
                )
    return known
