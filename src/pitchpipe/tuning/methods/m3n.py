"""Max-margin Markov networks: the margin re-scaled (Taskar et al. 2004; thesis 6.2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.tuning.large_margin import LargeMargin


@dataclass(frozen=True)
class M3n(LargeMargin):
    """The target of each list should win by a margin as large as the loss: the worse a candidate, the larger.

    Equations 6.5 and 6.6 of the thesis, solved to a stated duality gap by cutting planes. The thesis names no C; here
    it is divided by the number of lists. A loss is what the corpus score of all targets loses with the candidate
    among them, times the number of lists, or, if the metric suits single sentences, what the sentence's score loses.
    The weights are scaled so that their absolute values sum to 1.

    References
    ----------
    Taskar, Guestrin and Koller, 2004, Max-margin Markov networks.

    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (section 6.2.4).
    """

    name: ClassVar[str] = "m3n"

    def slack_terms(self, losses: Array) -> tuple[Array, Array]:
        return losses, np.ones_like(losses)
