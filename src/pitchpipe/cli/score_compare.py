"""`pitchpipe score --compare`: systems against the first of them, with significance."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from pitchpipe.cli import terminal
from pitchpipe.errors import InputError
from pitchpipe.metrics import Metric
from pitchpipe.metrics.optimised import MARK
from pitchpipe.metrics.scoring import signature
from pitchpipe.metrics.significance import SIGNIFICANT, Compared, Comparison, System, compare, p_text
from pitchpipe.metrics.significance.comparison import TESTS, check_names


def check_choices(test: str, correction: str, sentence: bool) -> None:
    """Refuse what cannot work before anything is read."""
    if sentence:
        raise InputError("found --sentence with --compare, expected one of them: sentences are not compared")
    check_names(test, correction)


def replicas_of(argument: str) -> list[str]:
    """The files of a system: several, with commas between them, are its replicas."""
    paths = [argument] if os.path.exists(argument) else argument.split(",")
    if not all(paths):
        raise InputError(f"found {argument!r}, expected the names of files with commas between them")
    return paths


def score_compare(
    outputs: list[tuple[str, list[list[str]]]],
    references: list[list[str]] | None,
    metrics: dict[str, Metric],
    marked: Sequence[str] = (),
    *,
    sources: list[str] | None = None,
    test: str,
    trials: int,
    correction: str,
    seed: int,
    tokenize: str,
    threads: int,
    json: bool,
) -> None:
    """Compare systems under each metric, and write tables or JSON; `marked` are the metrics that flatter them."""
    found: dict[str, Comparison] = {}
    with terminal.progress_bar(f"comparing {len(outputs)} systems") as progress:
        for spec, metric in metrics.items():
            progress(len(found), len(metrics), spec)
            systems = [
                System.of(
                    name, replicas, references, metric, sources=sources, tokenize=tokenize, threads=threads
                )
                for name, replicas in outputs
            ]
            found[spec] = compare(
                systems, metric, test, trials=trials, correction=correction, seed=seed, threads=threads
            )
    signed = {spec: signature(metric, tokenize) for spec, metric in metrics.items()}
    if json:
        terminal.write_json(_as_json(found, signed))
        return
    for spec, comparison in found.items():
        header, rows = _table(f"{spec} {MARK}" if spec in marked else spec, comparison)
        terminal.show_table(header, rows, sys.stdout)
    terminal.write_lines(f"{spec} = {text}" for spec, text in signed.items())
    corrected = f", corrected by {correction}" if len(outputs) > 2 and correction != "none" else ""
    terminal.write_lines(
        [f"p = {TESTS[test]}, {trials:,} trials, seed {seed}{corrected}; * is below {SIGNIFICANT}"]
    )


def _table(spec: str, comparison: Comparison) -> tuple[list[str], list[list[str]]]:
    """A row for each system, narrow enough for most terminals; JSON has more."""
    many = len(comparison.systems) > 2 and comparison.correction != "none"
    p = f"p ({comparison.correction})" if many else "p"
    header = ["system", spec, "95% interval", "difference", "95% interval", p]
    return header, [_row(one, comparison.trials) for one in comparison.systems]


def _row(one: Compared, trials: int) -> list[str]:
    deviation = "" if one.deviation is None else f" ± {one.deviation:.2f}"
    cells = [one.name, f"{one.score:.2f}{deviation}", "{:.1f} to {:.1f}".format(*one.interval)]
    if one.difference is None:
        return [*cells, "baseline", "", ""]
    corrected = one.difference.corrected
    return [
        *cells,
        f"{one.difference.value:+.2f}",
        "{:+.1f} to {:+.1f}".format(*one.difference.interval),
        f"{p_text(one.difference.p, corrected, trials)} {'*' if corrected < SIGNIFICANT else ' '}",
    ]


def _as_json(found: dict[str, Comparison], signed: dict[str, str]) -> dict[str, Any]:
    """The comparison under each metric."""
    return {"metrics": {spec: {**one.as_dict(), "metric": signed[spec]} for spec, one in found.items()}}
