"""Scores against the decoder's beam (Liu and Huang 2014, figure 5)."""

from __future__ import annotations

from statistics import fmean

from pitchpipe.metrics import find_metric
from pitchpipe.pages import Figure, Line, Lines, Section, Table, best_in_columns
from pitchpipe.report.study.score_tables import mean_score, score_cell, word
from pitchpipe.study.results import Results
from pitchpipe.study.study import UNTUNED


def beam_section(results: Results) -> Section:
    """Every text and metric that was tuned to, against the beam."""
    study = results.study
    texts = study.texts[1:] or study.texts
    figures = [beam_lines(results, metric, text) for metric in study.metrics for text in texts]
    tables = [beam_table(results, metric, text, metric) for metric in study.metrics for text in texts]
    return Section(
        "Against the beam",
        [*figures, *tables],
        "Every method is tuned and measured with each beam; marks are as below, against the baseline with the same beam. "
        f"All that follows is of the widest beam, {study.beams[-1]}.",
    )


def beam_lines(results: Results, metric: str, text: str) -> Figure:
    """A line for each method: its mean score on a text with each beam."""
    lines = []
    for method in [*_names(results), UNTUNED]:
        tuned_to = "" if method == UNTUNED else metric
        scores = {
            beam: found
            for beam, part in results.by_beam.items()
            if (found := part.scores(method, tuned_to, text, metric))
        }
        if scores:
            lines.append(Line(method, list(scores), [fmean(found) for found in scores.values()]))
    side = "high" if find_metric(metric).higher_is_better else "low"
    return Figure(
        f"beams_{word(metric)}_{text}",
        f"{text}: {metric} against the beam",
        Lines(lines, "beam", metric, log_x=True),
        f"Means over replicas. A method that stays {side} to the left gets by with a faster search.",
    )


def beam_table(results: Results, metric: str, text: str, score: str) -> Table:
    """A row for each method tuned to a metric, a column for each beam: mean and deviation over replicas, and a mark."""
    parts = results.by_beam.values()
    start = [score_cell(part, UNTUNED, "", text, score) for part in parts]
    tuned = [
        [name, *(score_cell(part, name, metric, text, score) for part in parts)] for name in _names(results)
    ]
    aims = [(UNTUNED, ""), *((name, metric) for name in _names(results))]
    means = [[mean_score(part, name, aim, text, score) for part in parts] for name, aim in aims]
    higher = find_metric(score).higher_is_better
    better = "higher" if higher else "lower"
    aim = f"tuned to {metric}, " if len(results.study.metrics) > 1 else ""
    return Table(
        f"beams_{word(metric)}_{word(score)}_{text}",
        f"{text}: {score} with each beam, {aim}{better} is better",
        ["method", *map(str, results.by_beam)],
        [[UNTUNED, *start], *tuned],
        best=best_in_columns(means, higher),
    )


def _names(results: Results) -> list[str]:
    return [method.name for method in results.study.methods]
