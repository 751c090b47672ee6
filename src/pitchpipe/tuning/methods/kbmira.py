"""Batch k-best MIRA (Cherry and Foster 2012)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics import Bleu
from pitchpipe.settings import setting
from pitchpipe.tuning.list_visits import Lists
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.scaling import scales_of
from pitchpipe.tuning.targets import sentence_qualities

GOLDS = ("background", "sentence")


@dataclass(frozen=True)
class KbMira(Optimizer):
    """Small steps from the fear of each list towards its hope, until hope is ahead by as much as it is better.

    Hope is the candidate with the highest sum of model and gold score, fear the one with the highest difference.
    The step of an update is (loss - margin) / squared distance, at most C. An epoch visits every list; its
    weights are averaged over all visits so far, and the weights of the epoch with the best 1-best candidates
    are the result. Made for any number of features, dense or sparse.

    For BLEU, gold is background BLEU: the counts of a candidate are added to those of the hopes of earlier visits. A
    candidate's gold is the BLEU of these counts, times the number of reference words of background and candidate. For
    other metrics, gold is the sentence-level score.

    Moses adds hopes to the background only if fear is another candidate; here, as in the paper, they are always
    added. Neither Moses nor the paper standardizes features.

    References
    ----------
    Cherry and Foster, 2012, Batch tuning strategies for statistical machine translation.

    Chiang, Marton and Resnik, 2008, Online large-margin training of syntactic and structural translation features.
    """

    name: ClassVar[str] = "kbmira"
    loop_share: ClassVar[float] = 1.0

    C: float = setting(0.01, "the longest step of an update", minimum=1e-12)
    epochs: int = setting(60, "number of visits to every list", minimum=1)
    decay: float = setting(0.999, "factor for the background's counts at each visit", minimum=0.01, maximum=1)
    gold: str = setting(
        "background", "how to score candidates by BLEU: on a background, or alone", choices=GOLDS
    )
    scale: float = setting(
        20.0,
        "factor for sentence-level scores from 0 to 1; about the number of words in a sentence",
        minimum=1e-12,
    )
    shuffle: bool = setting(True, "visit the lists in a new random order each epoch")
    standardize: bool = setting(True, "divide dense features by their standard deviation within lists")

    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        lists = Lists(problem, scales_of(problem.pool, self.standardize))
        learner = self._learner(problem, lists, lists.start(start))
        return lists.learn(
            learner, start, epochs=self.epochs, shuffle=self.shuffle, rng=rng, progress=progress
        )

    def _learner(self, problem: Problem, lists: Lists, start: Array) -> _native.KbMira:
        metric, rows = problem.metric, problem.unweighted_rows
        if isinstance(metric, Bleu) and self.gold == "background":
            return _native.KbMira(lists.features, rows, self.decay, start, self.C, lists.shares)
        gold = self.scale * sentence_qualities(problem)
        return _native.KbMira(lists.features, gold, start, self.C, lists.shares)
