"""A part of the lists held out of tuning, to see whether weights hold on sentences they were not made for."""

from __future__ import annotations

import numpy as np

from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool


def split(pool: Pool, fraction: float, seed: int = 1) -> tuple[Pool, Pool]:
    """The lists to tune on and a random part held out; both keep the order and all features."""
    if not 0 < fraction < 1:
        raise InputError(f"the part to hold out must be above 0 and below 1, not {fraction:g}")
    count = round(fraction * pool.group_count)
    if not 0 < count < pool.group_count:
        raise InputError(
            f"holding out {fraction:g} of {pool.group_count} lists leaves none on one side; "
            "give another part or more lists"
        )
    shuffled = np.random.default_rng(seed).permutation(pool.group_count)
    return pool.take_groups(np.sort(shuffled[count:])), pool.take_groups(np.sort(shuffled[:count]))
