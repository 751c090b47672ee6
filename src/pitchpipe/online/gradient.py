"""What a mini-batch teaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pitchpipe.arrays import Array, Numbers


@dataclass(frozen=True)
class Gradient:
    """The gradient of the loss of a mini-batch, where it is not 0."""

    features: Numbers
    """No feature is there twice."""
    values: Array
    examples: int
    """What it was summed over: pairs of candidates, or violations."""
    fired: Sequence[tuple[int, Numbers]] = field(default_factory=list)
    """Sentences, each with the features that tell its candidates apart."""

    def merged(self) -> Gradient:
        """The same with each feature once, where several share a bucket."""
        features, places = np.unique(self.features, return_inverse=True)
        values: Array = np.bincount(places.ravel(), self.values, len(features)).astype(np.float64)
        fired = [(sentence, np.unique(numbers)) for sentence, numbers in self.fired]
        return Gradient(features, values, self.examples, fired)
