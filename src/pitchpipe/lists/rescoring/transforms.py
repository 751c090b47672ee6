"""Features made of a feature that the lists have: its logarithm, its place within the list, and so on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rescoring.feature import ListFeature
from pitchpipe.settings import setting


@dataclass(frozen=True)
class Transform(ListFeature):
    """Base of features that are made of another one; a new one defines `name` and `of`."""

    positional: ClassVar[str] = "feature"

    feature: str = setting("", "the feature of the lists to compute it from")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.feature:
            raise InputError(f"{self.name}: found no feature, expected one, as in {self.name}(logprob)")

    @property
    def title(self) -> str:
        return f"{self.name}_{self.feature}"

    @abstractmethod
    def of(self, values: Array, pool: Pool) -> Array:
        """The new values of all candidates."""

    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        return {"": self.of(values_of(pool, self.feature), pool)}


@dataclass(frozen=True)
class Log(Transform):
    """The natural logarithm of a feature, such as a probability."""

    name: ClassVar[str] = "log"

    floor: float = setting(
        0.0, "raise smaller values to this; 0 refuses values that are not above 0", minimum=0
    )

    def of(self, values: Array, pool: Pool) -> Array:
        raised = np.maximum(values, self.floor) if self.floor else values
        bad = np.flatnonzero(raised <= 0)
        if len(bad):
            group = pool.group_of[bad[0]]
            raise InputError(
                f"{self.spec}: found {raised[bad[0]]:g} for candidate {bad[0] - pool.offsets[group]} of sentence "
                f"{pool.group_ids[group]}, expected numbers above 0, or a floor as in {self.name}({self.feature}, floor=1e-6)"
            )
        return np.log(raised)


@dataclass(frozen=True)
class Rank(Transform):
    """The share of the other candidates of the list whose feature is lower; equal ones count half. The highest has 1.

    In a list of one candidate, it is 0.5.
    """

    name: ClassVar[str] = "rank"

    def of(self, values: Array, pool: Pool) -> Array:
        found = np.full(len(values), 0.5)
        for begin, end in pairwise(pool.offsets.tolist()):
            if end - begin > 1:
                own = values[begin:end]
                ordered = np.sort(own)
                below = np.searchsorted(ordered, own, "left")
                equal = np.searchsorted(ordered, own, "right") - below - 1
                found[begin:end] = (below + equal / 2) / (end - begin - 1)
        return found


@dataclass(frozen=True)
class ZScore(Transform):
    """How many standard deviations a feature lies above its mean in the list; 0 if it is the same for all candidates.

    This makes lists of hard sentences, whose scores differ little, count as much as others.
    """

    name: ClassVar[str] = "zscore"

    def of(self, values: Array, pool: Pool) -> Array:
        sizes, starts = np.diff(pool.offsets), pool.offsets[:-1]
        centred = values - np.repeat(np.add.reduceat(values, starts) / sizes, sizes)
        deviations = np.repeat(np.sqrt(np.add.reduceat(centred**2, starts) / sizes), sizes)
        # What rounding leaves of a constant feature is no deviation.
        varies = deviations > 1e-12 * np.abs(values)
        scores: Array = np.divide(centred, deviations, out=np.zeros(len(values)), where=varies)
        return scores


@dataclass(frozen=True)
class PerLength(Transform):
    """A feature over a power of the number of words: `per_length(logprob, exponent=0.6)` is the length penalty of neural decoders.

    References
    ----------
    Wu et al., 2016, Google's neural machine translation system (section 7, without the constant 5).
    """

    name: ClassVar[str] = "per_length"

    exponent: float = setting(1.0, "power of the length", minimum=0)

    def of(self, values: Array, pool: Pool) -> Array:
        words = np.maximum([len(text.split()) for text in pool.texts], 1).astype(np.float64)
        divided: Array = values / words**self.exponent
        return divided


def values_of(pool: Pool, name: str) -> Array:
    """The values of a feature, dense or sparse."""
    if name in pool.dense_names:
        return pool.dense[:, pool.dense_names.index(name)]
    if name not in pool.sparse_names:
        raise unknown_name("feature", name, pool.feature_names)
    only = np.zeros(len(pool.sparse_names))
    only[pool.sparse_names.index(name)] = 1.0
    return pool.sparse.dot(only)
