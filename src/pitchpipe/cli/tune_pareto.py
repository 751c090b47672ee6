"""`pitchpipe tune LISTS -m bleu -m chrf --pareto 11`: weights between several metrics."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pitchpipe.cli import terminal
from pitchpipe.cli.plots import check_plot, write_plot
from pitchpipe.lists import Pool
from pitchpipe.metrics import Metric
from pitchpipe.metrics.scoring import signature
from pitchpipe.pages import Figure, Line, Lines
from pitchpipe.tuning import Optimizer
from pitchpipe.tuning.pareto import ParetoPoint, pareto
from pitchpipe.weights import Weights, weight_lines


@dataclass(frozen=True)
class Mixtures:
    """How many mixtures of which metrics to tune to, 0 for none, and where they are drawn."""

    count: int
    metrics: Sequence[str]
    plot: str | None = None


def tune_pareto(
    pool: Pool,
    metrics: Sequence[Metric],
    method: Optimizer,
    start: Mapping[str, float] | None,
    points: int,
    *,
    tokenize: str,
    seed: int,
    threads: int,
    output: str | None,
    plot: str | None,
    json: bool,
) -> None:
    """Tune to mixtures of metrics, show all, and write the weights that are most balanced."""
    if plot is not None:
        check_plot(plot, len(metrics) * (len(metrics) - 1) // 2)
    with terminal.progress_bar(f"{method.spec}: mixtures of {len(metrics)} metrics") as progress:
        found = pareto(
            pool, metrics, method, start, points=points, seed=seed, threads=threads, progress=progress
        )
    best = max((one for one in found if one.on_front), key=lambda one: one.balance)
    _show(found, best, [metric.spec for metric in metrics])
    for metric in metrics:
        terminal.log(f"{metric.spec} = {signature(metric, tokenize)}")
    if output is not None:
        Weights(best.weights).write(output)
        terminal.log(f"the most balanced weights are in {output}")
    if plot is not None:
        lead = (
            f"Weights that {method.spec} tuned to mixtures of {', '.join(metric.spec for metric in metrics)}."
        )
        write_plot(plot, "The Pareto front", lead, front_figures(found, best, metrics))
        terminal.log(f"the plot is in {plot}")
    if json:
        names = [metric.spec for metric in metrics]
        terminal.write_json(
            {"metrics": names, **best.as_dict(), "points": [one.as_dict() for one in found], "seed": seed}
        )
    elif output is None:
        terminal.write_lines(weight_lines(best.weights, "standard output"))


def _show(found: Sequence[ParetoPoint], best: ParetoPoint, names: Sequence[str]) -> None:
    rows = []
    for one in found:
        note = "most balanced" if one is best else "" if one.on_front else "beaten"
        mixture = " ".join(f"{share:.2f}" for share in one.shares)
        rows.append([mixture, *(f"{score:.2f}" for score in one.scores), note])
    terminal.show_table(
        [f"shares of {', '.join(names)}", *names, ""], rows, sys.stderr, best=found.index(best)
    )


def front_figures(found: Sequence[ParetoPoint], best: ParetoPoint, metrics: Sequence[Metric]) -> list[Figure]:
    """The points over every two metrics: those on the front, those that are beaten, and the most balanced."""
    figures = []
    for one, two in combinations(range(len(metrics)), 2):
        kinds = {
            "on the front": [point for point in found if point.on_front],
            "beaten": [point for point in found if not point.on_front],
            "most balanced": [best],
        }
        lines = [
            Line(
                name,
                [point.scores[one] for point in points],
                [point.scores[two] for point in points],
                joined=False,
                labels=["shares " + ", ".join(f"{share:.2f}" for share in point.shares) for point in points],
            )
            for name, points in kinds.items()
            if points
        ]
        across, up = _label(metrics[one]), _label(metrics[two])
        figures.append(Figure(f"front-{one}-{two}", f"{across} and {up}", Lines(lines, across, up)))
    return figures


def _label(metric: Metric) -> str:
    return metric.spec if metric.higher_is_better else f"{metric.spec} (lower is better)"
