"""What people said of a study's translations, beside what metrics say."""

from __future__ import annotations

from pathlib import Path

from pitchpipe.judge.answers import has_answers
from pitchpipe.judge.campaign import CAMPAIGN
from pitchpipe.judge.results import Results as Judged
from pitchpipe.pages import Section, Table
from pitchpipe.pages.table import Cell
from pitchpipe.report.judge import preference_tables, system_tables
from pitchpipe.report.judge import verdict as judged_verdict
from pitchpipe.report.study.score_tables import mean_score
from pitchpipe.study.results import Results
from pitchpipe.study.study import UNTUNED

FOLDER = "judged"
"""Within that of a study: a campaign, or several in folders of their own."""


def judged_sections(results: Results) -> list[Section]:
    """A section for each campaign in the study's folder that has answers."""
    found = sorted(path.parent for path in (Path(results.folder) / FOLDER).rglob(CAMPAIGN))
    return [_section(results, place) for place in found if has_answers(place)]


def _section(results: Results, place: Path) -> Section:
    judged = Judged.read(place)
    name = place.name
    pairs = preference_tables(judged)[:2] if judged.pairs else []
    tables = [_beside(results, judged), *system_tables(judged), *pairs]
    renamed = [Table(**{**vars(one), "name": f"{name}_{one.name}"}) for one in tables]
    title = "What people say" if name == FOLDER else f"What people say: {name}"
    return Section(title, renamed, " ".join(judged_verdict(judged)))


def _beside(results: Results, judged: Judged) -> Table:
    """A row for each judged system: what judges and metrics give it. Metrics are known of those named like a method."""
    study = results.study
    metric, text = study.metrics[0], study.texts[-1]
    means = {one.system: one.mean for one in judged.scores} if judged.scores else {}
    strengths = {one.system: one.value for one in judged.strengths} if judged.preferences else {}
    rows: list[list[Cell]] = []
    for system in judged.campaign.systems:
        tuned = "" if system == UNTUNED else metric
        known = system in results.methods(metric) or (system == UNTUNED and results.untuned is not None)
        scores = [
            mean_score(results, system, tuned, text, score) if known else None for score in study.scores
        ]
        own = [means.get(system)] if means else []
        own += [strengths.get(system)] if strengths else []
        rows.append([system, *(_cell(value) for value in (*own, *scores))])
    columns = [*(["mean of judges"] if means else []), *(["strength"] if strengths else [])]
    return Table(
        "beside_metrics",
        f"Judges and metrics, on {text}",
        ["system", *columns, *study.scores],
        rows,
        note="Metrics are means over replicas. Systems that are not named like a method of the study have none.",
    )


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
