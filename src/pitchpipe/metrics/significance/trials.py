"""Many random trials, a block at a time: the same ones whatever the number of threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError

CELLS = 1 << 20
"""Random numbers drawn at once; a block's arrays then fit into a few megabytes."""


def run_trials(
    block: Callable[[int, np.random.Generator], Array], trials: int, draws: int, seed: int, threads: int = 1
) -> Array:
    """What `block(count, rng)` finds in `trials` trials, put together along the last axis.

    `draws` is how many random numbers a trial takes. Each block has a generator of its own.
    """
    if trials < 1:
        raise InputError(f"found {trials} trials, expected at least 1")
    size = max(1, CELLS // max(1, draws))
    counts = [min(size, trials - start) for start in range(0, trials, size)]

    def run(index: int) -> Array:
        return block(counts[index], np.random.default_rng([seed, index]))

    with ThreadPoolExecutor(max_workers=threads) as pool:
        return np.concatenate(list(pool.map(run, range(len(counts)))), axis=-1)


def weighted_sums(times: Array, rows: Array) -> Array:
    """For each row of `times`, the sum of the rows that are counted so many times.

    Not a matrix product: that would start threads of its own, and add in an order that depends on the machine.
    """
    sums: Array = np.einsum("tr,wr->tw", times, np.ascontiguousarray(rows.T))
    return sums
