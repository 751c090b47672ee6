"""`pitchpipe compare`: methods and metrics side by side, over replicas."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.exits import FAILED, leave_threads
from pitchpipe.cli.options import Cluster, Json, Threads, thread_count
from pitchpipe.cli.setting_options import settings_of

if TYPE_CHECKING:
    from pitchpipe.pages import Report
    from pitchpipe.study.grid import Ended
    from pitchpipe.study.results import Results
    from pitchpipe.study.survey import Survey


def compare(
    study: Annotated[
        str, typer.Argument(metavar="STUDY", help="TOML file that says what to compare.", show_default=False)
    ],
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Folder for everything that the study writes.",
            show_default=False,
        ),
    ],
    threads: Threads = None,
    set: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SETTINGS",
            help="Settings of [grid] that override the file's, as in: replicas=1,iterations=3",
            show_default=False,
        ),
    ] = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Compare methods and metrics on test texts.

    Each method is tuned to each metric, several times. The folder gets the weights and translations of every cell of
    the grid, the study with all defaults, and report.html. Rerun the command to resume: finished cells are skipped.
    If a cell fails, the failure is reported and the other cells continue.

    \b
    Example:
      pitchpipe compare study.toml -o study
      pitchpipe report study --live

    \b
    study.toml:
      [text]
      model = "model"
      dev = ["val.de", "val.en"]
      [test]
      news = ["test.de", "test.en"]
      [grid]
      methods = ["mert", "pro", "kbmira"]
      replicas = 3
      [report]
      scores = ["bleu", "chrf", "ter"]
    """
    from pitchpipe.metrics import find_metric
    from pitchpipe.metrics.scorer import tally_lines
    from pitchpipe.study import has_pairs

    grid = settings_of(set)
    how: dict[str, Any] = {
        "threads": thread_count(threads),
        "cluster": cluster,
        "say": terminal.log,
        "bar": terminal.progress_bar,
        "told": _tell,
    }
    try:
        run = _compare_pairs if has_pairs(study) else _compare_one
        each = run(study, output, grid, how, json)
    except KeyboardInterrupt:
        leave_threads("stopped; rerun the command to resume")
    for line in tally_lines(map(find_metric, [*each[0].study.metrics, *each[0].study.scores])):
        terminal.log(line)
    if failed := sum(len(one.failed) for one in each):
        cells = sum(len(one.cells) for one in each)
        terminal.warn(f"{failed} of {cells} cells failed; rerun the command to try them again")
        raise typer.Exit(FAILED)


def _compare_one(
    study: str, output: str, grid: dict[str, Any], how: dict[str, Any], json: bool
) -> list[Results]:
    from pitchpipe.report.study.page import study_report
    from pitchpipe.study import compare, read_study

    results = compare(read_study(study, grid), output, **how)
    with terminal.progress_bar("comparing"):
        page = study_report(results)
    _write(page, output)
    _show(results, json)
    terminal.log(f"the report is in {output}/report.html")
    return [results]


def _compare_pairs(
    study: str, output: str, grid: dict[str, Any], how: dict[str, Any], json: bool
) -> list[Results]:
    from pitchpipe.report.study.page import study_report
    from pitchpipe.report.study.survey_page import survey_report
    from pitchpipe.study import compare_pairs

    def paired(name: str, results: Results) -> None:
        _write(study_report(results), f"{output}/{name}")

    survey = compare_pairs(study, output, grid=grid, paired=paired, **how)
    with terminal.progress_bar("comparing"):
        page = survey_report(survey)
    _write(page, output)
    _show_survey(survey, json)
    terminal.log(f"the report is in {output}/report.html, and one of each pair in its folder")
    return list(survey.pairs.values())


def _write(page: Report, folder: str) -> None:
    from pathlib import Path

    from pitchpipe.files import write_whole

    with write_whole(Path(folder, "report.html")) as file:
        file.write(page.to_html().encode())


def _tell(ended: Ended, done: int, total: int) -> None:
    """A line for each cell that ends, with the time that is left."""
    left = f"; about {terminal.duration(ended.seconds_left)} left" if ended.seconds_left else ""
    if ended.problem:
        terminal.warn(f"{ended.cell.title} failed: {ended.problem}")
    elif ended.result and not ended.earlier:
        terminal.log(f"{ended.cell.title}: {_outcome(ended.result)}{left}")


def _outcome(result: dict[str, Any]) -> str:
    curve = result["curve"]
    return f"{curve[0]:.2f} to {curve[result['chosen']]:.2f} on dev" if curve else "translated"


def _show(results: Results, json: bool) -> None:
    """The verdict, a table for each metric that was tuned to and each that it is measured by, and all pairs; or JSON."""
    from pitchpipe.report.study.beams import beam_table
    from pitchpipe.report.study.score_tables import marked_score, marks_note, pair_table, score_table
    from pitchpipe.study.adaptation import adaptations
    from pitchpipe.study.verdict import verdict
    from pitchpipe.study.word_order import word_orders

    if json:
        learned = [one.as_dict() for one in adaptations(results.widest)]
        order = [one.as_dict() for one in word_orders(results.widest)]
        more = {"tuning_texts": learned, "word_order": order}
        more = {name: found for name, found in more.items() if found}
        terminal.write_json({"verdict": verdict(results), **results.as_dict(), **more})
        return
    study = results.study
    terminal.write_lines([*map(_wrapped, verdict(results)), ""])
    for metric in study.metrics:
        aim = f", tuned to {metric}" if len(study.metrics) > 1 else ""
        for score in study.scores:
            beams = {
                f"{score}{aim}, {text}, beam": beam_table(results, metric, text, score)
                for text in (study.comparable if study.beams else ())
            }
            marked = marked_score(results, metric, score)
            tables = beams or {f"{marked}{aim}": score_table(results, metric, score)}
            for title, table in tables.items():
                header, rows = table.texts()
                named = [title, *header[1:]]
                terminal.show_table(named, [*map(_in_line, rows)], sys.stdout, cells=table.best)
                terminal.write("\n")
    terminal.write_lines(map(_wrapped, filter(None, [marks_note(results)])))
    for metric in study.metrics:
        for text in study.texts[1:]:
            if pairs := pair_table(results.widest, metric, text):
                header, rows = pairs.texts()
                terminal.write("\n")
                terminal.show_table([pairs.title, *header[1:]], [*map(_in_line, rows)], sys.stdout)
                terminal.write_lines([_wrapped(pairs.note)])


def _show_survey(survey: Survey, json: bool) -> None:
    """How methods stand over all text pairs; or JSON."""
    from dataclasses import asdict

    from pitchpipe.report.study.survey_page import overall_table, pairs_table, survey_verdict

    if json:
        pairs = {name: results.as_dict() for name, results in survey.pairs.items()}
        methods = [asdict(one) for one in survey.methods]
        terminal.write_json({"verdict": survey_verdict(survey), "methods": methods, "pairs": pairs})
        return
    terminal.write_lines([*map(_wrapped, survey_verdict(survey)), ""])
    for table in (overall_table(survey), pairs_table(survey)) if survey.methods else ():
        header, rows = table.texts()
        terminal.show_table(header, [*map(_in_line, rows)], sys.stdout, cells=table.best)
        terminal.write("\n")


def _wrapped(sentence: str) -> str:
    """A sentence in lines that can be read."""
    return fill(sentence, min(100, get_terminal_size().columns))


def _in_line(row: list[str]) -> list[str]:
    """Room where there is no mark, so that digits are below each other."""
    return [row[0], *(cell if cell.endswith(("*", "†")) else f"{cell}  " for cell in row[1:])]
