"""The figures of a study: replicas, learning curves, the metric matrix, weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from pitchpipe.lists.known_features import readable
from pitchpipe.metrics import find_metric
from pitchpipe.pages import Dots, Figure, HeatMap, Line, Lines
from pitchpipe.report.study.score_tables import tuning_text_title, word
from pitchpipe.study.cell import Cell
from pitchpipe.study.results import Results
from pitchpipe.study.study import DEV

MOST_WEIGHTS = 15
"""Weights in a figure: the largest ones."""


def replica_dots(results: Results, metric: str, text: str) -> Figure:
    """The score of every replica on a text, under the metric that was tuned to."""
    names = results.methods(metric)
    seeds = [[f"seed {cell.seed}" for cell in results.replicas(name, metric)] for name in names]
    return Figure(
        f"replicas_{word(metric)}_{text}",
        f"{text}: {metric} of every replica",
        Dots(names, [results.scores(name, metric, text, metric) for name in names], metric, seeds),
        "A dot for each seed, a stroke at the mean.",
    )


def learning_curves(results: Results, metric: str) -> list[Figure]:
    """The tuned metric over the iterations: on the tuning text, and on the others if they were translated each time."""
    names = results.methods(metric)
    texts = [text for text in results.study.texts if text == DEV or results.study.grid.curves]
    figures = []
    for text in texts:
        lines = []
        for name in names:
            curves = [_curve(results, cell, text) for cell in results.replicas(name, metric)]
            mean = _mean_curve([curve for curve in curves if len(curve) > 1])
            if mean:
                lines.append(Line(name, range(len(mean)), mean))
        if lines:
            figures.append(
                Figure(
                    f"curves_{word(metric)}_{text}",
                    f"{tuning_text_title(results.study) if text == DEV else text}: {metric} over the iterations",
                    Lines(lines, "iteration", metric, whole_x=True, robust=True),
                    "Means over replicas; one that has ended stays where it was.",
                )
            )
    return figures


def _curve(results: Results, cell: Cell, text: str) -> list[float]:
    curve: list[float] = results.done[cell]["curve"]
    if text == DEV:
        return curve
    return [results.score(cell, text, cell.metric, number) for number in range(len(curve))]


def _mean_curve(curves: Sequence[Sequence[float]]) -> list[float]:
    longest = max(map(len, curves), default=0)
    held = [[*curve, *[curve[-1]] * (longest - len(curve))] for curve in curves]
    return [fmean(values) for values in zip(*held, strict=True)]


def metric_matrix(results: Results, method: str, text: str) -> Figure | None:
    """Models tuned to each metric, measured by every metric; colours are better and worse than the column's mean."""
    metrics, values = matrix_values(results, method, text)
    if len(metrics) < 2:
        return None
    signs = np.array([1 if find_metric(score).higher_is_better else -1 for score in results.study.scores])
    spread = values.std(axis=0)
    centred = signs * (values - values.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    several = f", {method}" if len(results.study.methods) > 1 else ""
    return Figure(
        f"matrix_{word(method)}_{text}",
        f"{text}: tuned to each metric, measured by all{several}",
        HeatMap(
            metrics,
            list(results.study.scores),
            values,
            x_label="measured by",
            y_label="tuned to",
            colour_by=centred,
            centre=0.0,
        ),
        "Blue is better than the mean of the column and orange worse, in its standard deviations.",
    )


def matrix_values(results: Results, method: str, text: str) -> tuple[list[str], NDArray[np.float64]]:
    """Mean scores of models tuned to each metric, a row each, under every metric (thesis tables 4.1 to 4.4)."""
    metrics = [metric for metric in results.study.metrics if results.replicas(method, metric)]
    values = [
        [fmean(results.scores(method, metric, text, score)) for score in results.study.scores]
        for metric in metrics
    ]
    return metrics, np.array(values)


def weight_maps(results: Results, metric: str) -> list[Figure]:
    """The largest dense weights of every replica, on one scale for all methods and metrics.

    The features are the same and in the same order for all methods.
    """
    scaled, largest = _scaled(results, metric)
    shown = largest[:MOST_WEIGHTS]
    if not shown:
        return []
    reach = max(
        abs(value)
        for one in results.study.metrics
        for weights in _scaled(results, one)[0].values()
        for value in weights.values()
    )
    part = f"The largest {len(shown)} of {len(largest):,}." if len(largest) > len(shown) else ""
    return [
        Figure(
            f"weights_{word(name)}_{word(metric)}",
            f"Weights of {name}" + (f", tuned to {metric}" if len(results.study.metrics) > 1 else ""),
            HeatMap(
                [readable(feature, largest) for feature in shown],
                [str(cell.seed) for cell in cells],
                [[scaled[cell][feature] for cell in cells] for feature in shown],
                x_label="seed",
                centre=0.0,
                reach=reach,
                digits=3,
                titles=[f"{readable(feature, largest)} ({feature})" for feature in shown],
            ),
            part,
        )
        for name in results.methods(metric)
        if (cells := results.replicas(name, metric))
    ]


def _scaled(results: Results, metric: str) -> tuple[dict[Cell, dict[str, float]], list[str]]:
    """The scaled weights of every replica tuned to a metric, and the features, the largest ones first."""
    cells = [cell for name in results.methods(metric) for cell in results.replicas(name, metric)]
    vectors = scaled_weights([results.done[cell]["weights"] for cell in cells], results.start)
    features = vectors[0] if vectors else {}
    largest = sorted(features, key=lambda feature: -max(abs(one[feature]) for one in vectors))
    return dict(zip(cells, vectors, strict=True)), largest


def scaled_weights(
    vectors: Sequence[Mapping[str, float]], start: Mapping[str, float]
) -> list[dict[str, float]]:
    """The dense weights that all vectors have tuned; their sizes sum to 1 in each.

    Dense features are those with a start weight. One that was not tuned keeps it, and its size says nothing beside those of
    the others.
    """
    moved = [vector for vector in vectors if vector != start]
    tuned = [name for name, value in start.items() if all(vector.get(name) != value for vector in moved)]
    sizes = [sum(abs(vector.get(name, 0.0)) for name in tuned) or 1.0 for vector in vectors]
    return [
        {name: vector.get(name, 0.0) / size for name in tuned}
        for vector, size in zip(vectors, sizes, strict=True)
    ]
