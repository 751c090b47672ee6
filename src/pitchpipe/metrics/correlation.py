"""How well scores agree with judgements: correlations and pairs in the right order, with intervals by the bootstrap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.metrics.judgements import Judgements
from pitchpipe.metrics.significance.bootstrap import interval

TRIALS = 1000

MEASURES = {
    "pearson": "linear correlation",
    "spearman": "linear correlation of the ranks",
    "kendall": "pairs of systems in the right order less those in the wrong order, over all pairs that people "
    "tell apart; pairs that the metric does not tell apart count as half right (WMT 2014)",
    "accuracy": "share of those pairs in the right order",
}


@dataclass(frozen=True)
class Estimate:
    """A measure and the range that holds 95 % of its values over resampled segments."""

    value: float
    interval: tuple[float, float]
    samples: Array = field(default_factory=lambda: np.zeros(0), repr=False, compare=False)
    """Its values over resampled segments."""

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.interval[0]:.2f} to {self.interval[1]:.2f})"

    def as_dict(self) -> dict[str, Any]:
        return {"value": self.value, "interval": self.interval}


@dataclass(frozen=True)
class Gap:
    """How much higher a measure of one metric is than that of another, and how likely it is that this is chance."""

    value: float
    p: float

    def __str__(self) -> str:
        return f"{self.value:+.3f} (p {self.p:.3f})"


def gap(one: Estimate, other: Estimate) -> Gap:
    """The difference between two metrics, over the same resampled segments.

    p is twice the share of resampled sets in which the difference is 0 or on the other side of it (paired bootstrap), at most
    1; the text as it is counts as one of them.
    """
    differences = one.samples - other.samples
    beyond = min((differences <= 0).sum(), (differences >= 0).sum())
    return Gap(one.value - other.value, float(min(1.0, 2 * (beyond + 1) / (len(differences) + 1))))


@dataclass(frozen=True)
class Agreement:
    """How a metric agrees with judgements of single translations, and with those of whole systems."""

    segment: Mapping[str, Estimate]
    system: Mapping[str, Estimate]

    def as_dict(self) -> dict[str, Any]:
        return {
            level: {name: one.as_dict() for name, one in getattr(self, level).items()}
            for level in ("segment", "system")
        }


def agreement(
    judgements: Judgements, metric: Metric, rows: Array, *, trials: int = TRIALS, seed: int = 1
) -> Agreement:
    """Compare a metric's rows with judgements, row by row of both.

    By segment, correlations are over all judged translations together, and pairs are two translations of the same segment.
    By system, a system's judgement is the mean of its translations', and its score that of all of them together. Above 0 is
    agreement, whichever way the metric points.

    References
    ----------
    Macháček and Bojar, 2014, Results of the WMT14 metrics shared task (section 4.2: Kendall's tau with ties).

    Kocmi et al., 2021, To ship or not to ship: an extensive evaluation of automatic metrics for machine translation
    (pairwise accuracy).
    """
    sign = 1.0 if metric.higher_is_better else -1.0
    scores = sign * metric.sentence_scores(rows)
    times = _resampled(int(judgements.segment_of.max()) + 1, trials, seed)
    return Agreement(
        _by_segment(judgements, scores, times),
        _by_system(judgements, metric, sign, rows, times),
    )


def _resampled(segments: int, trials: int, seed: int) -> Array:
    """How often each trial has each segment; the first one has each once."""
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, segments, (trials, segments)) + segments * np.arange(trials)[:, None]
    times = np.bincount(drawn.ravel(), minlength=trials * segments).reshape(trials, segments)
    return np.vstack([np.ones(segments), times]).astype(np.float64)


def _by_segment(judgements: Judgements, scores: Array, times: Array) -> dict[str, Estimate]:
    from scipy.stats import rankdata

    segment_of, judged = judgements.segment_of, judgements.scores
    right, wrong, pairs = pair_counts(segment_of, judged, scores)
    found = {
        "pearson": _pearson(segment_of, judged, scores, times),
        "spearman": _pearson(segment_of, rankdata(judged), rankdata(scores), times),
        "kendall": ratio(times @ (right - wrong), times @ pairs),
        "accuracy": ratio(times @ right, times @ pairs),
    }
    return {name: _estimate(values) for name, values in found.items()}


def pair_counts(groups: Numbers, judged: Array, scores: Array) -> tuple[Array, Array, Array]:
    """Of each group's pairs that people tell apart: those in the right order, those in the wrong one, and all."""
    count = int(groups.max()) + 1
    right, wrong, pairs = np.zeros(count), np.zeros(count), np.zeros(count)
    order = np.argsort(groups, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(groups[order])) + 1):
        first, second = np.triu_indices(len(rows), 1)
        human = np.sign(judged[rows[first]] - judged[rows[second]])
        agreed = human * np.sign(scores[rows[first]] - scores[rows[second]])
        group = groups[rows[0]]
        right[group], wrong[group] = (agreed > 0).sum(), (agreed < 0).sum()
        pairs[group] = (human != 0).sum()
    return right, wrong, pairs


def _pearson(groups: Numbers, x: Array, y: Array, times: Array) -> Array:
    """The correlation over all rows, with each group as often as a trial has it; ranks are those of the real text."""
    x, y = x - x.mean(), y - y.mean()
    columns = np.column_stack([np.ones_like(x), x, y, x * x, y * y, x * y])
    sums = np.zeros((int(groups.max()) + 1, columns.shape[1]))
    np.add.at(sums, groups, columns)
    count, x, y, xx, yy, xy = (times @ sums).T
    spread = (xx - x * x / count) * (yy - y * y / count)
    return ratio(xy - x * y / count, np.sqrt(np.maximum(spread, 0.0)))


def _by_system(
    judgements: Judgements, metric: Metric, sign: float, rows: Array, times: Array
) -> dict[str, Estimate]:
    from scipy.stats import rankdata

    systems, segments = judgements.system_of, judgements.segment_of
    shape = times.shape[1], len(judgements.names)
    judged, counts = np.zeros(shape), np.zeros(shape)
    judged[segments, systems], counts[segments, systems] = judgements.scores, 1.0
    table = np.zeros((*shape, rows.shape[1]))
    table[segments, systems] = rows
    human = ratio(times @ judged, times @ counts)
    sums = (times @ table.reshape(shape[0], -1)).reshape(len(times), shape[1], -1)
    scores = sign * metric.score(sums)
    first, second = np.triu_indices(shape[1], 1)
    apart = np.sign(human[:, first] - human[:, second])
    agreed = apart * np.sign(scores[:, first] - scores[:, second])
    pairs = (apart != 0).sum(axis=1)
    found = {
        "pearson": _row_pearson(human, scores),
        "spearman": _row_pearson(rankdata(human, axis=1), rankdata(scores, axis=1)),
        "kendall": ratio(agreed.sum(axis=1), pairs),
        "accuracy": ratio((agreed > 0).sum(axis=1), pairs),
    }
    return {name: _estimate(values) for name, values in found.items()}


def _row_pearson(x: Array, y: Array) -> Array:
    x, y = x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True)
    return ratio((x * y).sum(axis=1), np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1)))


def _estimate(values: Array) -> Estimate:
    return Estimate(float(values[0]), interval(values[1:]), values[1:])
