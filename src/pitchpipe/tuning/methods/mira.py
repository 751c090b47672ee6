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
    """The smallest change of the weights that puts the target ahead of all others, list by list.

    A target has to be ahead of a candidate by the candidate's loss: what the metric of all targets together, from 0
    to 1, loses if the candidate takes the target's place, times the number of lists. Slack costs C, shared by the
    lists. Each list's quadratic programme (equations 6.1 and 6.2) is solved in its dual by pairwise sequential
    minimal optimisation. Weights are averaged over all visits so far; those of the epoch with the best 1-best
    candidates are the result.

    C is Phrasal's, and the epochs are those of the thesis, which neither averages weights nor standardizes features:
    `mira(average=false, standardize=false)`.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (6.2.2).

    Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, 2006, Online passive-aggressive algorithms.

    Chiang, Marton and Resnik, 2008, Online large-margin training of syntactic and structural translation features.
    """

    name: ClassVar[str] = "mira"

    C: float = setting(100.0, "cost of slack, shared by all lists", minimum=1e-12)
    epochs: int = setting(10, "number of visits to every list", minimum=1)
    targets: str = setting(
        "corpus",
        "candidates that should win: corpus, those that together make the corpus score best; climbed, the same, "
        "searched for from the best of each list; sentence, the best of each list",
        choices=TARGETS,
    )
    tolerance: float = setting(
        1e-3,
        "how exactly to solve a list's programme, relative to its range of scores",
        minimum=1e-12,
        maximum=1,
    )
    pairs: int = setting(2000, "the most pairs of candidates to treat in one update", minimum=1)
    shuffle: bool = setting(True, "visit the lists in a new random order each epoch")
    average: bool = setting(
        True,
        "average weights over all visits and take those of the best epoch; false takes those of the last visit",
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
