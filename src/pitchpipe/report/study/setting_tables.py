"""Methods that differ in two settings, as a table of one setting by the other (thesis tables 3.3 and 3.4)."""

from __future__ import annotations

from pitchpipe.metrics import find_metric
from pitchpipe.online import any_method
from pitchpipe.pages import Table, best_in_columns
from pitchpipe.report.study.score_tables import mean_score, score_cell, word
from pitchpipe.settings import setting_fields
from pitchpipe.study.results import Results
from pitchpipe.study.study import Study


def setting_tables(results: Results, metric: str) -> list[Table]:
    """For each text, a row for each value of one setting and a column for each of the other."""
    found = two_settings(results.study)
    if found is None:
        return []
    down, across, names = found
    rows, columns = (list(dict.fromkeys(values)) for values in zip(*names, strict=True))
    return [
        Table(
            f"settings_{word(metric)}_{text}",
            f"{text}: {metric} by {down} (rows) and {across} (columns)",
            [down, *columns],
            [
                [row, *(score_cell(results, names[row, column], metric, text, metric) for column in columns)]
                for row in rows
            ],
            best=best_in_columns(
                [
                    [mean_score(results, names[row, column], metric, text, metric) for column in columns]
                    for row in rows
                ],
                find_metric(metric).higher_is_better,
            ),
        )
        for text in results.study.comparable
    ]


def two_settings(study: Study) -> tuple[str, str, dict[tuple[str, str], str]] | None:
    """The two settings that tell a study's methods apart, and the method of each pair of their values.

    None unless all of them are one method with everything else the same, and every pair has its method.
    """
    built = [any_method(one.spec) for one in study.methods]
    if len({type(one) for one in built}) > 1 or any(
        one.loop != study.methods[0].loop for one in study.methods
    ):
        return None
    values = {name: [str(getattr(one, name)) for one in built] for name in setting_fields(built[0])}
    varying = [name for name, each in values.items() if len(set(each)) > 1]
    if len(varying) != 2:
        return None
    down, across = varying
    names = {
        pair: one.name
        for pair, one in zip(zip(values[down], values[across], strict=True), study.methods, strict=True)
    }
    whole = len(set(values[down])) * len(set(values[across]))
    return (down, across, names) if len(names) == whole == len(study.methods) else None
