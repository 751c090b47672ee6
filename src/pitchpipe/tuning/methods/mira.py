"""The margin infused relaxed algorithm with a constraint for every candidate (Cer 2011, section 6.2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.settings import setting
from pitchpipe.tuning.list_visits import Lists
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.scaling import scales_of
from pitchpipe.tuning.targets import TARGETS, learning_targets, losses


@dataclass(frozen=True)
class Mira(Optimizer):
    """The smallest change of the weights that puts each list's target ahead of all others, list by list.

    A target has to be ahead of a candidate by the candidate's loss: what the metric of all targets together loses
    if the candidate takes the target's place, from 0 to 1 and times the number of lists. Slack costs C, shared by
    the lists. Each list's quadratic programme (equations 6.1 and 6.2) is solved in its dual by pairwise
    sequential minimal optimisation. Weights are averaged over all visits so far; those of the epoch with the
    best 1-best candidates are the result.

    C is that of Phrasal, and epochs those of the thesis, which neither averages weights nor standardizes features:
    `mira(average=false, standardize=false)`.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (6.2.2).

    Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, 2006, Online passive-aggressive algorithms.

    Chiang, Marton and Resnik, 2008, Online large-margin training of syntactic and structural translation features.
    """

    name: ClassVar[str] = "mira"

    C: float = setting(100.0, "what slack costs, shared by all lists", minimum=1e-12)
    epochs: int = setting(10, "how often every list is visited", minimum=1)
    targets: str = setting(
        "corpus",
        "who should win: what together makes the corpus score best, from the start or climbed to from each list's best, "
        "or that best itself",
        choices=TARGETS,
    )
    tolerance: float = setting(
        1e-3, "how exactly a list's programme is solved, of its range of scores", minimum=1e-12, maximum=1
    )
    pairs: int = setting(2000, "the most pairs of candidates treated for one update", minimum=1)
    shuffle: bool = setting(True, "visit the lists in a new random order each epoch")
    average: bool = setting(
        True, "average weights over all visits and take the best epoch's; else take those of the last visit"
    )
    standardize: bool = setting(True, "divide dense features by their standard deviation within lists")

    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        lists = Lists(problem, scales_of(problem.pool, self.standardize))
        targets = learning_targets(problem, self.targets, rng)
        learner = _native.Mira(
            lists.features,
            losses(problem, targets, "corpus"),
            targets,
            lists.start(start),
            self.C / problem.pool.group_weights.sum(),
            lists.shares,
            self.tolerance,
            self.pairs,
        )
        return lists.learn(
            learner,
            start,
            epochs=self.epochs,
            shuffle=self.shuffle,
            average=self.average,
            rng=rng,
            progress=progress,
        )
