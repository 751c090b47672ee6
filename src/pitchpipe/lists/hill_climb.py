"""Corpus-level hill climbing: the candidates that together make the metric best (thesis 6.2.1.1)."""

from __future__ import annotations

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.metrics import Metric

SMALLEST_GAIN = 1e-9
"""Progress below this is rounding."""


def hill_climb(metric: Metric, rows: Array, offsets: Numbers, start: Numbers, direction: float) -> Numbers:
    """One candidate of each group, chosen so that the corpus score is as high (direction 1) or low (-1) as possible.

    One group after the other takes the candidate that betters the score of the whole corpus most, until none
    can. Works with any metric, since it needs only sums of statistics. Where these differ so much in size that rounding
    makes steps up of steps down, it ends with the first pass over all groups that gains nothing.
    """

    def reached(choice: Numbers) -> float:
        return float(direction * metric.score(rows[choice].sum(axis=0)))

    chosen: Numbers = start.copy()
    best = reached(chosen)
    while (
        score := reached(passed := _climbed(metric, rows, offsets, chosen, direction))
    ) > best + SMALLEST_GAIN:
        chosen, best = passed, score
    return chosen


def _climbed(metric: Metric, rows: Array, offsets: Numbers, start: Numbers, direction: float) -> Numbers:
    """The choice after one pass over the groups."""
    chosen: Numbers = start.copy()
    total = rows[chosen].sum(axis=0)
    for group, begin in enumerate(offsets[:-1]):
        candidates = rows[begin : offsets[group + 1]]
        others = total - rows[chosen[group]]
        scores = direction * metric.score(others + candidates)
        best = int(np.argmax(scores))
        if scores[best] > scores[chosen[group] - begin] + SMALLEST_GAIN:
            chosen[group] = begin + best
            total = others + candidates[best]
    return chosen


def greedy_choice(
    metric: Metric, rows: Array, offsets: Numbers, direction: float, rng: np.random.Generator
) -> Numbers:
    """One candidate of each group, from the first group to the last: the best with those that are chosen before it.

    Equally good ones are drawn from, as with BLEU until a group has a candidate that shares four words with a reference.
    """
    chosen: Numbers = offsets[:-1].copy()
    total = np.zeros(rows.shape[1])
    for group, begin in enumerate(offsets[:-1]):
        candidates = rows[begin : offsets[group + 1]]
        scores = direction * metric.score(total + candidates)
        best = np.flatnonzero(scores >= scores.max() - SMALLEST_GAIN)
        chosen[group] += best[0] if len(best) == 1 else rng.choice(best)
        total += rows[chosen[group]]
    return chosen
