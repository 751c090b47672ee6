"""Learning targets: which candidate of each group a learner should make win (thesis 6.2.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe.tuning.hill_climb import hill_climb
from pitchpipe.tuning.pool import first_best
from pitchpipe.tuning.problem import Problem

Array = NDArray[np.float64]

TARGETS = ("corpus", "sentence")


def learning_targets(problem: Problem, how: str = "corpus") -> NDArray[np.int64]:
    """The target of each group, as its row in the pool.

    `sentence` takes the best sentence-level score; `corpus` climbs from there to the candidates that together
    make the corpus score best, which needs no sentence-level approximation of the metric.
    """
    offsets = problem.pool.offsets
    best = first_best(sentence_qualities(problem), offsets)
    if how == "sentence":
        return best
    direction = 1.0 if problem.metric.higher_is_better else -1.0
    return hill_climb(problem.metric, problem.rows, offsets, best, direction)


def sentence_qualities(problem: Problem) -> Array:
    """The sentence-level score of every candidate from 0 to 1, or from 0 down if lower is better.

    The weights of the groups are left out: a sentence that counts twice is not twice as long.
    """
    pool, metric = problem.pool, problem.metric
    weights = np.where(pool.group_weights > 0, pool.group_weights, 1.0)
    rows = problem.rows if (weights == 1).all() else problem.rows / weights[pool.group_of, None]
    scores = metric.sentence_scores(rows) / 100.0
    return scores if metric.higher_is_better else -scores


def losses(problem: Problem, targets: NDArray[np.int64]) -> Array:
    """How much worse than its target each candidate is by sentence-level score, 0 if it is better."""
    qualities = sentence_qualities(problem)
    return np.maximum(0.0, qualities[targets][problem.pool.group_of] - qualities)


def equal_targets(problem: Problem, how: str = "corpus") -> Array:
    """The share of each candidate in its list's targets: those as good as the learning target, alike.

    As good means the same sentence-level score for `sentence`, and the same statistics for `corpus`.
    """
    pool, targets = problem.pool, learning_targets(problem, how)
    marks = sentence_qualities(problem)[:, None] if how == "sentence" else problem.rows
    equal = (marks == marks[targets][pool.group_of]).all(axis=1)
    return equal / np.add.reduceat(equal, pool.offsets[:-1], dtype=np.float64)[pool.group_of]
