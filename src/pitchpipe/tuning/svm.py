"""Support vector machines for structured outputs, the slack re-scaled (Tsochantaridis et al. 2004; thesis 6.2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.settings import setting
from pitchpipe.tuning.large_margin import Slacks, widest_margins
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.scaling import scales_of
from pitchpipe.tuning.targets import TARGETS, learning_targets, losses

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Svm(Optimizer):
    """The target of each list shall win by a margin of 1; the worse a candidate, the dearer if it comes closer.

    Equations 6.3 and 6.4 of the thesis, solved to a stated duality gap by cutting planes. The thesis names no C.
    The weights come out with absolute values that sum to 1.

    References
    ----------
    Tsochantaridis, Hofmann, Joachims and Altun, 2004, Support vector machine learning for interdependent and
    structured output spaces.

    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (section 6.2.3).
    """

    name: ClassVar[str] = "svm"

    C: float = setting(1.0, "what a unit of slack costs", minimum=1e-9)
    targets: str = setting("corpus", "which candidates shall win", choices=TARGETS)
    standardize: bool = setting(True, "divide dense features by their standard deviation within lists")
    gap: float = setting(1e-4, "the relative duality gap at which to stop", minimum=0.0)
    steps: int = setting(1000, "the most cutting planes", minimum=1)

    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        targets = learning_targets(problem, self.targets)
        loss = losses(problem, targets)
        scales = scales_of(problem.pool, self.standardize)
        slacks = Slacks(problem, targets, loss, loss, scales, self.C)
        return widest_margins(slacks, start, self.gap, self.steps, progress)
