"""The report of a system that `train` built, from its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitchpipe.analysis import TuningRecord, word_differences
from pitchpipe.errors import InputError
from pitchpipe.files.json_file import read_json
from pitchpipe.metrics import find_metric
from pitchpipe.online import OnlineRecord
from pitchpipe.pages.bars import Bars
from pitchpipe.pages.figure import Figure
from pitchpipe.pages.page import Example, Report, Section
from pitchpipe.pages.provenance import provenance
from pitchpipe.pages.table import Table
from pitchpipe.report.online import online_sections
from pitchpipe.report.tuning import tuning_sections


def training_report(folder: Path) -> Report:
    """How a system was built, tuned and measured."""
    path = folder / "summary.json"
    summary = read_json(path)
    try:
        return _report(folder, summary)
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path}: found something else, expected the summary of `train`: {error!r}"
        ) from None


def _report(folder: Path, summary: dict[str, Any]) -> Report:
    settings, tuning = summary["settings"], summary.get("tuning")
    test = dict(summary.get("test", {}))
    examples = test.pop("examples", [])
    metric = find_metric(settings["metric"])
    facts = []
    if tuning:
        facts += [
            (f"dev {metric.spec} before", f"{tuning['before']:.2f}"),
            (f"dev {metric.spec} after", f"{tuning['after']:.2f}"),
        ]
    if metric.spec in test:
        facts += [(f"test {metric.spec}", f"{test[metric.spec]['after']:.2f}")]
    facts.append(("time", f"{sum(summary['seconds'].values()):.0f} s"))
    sections = []
    if test:
        sections.append(Section("The test text", [_scores(test), *map(_example, examples)]))
    tuned = folder / "work" / f"tune-{_tune_key(folder)}"
    if tuning and OnlineRecord.is_in(tuned):
        sections += online_sections(OnlineRecord.read(tuned), metric)
    elif tuning and tuned.is_dir():
        record = TuningRecord.read(tuned)
        sections += tuning_sections(record, record.metric)
    stages = summary["seconds"]
    sections.append(
        Section(
            "Time",
            [Figure("stages", "Seconds of each stage", Bars(list(stages), list(stages.values()), 1, " s"))],
        )
    )
    signatures = {metric.spec: metric.signature} | {name: one["signature"] for name, one in test.items()}
    sections.append(provenance(settings, signatures))
    lead = "A phrase-based translation system with its start weights."
    if tuning:
        lead = f"A phrase-based translation system tuned with {settings['method']} to {metric.spec}. Tuning ended: {tuning['reason']}."
    return Report(f"The system in {folder.resolve().name}", lead, facts, sections)


def _tune_key(folder: Path) -> str:
    """The stage's key names the folder of its loop."""
    record = folder / "work" / "tune.stage.json"
    return str(read_json(record)["key"])[:8] if record.exists() else ""


def _scores(test: dict[str, Any]) -> Table:
    rows = []
    for name, one in test.items():
        better = "higher" if find_metric(name).higher_is_better else "lower"
        rows.append([name, better, one["before"], one["after"], f"{one['after'] - one['before']:+.2f}"])
    return Table(
        "test_scores",
        "Scores before and after tuning",
        ["metric", "better is", "before", "after", "difference"],
        rows,
    )


def _example(one: dict[str, str]) -> Example:
    plain = [(name, [("same", one[name])]) for name in ("source", "reference", "before")]
    changed = word_differences(one["before"], one["after"])
    return Example("a translation before and after tuning", [*plain, ("after", changed)])
