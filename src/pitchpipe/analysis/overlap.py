"""Which features two tuning sets share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from pitchpipe.lists import Pool


@dataclass(frozen=True)
class Overlap:
    """Sizes of two sets of features and of their intersection (Green et al. 2013, table 6)."""

    one: int
    other: int
    shared: int

    @property
    def share(self) -> float:
        """The part of the first set that the second one has too."""
        return self.shared / self.one if self.one else 0.0


def overlap(one: AbstractSet[str], other: AbstractSet[str]) -> Overlap:
    """How many features two sets have, and how many they share.

    References
    ----------
    Green, Wang, Cer and Manning, 2013, Fast and adaptive online training of feature-rich translation models.
    """
    return Overlap(len(one), len(other), len(one & other))


def mean_overlap(pairs: Iterable[tuple[AbstractSet[str], AbstractSet[str]]]) -> Overlap:
    """The overlap of two tunings that have run several times, as the means over pairs of runs, rounded."""
    found = [overlap(one, other) for one, other in pairs]
    means = (fmean(getattr(each, part) for each in found) for part in ("one", "other", "shared"))
    return Overlap(*map(round, means))


def weighted_features(weights: Mapping[str, float]) -> set[str]:
    """The features whose weight is not 0."""
    return {name for name, value in weights.items() if value}


def active_features(pool: Pool) -> set[str]:
    """The features that are not 0 in some candidate."""
    dense = {name for name, column in zip(pool.dense_names, pool.dense.T, strict=True) if column.any()}
    sparse = np.unique(pool.sparse.features[pool.sparse.values != 0])
    return dense | {pool.sparse_names[feature] for feature in sparse.tolist()}
