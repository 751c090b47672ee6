"""Approximate randomisation: could the two systems' outputs as well have been dealt the other way?"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.significance.system import System
from pitchpipe.metrics.significance.trials import run_trials, weighted_sums

ROUNDING = 1e-9
"""Differences nearer than this are equal: sums of fractions depend on their order."""

MOST_DEALS = 20_000
"""Up to so many ways to deal a sentence's outputs, a table of all of them is faster than shuffling."""


def approximate_randomisation(
    one: System, other: System, metric: Metric, *, trials: int = 10_000, seed: int = 1, threads: int = 1
) -> float:
    """The two-sided p-value of the difference between two systems, by approximate randomisation.

    If the systems do not differ, each sentence's outputs might as well change places. A trial deals all outputs of each
    sentence to the two systems at random, as many to each as it has replicas; the p-value is the share of trials whose
    systems differ at least as much as the real ones, the real deal counted as one of them. With one replica each this is
    Riezler and Maxwell's test; with several, it is stratified as in MultEval, and accounts for the optimizer's chance.
    The statistic is the score of all replicas' rows together. Deals that differ just as much as the real one count; sacreBLEU
    leaves them out, and error rates of few sentences have many of them.

    References
    ----------
    Riezler and Maxwell, 2005, On some pitfalls in automatic evaluation and significance testing for MT.

    Clark, Dyer, Lavie and Smith, 2011, Better hypothesis testing for statistical machine translation: controlling for
    optimizer instability.
    """
    outputs = np.concatenate([one.rows, other.rows]).swapaxes(0, 1)
    sentences, replicas, width = outputs.shape
    flat = outputs.reshape(-1, width)
    total = flat.sum(axis=0)
    real = one.rows.sum(axis=(0, 1))
    deals = _deals(replicas, one.replicas)

    def difference(sums: Array) -> Array:
        return np.abs(metric.score(sums) - metric.score(total - sums))

    def block(count: int, rng: np.random.Generator) -> Array:
        return difference(weighted_sums(deals(rng, count * sentences).reshape(count, -1), flat))

    found = run_trials(block, trials, sentences * replicas, seed, threads)
    as_large = np.count_nonzero(found >= difference(real) - ROUNDING)
    return float(as_large + 1) / (trials + 1)


def _deals(replicas: int, taken: int) -> Callable[[np.random.Generator, int], Array]:
    """What draws random rows of `replicas` numbers, of which `taken` are 1 and the others 0."""
    if comb(replicas, taken) > MOST_DEALS:
        mine = (np.arange(replicas) < taken).astype(np.float64)
        return lambda rng, count: rng.permuted(np.broadcast_to(mine, (count, replicas)), axis=1)
    chosen = np.array(list(combinations(range(replicas), taken)))
    table = np.zeros((len(chosen), replicas))
    table[np.arange(len(chosen))[:, None], chosen] = 1
    return lambda rng, count: table[rng.integers(0, len(table), count, np.int32)]
