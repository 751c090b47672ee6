"""Weights as online learning has them: of all dense features, and of the sparse ones that are not 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, Numbers
from pitchpipe.weights.named import Weights
from pitchpipe.weights.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False)
class NumberedWeights(Mapping[str, float]):
    """Weights at one moment; later updates do not change them. Names are looked up only if they are asked for."""

    vocabulary: Vocabulary
    dense: Array
    sparse: Numbers
    """The features that are not 0; the numbers rise."""
    sparse_values: Array
    """Their weights."""

    def of(self, features: Numbers) -> Array:
        """The weights of these features."""
        count = len(self.dense)
        found = np.zeros(len(features))
        is_dense = features < count
        found[is_dense] = self.dense[features[is_dense]]
        if len(self.sparse):
            places = np.minimum(np.searchsorted(self.sparse, features), len(self.sparse) - 1)
            known = self.sparse[places] == features
            found[known] = self.sparse_values[places[known]]
        return found

    @property
    def hashes(self) -> NDArray[np.uint64]:
        """The hash of the name of each sparse feature that is not 0, or its bucket, as the native decoder takes it."""
        return self.vocabulary.hashes_of(self.sparse)

    @cached_property
    def named(self) -> Weights:
        """The weights by name."""
        dense = zip(self.vocabulary.dense, self.dense.tolist(), strict=True)
        names = [self.vocabulary.name(number) for number in self.sparse.tolist()]
        return Weights([*dense, *zip(names, self.sparse_values.tolist(), strict=True)])

    def __getitem__(self, name: str) -> float:
        return self.named[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.named)

    def __len__(self) -> int:
        return len(self.dense) + len(self.sparse)
