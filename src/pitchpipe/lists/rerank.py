"""Candidate lists put into the order that weights give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from pitchpipe.arrays import Array, Numbers, blocks_of_groups, offsets_of
from pitchpipe.lists.pool import Pool


def rerank(pool: Pool, weights: Mapping[str, float]) -> list[str]:
    """The best candidate of each list under the weights; of equals, the first."""
    return list(pool.texts.take(pool.winners(pool.vector(weights))))


def reordered(pool: Pool, weights: Mapping[str, float], most: int | None = None) -> Pool:
    """The pool with the candidates of each list from best to worst; equals keep their order.

    With `most`, only so many of each list stay.
    """
    return best_rows(pool, pool.scores(pool.vector(weights)), most)[0]


def best_rows(pool: Pool, scores: Array, most: int | None = None) -> tuple[Pool, Numbers]:
    """The pool with the candidates of each list from the highest score to the lowest, and where they were."""
    sizes = np.diff(pool.offsets)
    parts = [_best_of(scores, offsets, most) for offsets in blocks_of_groups(pool.offsets)]
    order = np.concatenate(parts) if parts else np.zeros(0, np.int64)
    best = replace(
        pool,
        offsets=offsets_of(sizes if most is None else np.minimum(sizes, most)),
        dense=pool.scratch.rows(pool.dense, order),
        sparse=pool.sparse.take(order),
        texts=pool.texts.take(order, pool.scratch),
        gold=None if pool.gold is None else pool.gold[order],
    )
    return best, order


def _best_of(scores: Array, offsets: Numbers, most: int | None) -> Numbers:
    """The candidates of some groups from the highest score to the lowest, at most so many of each."""
    sizes = np.diff(offsets)
    groups = np.repeat(np.arange(len(sizes)), sizes)
    order: Numbers = np.lexsort((-scores[offsets[0] : offsets[-1]], groups)) + offsets[0]
    if most is not None:
        order = order[np.arange(offsets[0], offsets[-1]) - offsets[groups] < most]
    return order
