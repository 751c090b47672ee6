"""Minimum Bayes risk with fewer comparisons: candidates that are likely worse than the best are dropped on the way."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pitchpipe.arrays import Array, Numbers

FIRST = 8
"""Texts that all candidates are compared with; then twice as many at a time."""
RESAMPLES = 500


def confident_utilities(
    utility: Callable[[Numbers, Numbers], Array],
    count: int,
    shares: Array,
    confidence: float,
    rng: np.random.Generator,
) -> Array:
    """Expected utilities of candidates, of those that are dropped as far as they were known, below those that stay.

    Candidates are compared with more and more texts, in random order. After each step, texts are drawn anew from those
    seen; a candidate that is as good as the best one in too few of these draws is dropped.

    Parameters
    ----------
    utility
        The scores of some candidates, in rows, against some texts, in columns.
    shares
        The probability of each text.
    confidence
        A candidate stays if its share of draws is at least one minus this.

    References
    ----------
    Cheng and Vlachos, 2023, Faster minimum Bayes risk decoding with confidence-based pruning (algorithm 1).
    """
    order = rng.permutation(len(shares))
    alive, means = np.arange(count), np.zeros(count)
    known = np.zeros((count, 0))
    seen = 0
    while seen < len(order) and len(alive) > 1:
        columns = order[seen : max(2 * seen, FIRST)]
        known = np.concatenate([known, utility(alive, columns)], axis=1)
        seen += len(columns)
        weights = shares[order[:seen]] / shares[order[:seen]].sum()
        means[alive] = known @ weights
        draws = rng.multinomial(seen, weights, RESAMPLES) / seen
        resampled = known @ draws.T
        best = int(np.argmax(means[alive]))
        stays = (resampled >= resampled[best]).mean(axis=1) >= 1 - confidence
        stays[best] = True
        alive, known = alive[stays], known[stays]
    dropped = np.setdiff1d(np.arange(count), alive)
    means[dropped] = np.minimum(means[dropped], np.nextafter(means[alive].min(), -np.inf))
    return means
