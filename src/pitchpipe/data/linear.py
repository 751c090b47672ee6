"""The synthetic pool of Hopkins and May (2011), section 3: the gold score is itself linear."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import SparseRows
from pitchpipe.errors import InputError
from pitchpipe.lists import Pool
from pitchpipe.text import Texts

HIGHEST = 500.0
"""Features are uniform between 0 and this."""


def linear_pool(
    sentences: int = 500, candidates: int = 100, features: int = 10, noise: float = 0.0, seed: int = 1
) -> tuple[Pool, NDArray[np.float64]]:
    """A pool whose gold scores are a linear function of its features, and the gold weights.

    Gaussian noise of the given standard deviation is added to the features after scoring (section 4.2 uses 500).
    The paper does not say how its gold weights were drawn; these are Gaussian, scaled to length 1. Tune with the
    metric `gold`.
    """
    for name, value in (("sentences", sentences), ("candidates", candidates), ("features", features)):
        if value < 1:
            raise InputError(f"{name} must be at least 1, not {value}")
    if not 0 <= noise < np.inf:
        raise InputError(f"noise must be a standard deviation, not {noise}")
    rng = np.random.default_rng(seed)
    weights = rng.standard_normal(features)
    weights /= np.linalg.norm(weights)
    clean = rng.uniform(0, HIGHEST, (sentences * candidates, features))
    gold = clean @ weights
    dense = clean + rng.normal(0, noise, clean.shape) if noise else clean
    pool = Pool(
        np.arange(0, sentences * candidates + 1, candidates),
        dense,
        tuple(f"f{index}" for index in range(features)),
        SparseRows.none(len(dense)),
        (),
        Texts.of(f"s{row // candidates}c{row % candidates}" for row in range(len(dense))),
        gold=gold,
    )
    return pool, weights
