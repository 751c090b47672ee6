"""Learning targets: which candidate of each group a learner should make win (thesis 6.2.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe.tuning.hill_climb import hill_climb
from pitchpipe.tuning.pool import first_best
from pitchpipe.tuning.problem import Problem

TARGETS = ("corpus", "sentence")


def learning_targets(problem: Problem, how: str = "corpus") -> NDArray[np.int64]:
    """The target of each group, as its row in the pool.

    `sentence` takes the best sentence-level score; `corpus` climbs from there to the candidates that together
    make the corpus score best, which needs no sentence-level approximation of the metric.
    """
    direction = 1.0 if problem.metric.higher_is_better else -1.0
    offsets = problem.pool.offsets
    best = first_best(direction * problem.metric.sentence_scores(problem.rows), offsets)
    return best if how == "sentence" else hill_climb(problem.metric, problem.rows, offsets, best, direction)
