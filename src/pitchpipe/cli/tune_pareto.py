"""`pitchpipe tune LISTS -m bleu -m chrf --pareto 11`: weights between several metrics."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from pitchpipe.cli import terminal
from pitchpipe.lists import Pool
from pitchpipe.metrics import Metric
from pitchpipe.metrics.scoring import signature
from pitchpipe.tuning import Optimizer
from pitchpipe.tuning.pareto import ParetoPoint, pareto
from pitchpipe.weights import Weights, weight_lines


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
    json: bool,
) -> None:
    """Tune to mixtures of metrics, show all, and write the weights that are most balanced."""
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
