"""The report of a system that `train` built, from its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitchpipe.analysis import TuningRecord, word_differences
from pitchpipe.errors import InputError
from pitchpipe.files.json_file import read_json
from pitchpipe.files.typed import checked_value
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.optimised import MARK, flattered, verdict_note
from pitchpipe.metrics.significance import SIGNIFICANT, p_text
from pitchpipe.online import OnlineRecord
from pitchpipe.pages.figure import Figure
from pitchpipe.pages.page import Example, Report, Section
from pitchpipe.pages.provenance import provenance
from pitchpipe.pages.table import Table
from pitchpipe.report.gain import gain_sentence
from pitchpipe.report.online import online_sections
from pitchpipe.report.system_tables import command, model_section, more_facts, text_section, time_section
from pitchpipe.report.tuning import tuning_sections
from pitchpipe.specs import split_specs
from pitchpipe.study.verdict import duration
from pitchpipe.training.recipe import Recipe

KNOWN = (
    "settings",
    "build",
    "text",
    "texts",
    "origins",
    "search",
    "tuning",
    "test",
    "seconds",
    "warnings",
    "version",
)
"""Parts of a summary that have their own place on the page."""


def training_report(folder: Path) -> Report:
    """How a system was built, tuned and measured."""
    path = folder / "summary.json"
    summary = read_json(path)
    try:
        checked_value("seconds", summary.get("seconds"), dict[str, float])
    except InputError as error:
        raise InputError(f"{path}: found something else, expected the summary of `train`: {error}") from None
    try:
        made = _report(folder, summary)
        _check_cells(made)
        return made
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path}: found something else, expected the summary of `train`: {error!r}"
        ) from None


def _check_cells(made: Report) -> None:
    """Tables show what a summary says: it must be something that a cell can show."""
    tables = [item for section in made.sections for item in section.items if isinstance(item, Table)]
    for cell in (cell for table in tables for row in table.rows for cell in row):
        if not isinstance(cell, (str, int, float, type(None))):
            raise TypeError(f"found {cell!r:.60}, expected a text or a number")


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
    recipe = Recipe.read(folder / "recipe.toml") if (folder / "recipe.toml").exists() else None
    sections = []
    if test:
        items: list[Table | Figure | Example] = [_scores(test, _aims(settings) if tuning else [])]
        items += [_example(one, index) for index, one in enumerate(examples)]
        sections.append(Section("The test text", items, _examples_note(examples, metric.spec)))
    sections.append(text_section(recipe, summary))
    sections += filter(None, [model_section(summary)])
    sections += more_facts(summary, KNOWN)
    tuned = folder / "work" / f"tune-{_tune_key(folder)}"
    if tuning and OnlineRecord.is_in(tuned):
        sections += online_sections(OnlineRecord.read(tuned), metric)
    elif tuning and tuned.is_dir():
        record = TuningRecord.read(tuned)
        sections += tuning_sections(record, record.metric)
    sections.append(time_section(summary["seconds"]))
    signatures = {metric.spec: metric.signature} | {name: one["signature"] for name, one in test.items()}
    again = command(recipe, folder) if recipe else ""
    sections.append(provenance(settings, signatures, again))
    lead = "A phrase-based translation system with its start weights."
    if tuning:
        lead = f"A phrase-based translation system tuned with {settings['method']} to {metric.spec}. Tuning ended: {tuning['reason']}."
    title = f"The system in {folder.resolve().name}"
    return Report(
        title,
        lead,
        facts,
        sections,
        [_verdict(summary, metric), *_by_others(test, settings, tuning), *_warnings(summary)],
    )


def _verdict(summary: dict[str, Any], metric: Metric) -> str:
    """How good the system is on the test text, what tuning gained and whether that is significant, and the time."""
    tuning, tested = summary.get("tuning"), summary.get("test", {}).get(metric.spec)
    method = summary["settings"]["method"]
    took = f"Building it took {duration(sum(summary['seconds'].values()))}"
    took += f", {duration(summary['seconds'].get('tune', 0.0))} of it tuning." if tuning else "."
    if not tested:
        if not tuning:
            return f"The system has its start weights and was not measured: give train texts with --dev and --test. {took}"
        gained = gain_sentence(method, metric, "the tuning text", tuning["before"], tuning["after"])
        return f"{gained} The weights were fitted to this text: give train a --test text to see whether that holds. {took}"
    if not tuning:
        return f"With its start weights the system has {metric.spec} {tested['after']:.2f} on the test text. {took}"
    change = tested["after"] - tested["before"]
    better = (change > 0) == metric.higher_is_better
    said = f"The system has {metric.spec} {tested['after']:.2f} on the test text"
    if abs(change) < 0.005:
        return f"{said}, as before tuning with {method}. {took}"
    said += f". Tuning with {method} {'improved' if better else 'worsened'} it from {tested['before']:.2f} ({change:+.2f})"
    if "p" in tested:
        p = p_text(tested["p"], tested["p"], tested["trials"])
        sure = "significant" if tested["p"] < SIGNIFICANT else "not significant"
        said += f", which is {sure} (p {p})" if p.startswith("<") else f", which is {sure} (p = {p})"
    return f"{said}. {took}"


def _aims(settings: dict[str, Any]) -> list[str]:
    """The metrics that were tuned to, in stages and last."""
    return [*split_specs(settings.get("stages", "")), settings["metric"]]


def _by_others(test: dict[str, Any], settings: dict[str, Any], tuning: Any) -> list[str]:
    """How the metrics that were not tuned to have changed; what was tuned to flatters the system."""
    metrics = {name: find_metric(name) for name in test}
    others = [name for name in metrics if name not in flattered(metrics, _aims(settings))]
    if not others or not tuning:
        return []
    changes = [f"{name} {test[name]['before']:.2f} to {test[name]['after']:.2f}" for name in others]
    return [f"By metrics that were not tuned to, which do not flatter it: {', '.join(changes)}."]


def _warnings(summary: dict[str, Any]) -> list[str]:
    """What `train` warned of."""
    found = summary.get("warnings", [])
    return [f"Warning: {one}" for one in (found.values() if isinstance(found, dict) else found)]


def _tune_key(folder: Path) -> str:
    """The stage's key names the folder of its loop."""
    record = folder / "work" / "tune.stage.json"
    return str(read_json(record)["key"])[:8] if record.exists() else ""


def _scores(test: dict[str, Any], aims: list[str]) -> Table:
    rows = []
    marked = flattered({name: find_metric(name) for name in test}, aims)
    for name, one in test.items():
        better = "higher" if find_metric(name).higher_is_better else "lower"
        rows.append(
            [
                f"{name} {MARK}" if name in marked else name,
                better,
                one["before"],
                one["after"],
                f"{one['after'] - one['before']:+.2f}",
            ]
        )
    return Table(
        "test_scores",
        "Scores before and after tuning",
        ["metric", "better is", "before", "after", "difference"],
        rows,
        note=verdict_note(list(test), marked) or "",
    )


def _examples_note(examples: list[dict[str, str]], metric: str) -> str:
    if not any("change" in one for one in examples):
        return "Tuning changed the score of no sentence; these are the first ones." if examples else ""
    return (
        f"Below the scores, the sentences whose own {metric} tuning changed most, for better and for worse."
    )


def _example(one: dict[str, str], index: int) -> Example:
    names = [name for name in ("change", "source", "reference", "before") if name in one]
    plain = [(name, [("same", one[name])]) for name in names]
    changed = word_differences(one["before"], one["after"])
    return Example(f"translation {index + 1} before and after tuning", [*plain, ("after", changed)])
