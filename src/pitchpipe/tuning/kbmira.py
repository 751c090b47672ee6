"""Batch k-best MIRA (Cherry and Foster 2012)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.metrics import Bleu
from pitchpipe.settings import setting
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.visits import Visits, feature_rows, sentence_rows, spread_within_lists

Array = NDArray[np.float64]

GOLDS = ("background", "sentence")


@dataclass(frozen=True)
class KbMira(Optimizer):
    """Small steps from the fear of each list towards its hope, until hope is ahead by what it is better.

    Hope is the candidate with the highest sum of model and gold score, fear the one with the highest difference.
    The step of an update is (loss - margin) / squared distance, at most C. An epoch visits every list; its
    weights are averaged over all visits so far, and the weights of the epoch with the best 1-best candidates
    are the result. Made for any number of features, dense or sparse.

    For BLEU, gold is background BLEU: the counts of a candidate are added to those of the hopes of earlier
    visits. It is worth as many words as the reference of background and candidate has, times BLEU. Other metrics
    are judged by their sentence-level score.

    Moses takes hopes into the background only where fear is another candidate; here, as in the paper, always.

    References
    ----------
    Cherry and Foster, 2012, Batch tuning strategies for statistical machine translation.

    Chiang, Marton and Resnik, 2008, Online large-margin training of syntactic and structural translation features.
    """

    name: ClassVar[str] = "kbmira"

    C: float = setting(0.01, "the longest step of an update", minimum=1e-12)
    epochs: int = setting(60, "how often every list is visited", minimum=1)
    decay: float = setting(
        0.999, "what the background's counts are multiplied by at each visit", minimum=0, maximum=1
    )
    gold: str = setting("background", "how BLEU judges candidates: on a background, or alone", choices=GOLDS)
    scale: float = setting(
        20.0, "what sentence-level scores from 0 to 1 are multiplied by; about a sentence's words", minimum=1e-12
    )
    shuffle: bool = setting(True, "visit the lists in a new random order each epoch")
    standardize: bool = setting(
        False, "divide dense features by their standard deviation within lists while learning"
    )

    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        pool = problem.pool
        visits = Visits.of(pool)
        scale = spread_within_lists(pool) if self.standardize else np.ones(len(start))
        learner = self._learner(problem, feature_rows(pool, scale), start * scale, visits.shares)
        best, best_objective, steps = start, problem.objective(start), []
        for epoch in range(self.epochs):
            learner.epoch(visits.epoch(rng, self.shuffle))
            weights = learner.average() / scale
            objective = problem.objective(weights)
            steps.append(objective)
            if problem.gain(objective, best_objective) > 0:
                best, best_objective = weights, objective
            progress(epoch + 1, self.epochs, best_objective)
        return Found(best / np.abs(best).sum() if best.any() else best, steps)

    def _learner(
        self, problem: Problem, features: _native.FeatureRows, start: Array, shares: Array
    ) -> _native.KbMira:
        metric, rows = problem.metric, sentence_rows(problem)
        if isinstance(metric, Bleu) and self.gold == "background":
            return _native.KbMira(features, rows, self.decay, start, self.C, shares)
        direction = 1.0 if metric.higher_is_better else -1.0
        gold = direction * self.scale / 100 * metric.sentence_scores(rows)
        return _native.KbMira(features, gold, start, self.C, shares)
