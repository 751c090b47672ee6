"""Linearised AROW: a variance for each feature, which falls as it is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.arrays import Array
from pitchpipe.online.pair_method import PairMethod
from pitchpipe.settings import setting


@dataclass(frozen=True)
class Arow(PairMethod):
    """Online learning with rates that fall faster than AdaGrad's: with the sum of squared gradients, not its root.

    This is adaptive regularisation of weights with a linearised loss and a diagonal covariance (the paper's equations 10
    and 11, with every α 1). It depends on where the precision starts; the paper found it less robust than
    AdaGrad.

    References
    ----------
    Green, Wang, Cer and Manning, 2013, Fast and adaptive online training of feature-rich translation models.

    Crammer, Kulesza and Dredze, 2009, Adaptive regularization of weight vectors.

    Chiang, 2012, Hope and fear for discriminative training of statistical translation models.
    """

    name: ClassVar[str] = "arow"

    rate: float = setting(20.0, "the learning rate (η)", minimum=1e-12)
    precision: float = setting(1000.0, "start value for the inverse of a feature's variance", minimum=1e-12)

    def rates(self, squares: Array) -> Array:
        """Equation (11): η / (precision + G)."""
        return self.rate / (self.precision + squares)
