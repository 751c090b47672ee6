"""Support vector machines for structured outputs, the slack re-scaled (Tsochantaridis et al. 2004; thesis 6.2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.arrays import Array
from pitchpipe.tuning.large_margin import LargeMargin


@dataclass(frozen=True)
class Svm(LargeMargin):
    """The target of each list should win by a margin of 1; coming closer costs more for worse candidates.

    Equations 6.3 and 6.4 of the thesis, solved to a stated duality gap by cutting planes. The thesis names no C; here
    it is divided by the number of lists. A loss is what the corpus score of all targets loses with the candidate
    among them, times the number of lists, or, if the metric suits single sentences, what the sentence's score loses.
    The weights are scaled so that their absolute values sum to 1.

    References
    ----------
    Tsochantaridis, Hofmann, Joachims and Altun, 2004, Support vector machine learning for interdependent and
    structured output spaces.

    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (section 6.2.3).
    """

    name: ClassVar[str] = "svm"

    def slack_terms(self, losses: Array) -> tuple[Array, Array]:
        return losses, losses
