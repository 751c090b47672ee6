"""Candidate lists put into the order that weights give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from pitchpipe.arrays import Array, Numbers, offsets_of
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
    order = np.lexsort((-scores, pool.group_of))
    sizes = np.diff(pool.offsets)
    if most is not None:
        place = np.arange(len(pool)) - pool.offsets[pool.group_of]
        order, sizes = order[place < most], np.minimum(sizes, most)
    best = replace(
        pool,
        offsets=offsets_of(sizes),
        dense=pool.dense[order],
        sparse=pool.sparse.take(order),
        texts=pool.texts.take(order),
        gold=None if pool.gold is None else pool.gold[order],
    )
    return best, order
