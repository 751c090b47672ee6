"""AdaGrad: a learning rate for each feature, the smaller the more it has learned (Green et al. 2013)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.online.pair_method import PairMethod
from pitchpipe.settings import setting


@dataclass(frozen=True)
class AdaGrad(PairMethod):
    """Online learning with a rate for each feature: rare features take large steps, frequent ones small steps.

    A few sentences at a time are translated with the current weights, pairs of candidates are drawn from their lists
    by PRO's sampler, and every feature moves by its gradient times rate / square root of the sum of its squared
    gradients. Made for millions of sparse features: L1 regularisation keeps those that matter. Lists are not kept.

    Batches of 20 sentences, 15 pairs for each list, λ and the logistic loss are the paper's. The paper starts from
    equal weights with a rate of 0.02; here the start is the model's weights, which are larger, and so is the rate.

    References
    ----------
    Green, Wang, Cer and Manning, 2013, Fast and adaptive online training of feature-rich translation models.

    Duchi, Hazan and Singer, 2011, Adaptive subgradient methods for online learning and stochastic optimization.

    Duchi and Singer, 2009, Efficient online and batch learning using forward backward splitting.
    """

    name: ClassVar[str] = "adagrad"

    rate: float = setting(0.1, "the learning rate (η)", minimum=1e-12)

    def rates(self, squares: Array) -> Array:
        """Equation (4): η / sqrt(G), 0 where nothing has been learned yet."""
        root = np.sqrt(squares)
        return np.divide(self.rate, root, out=np.zeros(len(root)), where=root > 0)
