"""`pitchpipe tune`: the best weights for candidate lists."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.loop_options import (
    Choose,
    Dask,
    DecoderCommand,
    DecoderTimeout,
    Dev,
    Interpolate,
    Iterations,
    LoopOptions,
    MaxDevLength,
    Nbest,
    Prepared,
    Replicas,
    RunFolder,
    SearchAware,
    StageNbest,
    Stages,
)
from pitchpipe.cli.options import (
    AllowMissing,
    Format,
    Json,
    MetricSpec,
    References,
    Seed,
    Threads,
    Tokenize,
    check_inputs,
    check_output,
    one_metric,
    thread_count,
)
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.lists import Pool
    from pitchpipe.metrics import Metric
    from pitchpipe.tuning import Run


def tune(
    lists: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LISTS",
            help="Candidate lists of any format, plain, gzip or zstd; - is stdin. Or the folder of a model.",
            show_default=False,
        ),
    ] = None,
    *,
    reference: References = None,
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            metavar="METHOD",
            help="As in: mert, simplex, 'mert(directions=random)'; several, with commas or repeated, are compared. "
            "mert by default, kbmira for a model.",
            show_default=False,
        ),
    ] = None,
    metric: MetricSpec = None,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Weights to start from; equal ones, or a model's own, by default.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where the weights go; stdout by default.",
            show_default=False,
        ),
    ] = None,
    dev: Dev = None,
    prepared: Prepared = False,
    nbest: Nbest = None,
    iterations: Iterations = None,
    interpolate: Interpolate = None,
    search_aware: SearchAware = None,
    max_dev_length: MaxDevLength = None,
    run: RunFolder = None,
    choose: Choose = None,
    replicas: Replicas = 1,
    stages: Stages = None,
    stage_nbest: StageNbest = 10,
    decoder: DecoderCommand = None,
    decoder_timeout: DecoderTimeout = None,
    dask: Dask = None,
    dev_split: Annotated[
        float | None,
        typer.Option(
            metavar="PART",
            help="Hold out this part of the sentences, as 0.1, to judge the weights on.",
            show_default=False,
        ),
    ] = None,
    allow_missing: AllowMissing = False,
    tokenize: Tokenize = "none",
    format: Format = None,
    seed: Seed = 1,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Find the best weights for candidate lists, or for a model.

    The best weights are those whose best-scored candidates are best under the metric. A model decodes again and again.
    On lists several methods are compared, and the weights of the best one are written: the best on the held-out
    sentences if there are some, else on the lists themselves.

    \b
    Example:
      pitchpipe tune nbest.gz -r reference.txt --method mert --metric bleu -o weights.txt
      pitchpipe tune samples.jsonl --metric chrf --dev-split 0.1 --method mert,simplex > weights.txt
      pitchpipe tune model --dev val.de -r val.en --method kbmira --run tuning -o weights.txt
      pitchpipe tune --decoder "decode {weights} {input} {nbest}" --dev val.de -r val.en --start weights.txt
      pitchpipe tune model --dev val.de -r val.en --method adagrad -o weights.txt
    """
    from pitchpipe.lists import read_weights_for, split
    from pitchpipe.metrics import find_metric
    from pitchpipe.metrics.scoring import signature
    from pitchpipe.online import OnlineMethod, any_method
    from pitchpipe.tuning import Optimizer, best_run, tune_each
    from pitchpipe.weights import write_weights
    from pitchpipe.weights.files import weight_lines

    loop = LoopOptions(
        dev=dev,
        prepared=prepared,
        nbest=nbest,
        iterations=iterations,
        interpolate=interpolate,
        search_aware=search_aware,
        max_dev_length=max_dev_length,
        run=run,
        choose=choose,
        replicas=replicas,
        stages=stages,
        stage_nbest=stage_nbest,
        decoder=decoder,
        decoder_timeout=decoder_timeout,
        dask=dask,
    )
    paths = lists or []
    check_inputs(*paths, *(reference or []), *([start] if start else []))
    check_output(output)
    built = find_metric(one_metric(metric))
    decodes = decoder is not None or (len(paths) == 1 and os.path.isdir(paths[0]))
    specs = _specs(method or ["kbmira" if decodes else "mert"])
    if decodes:
        _refuse(tokenize=tokenize != "none", format=format, allow_missing=allow_missing)
    named = [any_method(spec) for spec in specs]
    if online := [one for one in named if isinstance(one, OnlineMethod)]:
        from pitchpipe.cli.tune_online import tune_online

        if len(specs) > 1 or len(paths) != 1 or not os.path.isdir(paths[0]) or dev is None or not reference:
            raise InputError(f"{online[0].spec} tunes a model on its own, on --dev FILE with -r REFERENCE")
        tune_online(
            paths[0],
            loop,
            specs[0],
            built,
            reference=reference,
            start=start,
            dev_split=dev_split,
            seed=seed,
            threads=thread_count(threads),
            output=output,
            json=json,
        )
        return
    methods = [one for one in named if isinstance(one, Optimizer)]
    if decodes:
        from pitchpipe.cli.tune_model import tune_model

        if len(methods) > 1:
            raise InputError("a model is tuned by one method, on --dev FILE with -r REFERENCE")
        if stages is not None and metric:
            raise InputError("found both --metric and --stages, expected one of them")
        tune_model(
            paths,
            loop,
            methods[0],
            built,
            reference=reference or [],
            start=start,
            dev_split=dev_split,
            seed=seed,
            threads=thread_count(threads),
            output=output,
            json=json,
        )
        return
    if not paths:
        raise InputError("missing argument 'LISTS'; see 'pitchpipe tune --help'")
    loop.refuse(f"is for tuning a model, expected its folder and not {paths[0]!r}")
    pool = _read(paths, reference, format, tokenize, thread_count(threads))
    weights, notes = read_weights_for(pool, start, allow_missing=allow_missing) if start else (None, [])
    for note in notes:
        terminal.warn(note)
    seen, held_out = split(pool, dev_split, seed) if dev_split is not None else (pool, None)
    with terminal.tuning_progress() as progress:
        runs = tune_each(
            seen,
            methods,
            built,
            weights,
            held_out=held_out,
            seed=seed,
            threads=thread_count(threads),
            progress=progress,
        )
    best = best_run(runs, built)
    for warning in _warnings(runs):
        terminal.warn(warning)
    _show(runs, best, built)
    terminal.log(f"{built.spec} = {signature(built, tokenize)}")
    if output is not None:
        write_weights(output, best.tuned.weights)
        terminal.log(f"the weights of {best.tuned.method} are in {output}")
    if json:
        facts = {
            "metric": built.spec,
            "signature": signature(built, tokenize),
            "threads": thread_count(threads),
        }
        terminal.write_json({**_as_dict(best, facts), "runs": [_as_dict(run, facts) for run in runs]})
    elif output is None:
        terminal.write_lines(weight_lines(best.tuned.weights, "standard output"))


