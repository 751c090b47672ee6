"""The report of a study, from its folder: whole, or as far as it has gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitchpipe.metrics import find_metric
from pitchpipe.metrics.scoring import signature
from pitchpipe.pages import Figure, Report, Section, Table
from pitchpipe.pages.page import Example
from pitchpipe.pages.provenance import provenance
from pitchpipe.report.study.beams import beam_section
from pitchpipe.report.study.course_tables import failed_table, gap_table, time_table, variance_table
from pitchpipe.report.study.figures import learning_curves, metric_matrix, replica_dots, weight_maps
from pitchpipe.report.study.judged import judged_sections
from pitchpipe.report.study.list_tables import lists_table, overlap_table
from pitchpipe.report.study.order_tables import order_sections
from pitchpipe.report.study.score_tables import (
    best_method,
    difference_table,
    marks_note,
    pair_table,
    score_table,
)
from pitchpipe.report.study.setting_tables import setting_tables
from pitchpipe.report.study.tuning_text_tables import tuning_text_sections
from pitchpipe.study.results import Results
from pitchpipe.study.study import DEV, Study, tuning_text
from pitchpipe.study.texts import read_text
from pitchpipe.study.verdict import verdict


def study_report(results: Results) -> Report:
    """Methods and metrics of a study, side by side."""
    study = results.study
    widest = results.widest
    sections = [
        *_matrices(widest),
        *_scores(widest),
        *tuning_text_sections(widest),
        *order_sections(widest),
        *judged_sections(widest),
        *_course(widest),
    ]
    if study.beams:
        sections.insert(0, beam_section(results))
    if failed := failed_table(results):
        sections.insert(0, Section("What went wrong", [failed]))
    signatures = {spec: signature(find_metric(spec), study.tokenize) for spec in study.scores}
    settings = {name: table for name, table in study.tables().items() if name != "versions"}
    sections.append(provenance(_flat(settings), signatures))
    return Report(_title(study), _lead(results), _facts(results), sections, verdict(results))


def _scores(results: Results) -> list[Section]:
    """Every method under the metric that it was tuned to, and under all others if that is one; matrices have them else."""
    study = results.study
    items: list[Table | Figure | Example] = []
    for metric in filter(results.methods, study.metrics):
        shown = study.scores if len(study.metrics) == 1 else [metric]
        items += [score_table(results, metric, score) for score in shown]
        items += setting_tables(results, metric)
        if len(study.methods) > 1:
            items += [replica_dots(results, metric, text) for text in study.texts[1:] or study.texts]
        items += filter(None, [difference_table(results, metric, text) for text in study.texts[1:]])
        items += filter(None, [pair_table(results, metric, text) for text in study.texts[1:]])
    return [Section("Scores", items, marks_note(results), beside=True)] if items else []


def _matrices(results: Results) -> list[Section]:
    study = results.study
    figures = [metric_matrix(results, method.name, text) for method in study.methods for text in study.texts]
    found = list(filter(None, figures))
    return [Section("Every metric by every other", found)] if found else []


def _course(results: Results) -> list[Section]:
    """How tuning went: curves, times, spread, over-fitting, weights."""
    study, sections = results.study, []
    if not any(map(results.methods, study.metrics)):
        return []
    if study.has_decoder:
        curves = [figure for metric in study.metrics for figure in learning_curves(results, metric)]
        if curves:
            sections.append(Section("Learning curves", curves))
    unseen = study.texts[1:] or study.texts
    spread = [variance_table(results, text) for text in unseen]
    gaps = [gap_table(results, text) for text in study.texts[1:]]
    tables = [table for table in (*spread, *gaps, time_table(results)) if table]
    sections.append(Section("Spread, over-fitting and time", tables, beside=True))
    lists = [lists_table(results, metric) for metric in filter(results.methods, study.metrics)]
    if any(lists):
        sections.append(Section("What the lists allow", [*filter(None, lists)]))
    weights: list[Table | Figure | Example] = []
    for metric in study.metrics:
        weights += [*weight_maps(results, metric), *filter(None, [overlap_table(results, metric)])]
    if weights:
        said = (
            "Those of dense features, whose sizes sum to 1, without those that some replica left as they were at the start. "
            "All maps have one scale."
        )
        sections.append(Section("Weights", weights, said))
    return sections


def _title(study: Study) -> str:
    names = [method.name for method in study.methods]
    if len(study.metrics) > 1 and len(names) == 1:
        return f"{names[0]} tuned to {_listed(list(study.metrics))}"
    return f"{_listed(names)} compared"


def _lead(results: Results) -> str:
    study = results.study
    sizes = sorted(
        {len(read_text(results.folder, tuning_text(text))) for text in study.tuning_texts or [DEV]}
    )
    dev = " to ".join(f"{size:,}" for size in {sizes[0]: None, sizes[-1]: None})
    tests = [f"{text} ({len(read_text(results.folder, text)):,})" for text in study.texts[1:]]
    how = "with the decoder in the loop" if study.has_decoder else "on lists of candidates"
    texts = f"{len(study.tuning_texts)} texts of " if study.tuning_texts else ""
    sentence = f"Tuned to {_listed(list(study.metrics))} on {texts}{dev} sentences, {how}"
    sentence += f", and measured on {_listed(tests)}." if tests else "."
    left = len(results.cells) - len(results.done) - len(results.failed)
    if left:
        sentence += f" {left} of {len(results.cells)} cells are still to come."
    return sentence


def _facts(results: Results) -> list[tuple[str, str]]:
    study = results.study
    metric = study.metrics[0]
    where = "test texts" if len(study.texts) > 2 else study.texts[-1]
    facts = []
    best = best_method(results.widest, metric, metric)
    if best and len(study.methods) > 1:
        facts.append((f"{metric} of {best[0]}, the best on {where}", f"{best[1]:.2f}"))
    return [
        *facts,
        ("methods × metrics", f"{len(study.methods)} × {len(study.metrics)}"),
        *([("beams", str(len(study.beams)))] if study.beams else []),
        ("replicas", str(study.grid.replicas)),
        ("cells done", f"{len(results.done)} of {len(results.cells)}"),
    ]


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _flat(tables: Mapping[str, Any], start: str = "") -> dict[str, Any]:
    """All settings by their whole names."""
    found: dict[str, Any] = {}
    for name, value in tables.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{start}{name}.")
        else:
            found[f"{start}{name}"] = ", ".join(map(str, value)) if isinstance(value, list) else value
    return found
