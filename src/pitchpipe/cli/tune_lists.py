"""`pitchpipe tune LISTS`: one or several methods on lists that stay as they are."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pitchpipe.analysis import generalisation
from pitchpipe.cli import terminal
from pitchpipe.cli.read_lists import read_lists
from pitchpipe.cli.tune_folds import Trust, show_trusted, trusted
from pitchpipe.cli.tune_pareto import Mixtures, tune_pareto
from pitchpipe.errors import InputError
from pitchpipe.lists import read_weights_for, split, tokenized
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.scorer import tally_lines
from pitchpipe.metrics.scoring import signature
from pitchpipe.online import any_method
from pitchpipe.tuning import ListRun, Optimizer, best_run, tune_each
from pitchpipe.tuning.settings import TuningSettings
from pitchpipe.tuning.tied import Tied
from pitchpipe.weights import Weights, weight_lines

KNOWN = ("metric", "seed", "held_out")
"""Settings of tuning that make a difference for lists."""


def tune_lists(
    paths: Sequence[str],
    references: Sequence[str],
    specs: Sequence[str],
    given: Mapping[str, Any],
    *,
    start: str | None,
    allow_missing: bool,
    tokenize: str,
    format: str | None,
    missing: str,
    trust: Trust,
    tie: str,
    mixtures: Mixtures,
    threads: int,
    output: str | None,
    json: bool,
) -> None:
    """Tune on lists with each method, show how they compare, and write the best weights."""
    for name in given:
        if name not in KNOWN:
            raise InputError(f"{name} is for tuning a model, expected its folder and not {paths[0]!r}")
    settings = TuningSettings.from_spec(None, dict(given))
    metric, methods = find_metric(settings.metric), _methods(specs)
    pool = read_lists(paths, references, format=format, threads=threads, missing=missing).without_duplicates()
    terminal.log(
        f"{len(pool):,} candidates of {pool.group_count:,} sentences, {len(pool.feature_names):,} features"
    )
    pool = tokenized(pool, tokenize)
    weights, notes = read_weights_for(pool, start, allow_missing=allow_missing) if start else (None, [])
    for note in notes:
        terminal.warn(note)
    if mixtures.count:
        if len(methods) > 1 or trust or tie or settings.held_out:
            raise InputError("found --pareto with other ways to tune, expected it alone and one method")
        tune_pareto(
            pool,
            [find_metric(one) for one in mixtures.metrics],
            methods[0],
            weights,
            mixtures.count,
            tokenize=tokenize,
            seed=settings.seed,
            threads=threads,
            output=output,
            plot=mixtures.plot,
            json=json,
        )
        return
    tied = Tied.parse(pool.feature_names, tie)
    if tie:
        pool = tied.pool(pool)
        weights = None if weights is None else tied.tied(weights)
    found = None
    if trust:
        if settings.held_out:
            raise InputError("found held_out with --folds or --bootstrap, expected one of them")
        how = {"seed": settings.seed, "threads": threads}
        found = trusted(pool, methods, metric, weights, trust, **how)
        methods = [method for method in methods if method.spec == found.method]
    seen, held_out = split(pool, settings.held_out, settings.seed) if settings.held_out else (pool, None)
    with terminal.tuning_progress() as progress:
        runs = tune_each(
            seen,
            methods,
            metric,
            weights,
            held_out=held_out,
            seed=settings.seed,
            threads=threads,
            progress=progress,
        )
    runs = [replace(run, tuned=replace(run.tuned, weights=tied.untied(run.tuned.weights))) for run in runs]
    best = best_run(runs, metric)
    for warning in _warnings(runs):
        terminal.warn(warning)
    _show(runs, best, metric)
    if found:
        show_trusted(found, metric)
    terminal.log(f"{metric.spec} = {signature(metric, tokenize)}")
    for line in tally_lines([metric]):
        terminal.log(line)
    facts = {"metric": metric.spec, "signature": signature(metric, tokenize), "threads": threads}
    more = found.as_dict() if found else {}
    if found and trust.average:
        mean = next(one.weights for one in found.folds if one.method == found.method)
        best = replace(best, tuned=replace(best.tuned, weights=tied.untied(mean)))
        terminal.log("the weights are the mean of those of the folds")
    runs_as_json = [{**run.as_dict(), **facts} for run in runs]
    _write(best, {**best.as_dict(), **facts, **more, "runs": runs_as_json}, output, json)


def _write(best: ListRun, document: Mapping[str, Any], output: str | None, json: bool) -> None:
    """Write the weights to a file, and the document or else the weights to stdout."""
    if output is not None:
        Weights(best.tuned.weights).write(output)
        terminal.log(f"the weights of {best.tuned.method} are in {output}")
    if json:
        terminal.write_json(document)
    elif output is None:
        terminal.write_lines(weight_lines(best.tuned.weights, "standard output"))


def _methods(specs: Sequence[str]) -> list[Optimizer]:
    methods = []
    for spec in specs:
        built = any_method(spec)
        if not isinstance(built, Optimizer):
            raise InputError(f"{built.spec} tunes a model on its own, on --dev FILE with -r REFERENCE")
        methods.append(built)
    return methods


def _warnings(runs: Sequence[ListRun]) -> Iterator[str]:
    """What all runs warn of once, and what only some do with the name of the method."""
    shared = [text for text in runs[0].tuned.warnings if all(text in run.tuned.warnings for run in runs)]
    yield from shared
    for run in runs:
        yield from (f"{run.tuned.method}: {text}" for text in run.tuned.warnings if text not in shared)


def _show(runs: Sequence[ListRun], best: ListRun, metric: Metric) -> None:
    """The comparison, on stderr; the gap is what was gained on the lists that were tuned on, and not on the others."""
    header = ["method", "before", "after", "seconds"]
    if best.held_out is not None:
        header[3:3] = ["held out before", "held out after", "gap"]
    rows = []
    for run in runs:
        numbers = [
            run.tuned.start_objective,
            run.tuned.objective,
            run.start_held_out,
            run.held_out,
            None if run.held_out is None else generalisation(run, metric).gap,
            run.tuned.seconds,
        ]
        cells = [f"{number:.2f}" for number in numbers if number is not None]
        rows.append([run.tuned.method, *cells])
    if len(runs) > 1:
        header.append("")
        for row, run in zip(rows, runs, strict=True):
            row.append("best" if run is best else "")
    terminal.show_table(header, rows, sys.stderr, best=runs.index(best) if len(runs) > 1 else -1)
