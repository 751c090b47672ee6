"""`pitchpipe tune`: the best weights for candidate lists."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import (
    AllowMissing,
    Format,
    Json,
    Lists,
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
    from pitchpipe.tuning import Pool, Run


def tune(
    lists: Lists,
    *,
    reference: References = None,
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            metavar="METHOD",
            help="As in: mert, simplex, 'mert(directions=random)'; several, with commas or repeated, are compared. "
            "mert by default.",
            show_default=False,
        ),
    ] = None,
    metric: MetricSpec = None,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Weights to start from; equal ones by default.", show_default=False
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
    dev: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="For a model: the prepared text to translate and tune on.",
            show_default=False,
        ),
    ] = None,
    nbest: Annotated[
        int,
        typer.Option(min=2, metavar="K", help="For a model: translations of each sentence in an iteration."),
    ] = 100,
    iterations: Annotated[
        int, typer.Option(min=1, metavar="N", help="For a model: rounds of decoding and tuning, at most.")
    ] = 15,
    interpolate: Annotated[
        float,
        typer.Option(
            min=0.001, max=1, metavar="PART", help="For a model: the share of the new weights in the next."
        ),
    ] = 1.0,
    search_aware: Annotated[
        bool, typer.Option("--search-aware", help="For a model: tune on all search bins, by their potential.")
    ] = False,
    max_dev_length: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="WORDS", help="For a model: leave out longer sentences.", show_default=False
        ),
    ] = None,
    run: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="For a model: keep each iteration here, and go on from there.",
            show_default=False,
        ),
    ] = None,
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
    """Find the best weights for candidate lists, or for a model by decoding again and again.

    The best weights are those whose best-scored candidates are best under the metric. Several methods are
    compared, and the weights of the best one are written: the best on the held-out sentences if there are some,
    else on the lists themselves.

    \b
    Example:
      pitchpipe tune nbest.gz -r reference.txt --method mert --metric bleu -o weights.txt
      pitchpipe tune samples.jsonl --metric chrf --dev-split 0.1 --method mert,simplex > weights.txt
      pitchpipe tune model --dev val.de -r val.en --method kbmira --run tuning -o weights.txt
      pitchpipe tune model --dev val.de -r val.en --method adagrad -o weights.txt
    """
    from pitchpipe.metrics import metric as find_metric
    from pitchpipe.online.methods import is_online
    from pitchpipe.scoring import signature
    from pitchpipe.specs import split_specs
    from pitchpipe.tuning import best_run, read_weights_for, split, tune_each, write_weights
    from pitchpipe.tuning import method as find_method
    from pitchpipe.tuning.weights import weight_lines

    check_inputs(*lists, *(reference or []), *([start] if start else []))
    check_output(output)
    built = find_metric(one_metric(metric))
    specs = [spec for text in method or ["mert"] for spec in split_specs(text)]
    if online := [spec for spec in specs if is_online(spec)]:
        from pitchpipe.cli.tune_online import tune_online

        if len(specs) > 1 or len(lists) > 1 or not os.path.isdir(lists[0]) or dev is None or not reference:
            raise InputError(f"{online[0]} tunes a model on its own, on --dev FILE with -r REFERENCE")
        tune_online(
            lists[0],
            (dev, reference, max_dev_length),
            specs[0],
            built,
            start=start,
            lists=nbest,
            folder=run,
            seed=seed,
            threads=thread_count(threads),
            output=output,
            json=json,
        )
        return
    methods = [find_method(spec) for spec in specs]
    if not methods:
        raise InputError(f"found no method in {' '.join(method or [])!r}, expected one such as mert")
    if len(lists) == 1 and os.path.isdir(lists[0]):
        from pitchpipe.cli.tune_model import tune_model
        from pitchpipe.tuning.loop import LoopSettings

        if len(methods) > 1 or dev is None or not reference:
            raise InputError("a model is tuned by one method, on --dev FILE with -r REFERENCE")
        tune_model(
            lists[0],
            (dev, reference, max_dev_length),
            methods[0],
            built,
            start=start,
            lists=nbest,
            search_aware=search_aware,
            settings=LoopSettings(iterations=iterations, interpolation=interpolate),
            folder=run,
            seed=seed,
            threads=thread_count(threads),
            output=output,
            json=json,
        )
        return
    if dev is not None:
        raise InputError("--dev is for tuning a model, expected its folder instead of lists")
    pool = _read(lists, reference, format, tokenize, thread_count(threads))
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
    _show(runs, best)
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


def _read(
    lists: list[str], references: list[str] | None, format: str | None, tokenize: str, threads: int
) -> Pool:
    from pitchpipe.tuning import Pool, tokenized

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


def _show(runs: list[Run], best: Run) -> None:
    """The comparison, on stderr."""
    header = ["method", "before", "after", "seconds"]
    if best.held_out is not None:
        header[3:3] = ["held out before", "held out after"]
    rows = []
    for run in runs:
        numbers = [
            run.tuned.start_objective,
            run.tuned.objective,
            run.start_held_out,
            run.held_out,
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
