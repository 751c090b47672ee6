"""Weights as they are handed to a decoder: of all dense features, and of the sparse ones that are not 0."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.weights.vocabulary import Vocabulary


@dataclass(frozen=True)
class NumberedWeights:
    """Weights at one moment; later updates do not change them."""

    vocabulary: Vocabulary
    dense: Array
    sparse: Numbers
    """The features that are not 0; the numbers rise."""
    values: Array
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
            found[known] = self.values[places[known]]
        return found

    def named(self) -> dict[str, float]:
        """The weights by name."""
        dense = dict(zip(self.vocabulary.dense, self.dense.tolist(), strict=True))
        names = [self.vocabulary.names[number] for number in self.sparse.tolist()]
        return dense | dict(zip(names, self.values.tolist(), strict=True))
