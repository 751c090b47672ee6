"""The tables of how tuning went: spread over replicas, time, over-fitting, failures."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from pitchpipe.analysis import Generalisation
from pitchpipe.metrics import find_metric
from pitchpipe.pages import Table, best_in_columns
from pitchpipe.pages.table import Cell
from pitchpipe.report.study.score_tables import tuning_text_title
from pitchpipe.study.cell import method_of
from pitchpipe.study.results import Results
from pitchpipe.study.study import DEV
from pitchpipe.tuning.loop.replicas import mean_and_deviation


def variance_table(results: Results, text: str) -> Table | None:
    """The standard deviation of every metric over replicas (thesis table 4.6)."""
    scores = results.study.scores
    rows: list[list[Cell]] = []
    for name, metric in _pairs(results):
        found = [results.scores(name, metric, text, score) for score in scores]
        if len(found[0]) > 1:
            rows.append(
                [*_names(results, name, metric), *(mean_and_deviation(values)[1] for values in found)]
            )
    if not rows:
        return None
    return Table(
        f"deviations_{text}",
        f"{text}: standard deviation over replicas",
        [*_headers(results), *scores],
        rows,
        note="How much of a score is the seed's.",
    )


def time_table(results: Results) -> Table:
    """Rounds and seconds of each method and metric (thesis table 4.5)."""
    rows: list[list[Cell]] = []
    seconds: list[list[float]] = []
    for name, metric in _pairs(results):
        found = [results.done[cell] for cell in results.replicas(name, metric)]
        rounds, chosen = (fmean(values) for values in zip(*map(_rounds, found), strict=True))
        decode, tune = (fmean(one[part] for one in found) for part in ("decode_seconds", "optimize_seconds"))
        more = [rounds, chosen, decode] if results.study.has_decoder else []
        rows.append([*_names(results, name, metric), *more, tune])
        seconds.append([decode, tune] if results.study.has_decoder else [tune])
    more_names = ["iterations", "chosen", "decoding s"] if results.study.has_decoder else []
    first = len(_headers(results)) + (2 if results.study.has_decoder else 0)
    return Table(
        "times",
        "Time of a replica",
        [*_headers(results), *more_names, "tuning s"],
        rows,
        digits=[0] * len(_headers(results)) + [1] * len(more_names) + [2],
        best=best_in_columns(seconds, higher=False, first=first),
        note="Means over replicas. The chosen iteration is the one whose weights were taken. Seconds are by the clock, with "
        "other cells at work.",
    )


def _rounds(result: dict[str, Any]) -> tuple[int, int]:
    return len(result["curve"]) - 1, result["chosen"]


def gap_table(results: Results, text: str) -> Table | None:
    """What tuning gained over the start weights on the tuning text, and on another (over-fitting)."""
    untuned = results.untuned
    if untuned is None:
        return None
    rows: list[list[Cell]] = []
    for name, metric in _pairs(results):
        sign = 1.0 if find_metric(metric).higher_is_better else -1.0
        names = results.study.text_names(method_of(results.study, name))
        seen, unseen = (
            sign
            * (fmean(results.scores(name, metric, where, metric)) - results.score(untuned, start, metric))
            for where, start in ((DEV, names[DEV]), (text, text))
        )
        gain = Generalisation(seen, unseen)
        signed = [f"{value:+.2f}" for value in (gain.seen, gain.held_out, gain.gap)]
        rows.append([*_names(results, name, metric), *signed])
    if not rows:
        return None
    own = tuning_text_title(results.study)
    return Table(
        f"gap_{text}",
        f"Gained over the start weights, {own} and {text}",
        [*_headers(results), own, text, "gap"],
        rows,
        note="In the metric that was tuned to; above 0 is better. The gap is what was gained on the tuning text only.",
    )


def failed_table(results: Results) -> Table | None:
    """The cells that failed, and why."""
    rows: list[list[Cell]] = [[cell.title, problem] for cell, problem in results.failed.items()]
    return Table("failed", "Cells that failed", ["cell", "problem"], rows) if rows else None


def _pairs(results: Results) -> list[tuple[str, str]]:
    """Methods and metrics that have a cell that is done."""
    return [(name, metric) for metric in results.study.metrics for name in results.methods(metric)]


def _headers(results: Results) -> list[str]:
    return ["method", "tuned to"] if len(results.study.metrics) > 1 else ["method"]


def _names(results: Results, name: str, metric: str) -> list[Cell]:
    return [name, metric] if len(results.study.metrics) > 1 else [name]
