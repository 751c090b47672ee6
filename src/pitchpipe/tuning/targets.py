"""Learning targets: which candidate of each group a learner should make win (thesis 6.2.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, first_best
from pitchpipe.lists.hill_climb import greedy_choice, hill_climb
from pitchpipe.metrics import Bleu
from pitchpipe.tuning.problem import Problem

TARGETS = ("corpus", "climbed", "sentence")
LOSSES = ("auto", "corpus", "sentence")


def learning_targets(
    problem: Problem, how: str = "corpus", rng: np.random.Generator | None = None
) -> NDArray[np.int64]:
    """The target of each group, as its row in the pool.

    `sentence` takes the best sentence-level score. The others climb to the candidates that together make the corpus score
    best: `corpus` from those that are best together with the targets of the groups before, which needs no sentence-level
    form of the metric (thesis 6.2.1.1), and `climbed` from those of `sentence`.
    """
    offsets, metric = problem.pool.offsets, problem.metric
    direction = 1.0 if metric.higher_is_better else -1.0
    if how == "corpus":
        draws = rng or np.random.default_rng(1)
        first = greedy_choice(metric, problem.rows, offsets, direction, draws)
    else:
        first = first_best(sentence_qualities(problem), offsets)
    return first if how == "sentence" else hill_climb(metric, problem.rows, offsets, first, direction)


def sentence_qualities(problem: Problem) -> Array:
    """The sentence-level score of every candidate on a scale of 0 to 1, with its sign changed if lower is better.

    Metrics without a scale of their own are divided by the difference between the pool's best and worst.
    """
    scores = problem.metric.sentence_scores(problem.unweighted_rows)
    scale = problem.metric.scale_of(scores)
    return scores / (scale if problem.metric.higher_is_better else -scale)


def losses(problem: Problem, targets: NDArray[np.int64], how: str = "sentence") -> Array:
    """How much worse than its target each candidate is, on a scale of 0 to 1; 0 if it is better.

    `sentence` compares sentence-level scores; `corpus` says what the score of all targets together loses if the
    candidate takes the place of its target, times the number of lists (thesis 6.2.2); `auto` is `corpus` for BLEU, which
    says little of one sentence.
    """
    pool, metric = problem.pool, problem.metric
    if how == "sentence" or (how == "auto" and not isinstance(metric, Bleu)):
        qualities = sentence_qualities(problem)
        return np.maximum(0.0, qualities[targets][pool.group_of] - qualities)
    direction = 1.0 if metric.higher_is_better else -1.0
    rows, total = problem.unweighted_rows, problem.rows[targets].sum(axis=0)
    lost = direction * (metric.score(total) - metric.score(total - rows[targets][pool.group_of] + rows))
    lost[targets] = 0.0  # and not what rounding leaves
    scale = metric.scale_of(metric.sentence_scores(rows))
    return np.maximum(0.0, lost * (float(pool.group_weights.sum()) / scale))


def equal_targets(problem: Problem, how: str = "corpus", rng: np.random.Generator | None = None) -> Array:
    """The share of each candidate in its list's targets: those as good as the learning target, alike.

    As good means the same sentence-level score for `sentence`, and the same statistics for the others.
    """
    pool, targets = problem.pool, learning_targets(problem, how, rng)
    marks = sentence_qualities(problem)[:, None] if how == "sentence" else problem.rows
    equal = (marks == marks[targets][pool.group_of]).all(axis=1)
    shares: Array = equal / np.add.reduceat(equal, pool.offsets[:-1], dtype=np.float64)[pool.group_of]
    return shares
