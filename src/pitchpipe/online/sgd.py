"""Stochastic gradient descent with one learning rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.online.pair_method import PairMethod
from pitchpipe.settings import setting


@dataclass(frozen=True)
class Sgd(PairMethod):
    """Online learning with one rate for all features: the baseline for `adagrad`.

    One rate hardly ever suits both dense features of many sizes and rare sparse ones: `dense_rate` gives the dense
    ones another rate.

    References
    ----------
    Green, Wang, Cer and Manning, 2013, Fast and adaptive online training of feature-rich translation models.

    Bottou and Bousquet, 2011, The tradeoffs of large scale learning.
    """

    name: ClassVar[str] = "sgd"

    rate: float = setting(0.001, "the learning rate (η)", minimum=1e-12)

    def rates(self, squares: Array) -> Array:
        """Equation (1)."""
        return np.full(len(squares), self.rate)