def _refuse(**given: object) -> None:
    """Refuse options that say how lists are read where there are none."""
    for name, value in given.items():
        if value:
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{option} is for lists, expected none with a model or a decoder")


def _specs(texts: list[str]) -> list[str]:
    from pitchpipe.specs import split_specs

    specs = [spec for text in texts for spec in split_specs(text)]
    if not specs:
        raise InputError(f"found no method in {' '.join(texts)!r}, expected one such as mert")
    return specs


def _read(
    lists: list[str], references: list[str] | None, format: str | None, tokenize: str, threads: int
) -> Pool:
    from pitchpipe.lists import Pool, tokenized

    pool = Pool.read(*lists, references=references, format=format, threads=threads).without_duplicates()
    terminal.log(
        f"{len(pool):,} candidates of {pool.group_count:,} sentences, {len(pool.feature_names):,} features"
    )
    return tokenized(pool, tokenize)


def _warnings(runs: list[Run]) -> Iterator[str]:
    """What all runs warn of once, and what only some do with the name of the method."""
    shared = [text for text in runs[0].tuned.warnings if all(text in run.tuned.warnings for run in runs)]
    yield from shared
    for run in runs:
        yield from (f"{run.tuned.method}: {text}" for text in run.tuned.warnings if text not in shared)


def _show(runs: list[Run], best: Run, metric: Metric) -> None:
    """The comparison, on stderr; the gap is what was gained on the lists that were tuned on, and not on the others."""
    from pitchpipe.analysis import generalisation

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


def _as_dict(run: Run, facts: dict[str, Any]) -> dict[str, Any]:
    return {**run.as_dict(), **facts}
