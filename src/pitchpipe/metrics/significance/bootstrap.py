"""The bootstrap: how scores would vary over other test sets like this one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.significance.randomisation import ROUNDING
from pitchpipe.metrics.significance.system import System
from pitchpipe.metrics.significance.trials import run_trials, weighted_sums


def resampled_scores(
    systems: Sequence[System], metric: Metric, *, trials: int = 10_000, seed: int = 1, threads: int = 1
) -> Array:
    """The score of every system on random test sets, a row of them for each system.

    A test set has as many sentences as the real one, drawn from it with repetition, the same for all systems. A system of
    several replicas has their mean score.

    References
    ----------
    Koehn, 2004, Statistical significance tests for machine translation evaluation.
    """
    sentences = systems[0].sentences
    replicas = np.concatenate([system.rows for system in systems])
    beside = replicas.swapaxes(0, 1).reshape(sentences, -1)
    starts = np.cumsum([0, *(system.replicas for system in systems[:-1])])
    sizes = np.array([[system.replicas] for system in systems])

    def block(count: int, rng: np.random.Generator) -> Array:
        drawn = rng.integers(0, sentences, (count, sentences)) + sentences * np.arange(count)[:, None]
        times = np.bincount(drawn.ravel(), minlength=count * sentences).reshape(count, sentences)
        sums = weighted_sums(times.astype(np.float64), beside).reshape(count, len(replicas), -1)
        means: Array = np.add.reduceat(metric.score(sums).T, starts) / sizes
        return means

    return run_trials(block, trials, sentences, seed, threads)


def paired_bootstrap(real: float, differences: Array) -> float:
    """The p-value of a real difference between systems, from those on random test sets.

    It is the share of test sets on which the size of the difference is above its mean by at least the size of the real one
    (Riezler and Maxwell 2005; sacreBLEU does the same). That is a test to one side: where systems do not differ
    it is below 0.05 about twice as often as it should be.
    """
    sizes = np.abs(differences)
    as_large = np.count_nonzero(sizes - sizes.mean() >= abs(real) - ROUNDING)
    return float(as_large + 1) / (len(sizes) + 1)


def interval(scores: Array, share: float = 0.95) -> tuple[float, float]:
    """The range that holds this share of the scores, as much left out below as above."""
    low, high = np.quantile(scores, [(1 - share) / 2, (1 + share) / 2])
    return float(low), float(high)
