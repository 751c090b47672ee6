"""Several metrics at once: weights of which none is better under all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Combination, Metric, find_metric
from pitchpipe.tuning.methods import find_method
from pitchpipe.tuning.optimizer import Optimizer
from pitchpipe.tuning.trust.folds import Progress


@dataclass(frozen=True)
class ParetoPoint:
    """Weights that were tuned to a mixture of metrics, and their score under each."""

    shares: tuple[float, ...]
    """How much each metric counted, by its own scale."""
    scores: tuple[float, ...]
    weights: dict[str, float]
    on_front: bool
    """Whether no other point is better under one metric and as good under all."""
    balance: float
    """The least of what is reached under each metric, from 0 for the worst point to 1 for the best."""

    def as_dict(self) -> dict[str, Any]:
        return dict(vars(self))


def pareto(
    pool: Pool,
    metrics: Sequence[str | Metric],
    method: str | Optimizer = "mert",
    start: Mapping[str, float] | None = None,
    *,
    points: int = 11,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> tuple[ParetoPoint, ...]:
    """Tune to mixtures of metrics, `points` from one metric to the next, and mark those that no other point beats.

    Mixtures are weighted sums, so points in a dent of the front are not looked for.
    """
    built, optimizer = [find_metric(metric) for metric in metrics], find_method(method)
    if len(built) < 2:
        raise InputError(f"found {len(built)} metrics, expected at least two to weigh against each other")
    if points < 2:
        raise InputError(f"found {points} points, expected at least 2")
    rows = [pool.statistics(metric, threads) for metric in built]
    scales = [metric.scale or _spread(metric, own) for metric, own in zip(built, rows, strict=True)]
    mixtures = [tuple(part / (points - 1) for part in parts) for parts in _parts(len(built), points - 1)]
    found: list[tuple[dict[str, float], list[float]]] = []
    for done, shares in enumerate(mixtures):
        if progress:
            progress(done, len(mixtures), "mixtures of metrics")
        used = [place for place, share in enumerate(shares) if share]
        mixed = Combination(
            tuple((shares[i] / scales[i] * (1 if built[i].higher_is_better else -1), built[i]) for i in used)
        )
        beside = np.hstack([rows[place] for place in used])
        tuned = optimizer.optimize(pool, mixed, start, seed=seed, threads=threads, rows=beside)
        winners = pool.winners(pool.vector(tuned.weights))
        scores = [
            float(metric.score(own[winners].sum(axis=0))) for metric, own in zip(built, rows, strict=True)
        ]
        found.append((tuned.weights, scores))
    signs = np.array([1.0 if metric.higher_is_better else -1.0 for metric in built])
    gains = np.array([scores for _, scores in found]) * signs
    reached = (gains - gains.min(axis=0)) / np.maximum(np.ptp(gains, axis=0), 1e-12)
    return tuple(
        ParetoPoint(shares, tuple(scores), weights, not _is_beaten(gains, place), float(reached[place].min()))
        for place, (shares, (weights, scores)) in enumerate(zip(mixtures, found, strict=True))
    )


def _is_beaten(gains: Array, place: int) -> bool:
    """Whether another point is better under one metric and as good under all."""
    as_good = (gains >= gains[place]).all(axis=1)
    better = (gains > gains[place]).any(axis=1)
    return bool((as_good & better).any())


def _spread(metric: Metric, rows: Array) -> float:
    """What a metric without a scale differs by: the standard deviation of sentences' scores."""
    return float(np.std(metric.sentence_scores(rows))) or 1.0


def _parts(count: int, total: int) -> Iterator[tuple[int, ...]]:
    """All ways to cut a whole number into so many, in order."""
    if count == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _parts(count - 1, total - first):
            yield (first, *rest)
