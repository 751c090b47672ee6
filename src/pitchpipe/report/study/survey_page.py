"""The report of a study on several text pairs: how methods stand over all of them, and each pair's curves."""

from __future__ import annotations

from dataclasses import replace

from pitchpipe.metrics import find_metric
from pitchpipe.pages import Report, Section, Table, best_in_columns
from pitchpipe.pages.table import Cell
from pitchpipe.report.study.figures import learning_curves
from pitchpipe.report.study.score_tables import marks_note, score_cell
from pitchpipe.study.study import UNTUNED
from pitchpipe.study.survey import Overall, Survey
from pitchpipe.study.verdict import duration


def survey_report(survey: Survey) -> Report:
    """All text pairs on one page; each has a report of its own besides."""
    cells = [(len(one.done), len(one.cells)) for one in survey.pairs.values()]
    sections = []
    if survey.methods:
        sections.append(
            Section("Over all text pairs", [overall_table(survey), pairs_table(survey)], _note(survey))
        )
    for pair, results in survey.pairs.items():
        curves = [
            replace(figure, name=f"{pair}_{figure.name}")
            for figure in learning_curves(results, survey.metric)
        ]
        if curves:
            sections.append(Section(pair, curves))
    return Report(
        f"Methods over {len(survey.pairs)} text pairs",
        f"Tuned to {survey.metric}; ranks and losses are of test texts. The folder of each pair has a report of its own.",
        [
            ("text pairs", str(len(survey.pairs))),
            ("cells done", f"{sum(done for done, _ in cells)} of {sum(total for _, total in cells)}"),
        ],
        sections,
        survey_verdict(survey),
    )


def survey_verdict(survey: Survey) -> list[str]:
    """Which method stands best over all pairs, and what it may cost."""
    if not survey.methods:
        return []
    best = survey.methods[0]
    said = (
        f"{best.name} ranks best over {len(survey.pairs)} text pairs, {best.rank:.2f} on average; it is at most "
        f"{best.loss:.2f} behind the best method of a pair. A run takes {duration(best.seconds)}."
    )
    safest = min(survey.methods, key=lambda one: one.loss)
    if safest is not best:
        said += f" {safest.name} loses least where it loses most, {safest.loss:.2f}."
    return [said]


def overall_table(survey: Survey) -> Table:
    """A row for each method, the best one first."""
    rows: list[list[Cell]] = [
        [one.name, one.rank, one.loss, one.gain, one.fall, one.seconds] for one in survey.methods
    ]
    columns = [[one.rank, one.loss, -one.gain, one.fall, one.seconds] for one in survey.methods]
    return Table(
        "overall",
        "Methods over all text pairs, by mean rank",
        ["method", "mean rank", "worst loss", "least gain", "largest fall", "seconds"],
        rows,
        digits=[0, 2, 2, 2, 2, 1],
        best=best_in_columns(columns, higher=False),
        note="The worst loss is how far a method is behind the best one, on the pair where that is most. The least gain is "
        "over the start weights on test text, of any pair and seed; the largest fall is that of any iteration below "
        "the start weights, on the tuning text. Seconds are by the clock, with other cells at work.",
    )


def pairs_table(survey: Survey) -> Table:
    """The mean of each method on each pair's test text."""
    pairs, methods = survey.pairs, survey.methods
    start = [survey.untuned(pair) for pair in pairs]
    rows: list[list[Cell]] = [[UNTUNED, *("" if one is None else f"{one:.2f}" for one in start)]]
    rows += [[one.name, *(_cell(survey, one, pair) for pair in pairs)] for one in methods]
    values = [start, *([*map(one.means.get, pairs)] for one in methods)]
    return Table(
        "pairs",
        f"{survey.metric} on the test text of each pair",
        ["method", *pairs],
        rows,
        best=best_in_columns(values, find_metric(survey.metric).higher_is_better),
    )


def _cell(survey: Survey, method: Overall, pair: str) -> str:
    results = survey.pairs[pair]
    return score_cell(results, method.name, survey.metric, results.study.texts[-1], survey.metric)


def _note(survey: Survey) -> str:
    return marks_note(next(iter(survey.pairs.values())))
