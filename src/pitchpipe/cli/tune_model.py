"""`pitchpipe tune MODEL`: the decoder in the loop."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from pitchpipe.cli import terminal
from pitchpipe.cli.exits import leave_threads
from pitchpipe.cli.loop_options import LoopOptions
from pitchpipe.cli.loop_report import as_dict, show_replicas, show_stages
from pitchpipe.cli.train import tell_iteration
from pitchpipe.cluster import ClusterDecoder, ClusterStatistics, ModelFolder, dask_executor
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import input_name, read_lines
from pitchpipe.files.folder_lock import locked
from pitchpipe.lists.decoded import SEARCH_AWARE, DecodedLists, Decoder
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.external import ExternalDecoder
from pitchpipe.lists.formats.references import ReferenceFiles
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.model import Model, ModelTexts
from pitchpipe.specs import split_specs
from pitchpipe.tuning.loop.loop import LoopSettings
from pitchpipe.tuning.loop.replicas import Replica, best_replica, tune_replicas
from pitchpipe.tuning.loop.stages import TextDecoder, tune_stages
from pitchpipe.tuning.optimizer import Optimizer
from pitchpipe.weights.files import read_weights, weight_lines, write_weights


def tune_model(
    models: list[str],
    options: LoopOptions,
    method: Optimizer,
    metric: Metric,
    *,
    reference: list[str],
    start: str | None,
    dev_split: float | None,
    seed: int,
    threads: int,
    output: str | None,
    json: bool,
) -> None:
    """Tune a model, or any decoder, on a text, and write the weights."""
    _check(options, models, reference, start)
    metrics = (
        [metric] if options.stages is None else [find_metric(one) for one in split_specs(options.stages)]
    )
    if not metrics:
        raise InputError(f"found no metric in {options.stages!r}, expected some such as bleu,meteor")
    text = read_dev(options, reference, models)
    seen, held_out = text.split(dev_split, seed) if dev_split is not None else (text, None)
    settings = LoopSettings(
        iterations=options.iterations or LoopSettings.iterations,
        interpolation=options.interpolate,
        choose=options.choose or ("best" if held_out is None else "held-out"),
    )
    with locked(options.run), _executor(options, threads) as (executor, share):
        decoder, weights, facts = _decoder(models, options, start, share, executor)
        tune = partial(
            tune_stages,
            decoder,
            seen,
            method,
            metrics,
            weights,
            lists=options.nbest,
            later_lists=options.stage_nbest,
            search_aware=options.search_aware,
            held_out=held_out,
            settings=settings,
            threads=share,
            statistics=ClusterStatistics(executor) if options.dask and options.replicas == 1 else None,
            facts=facts,
        )
        if options.replicas == 1:
            begin = _tell_stage if len(metrics) > 1 else None
            replicas = [
                Replica(seed, tune(seed=seed, folder=options.run, begin=begin, progress=tell_iteration))
            ]
        else:
            seeds = range(seed, seed + options.replicas)
            try:
                with terminal.progress_bar(f"tuning {options.replicas} replicas") as progress:
                    replicas = tune_replicas(tune, seeds, executor, folder=options.run, progress=progress)
            except KeyboardInterrupt:
                leave_threads("stopped; the same command goes on" if options.run else "stopped")
    best = best_replica(replicas, metrics[-1].higher_is_better)
    if len(replicas) > 1:
        show_replicas(replicas, best)
    else:
        show_stages(best, metrics, 0 if held_out is None else len(held_out))
    if output is not None:
        if len(replicas) > 1:
            for one in replicas:
                path = Path(output)
                write_weights(path.with_name(f"{path.stem}.{one.seed}{path.suffix}"), one.result.weights)
        write_weights(output, best.result.weights)
        terminal.log(f"the weights are in {output}")
    if json:
        terminal.write_json(as_dict(replicas, best, metrics, method))
    elif output is None:
        terminal.write_lines(weight_lines(best.result.weights, "standard output"))


def _check(options: LoopOptions, models: list[str], reference: list[str], start: str | None) -> None:
    if options.dev is None or not reference:
        raise InputError("a model is tuned by one method, on --dev FILE with -r REFERENCE")
    if options.search_aware not in (None, *SEARCH_AWARE):
        raise unknown_name("kind of search-aware tuning", options.search_aware, SEARCH_AWARE)
    if options.decoder is None:
        if options.decoder_timeout is not None:
            raise InputError("found --decoder-timeout with a model, expected it with --decoder only")
        return
    for found, name in (
        (models, "LISTS"),
        (options.search_aware, "--search-aware"),
        (options.dask, "--dask"),
    ):
        if found:
            raise InputError(f"found {name} with --decoder, expected it with a model only")
    if start is None:
        raise InputError("found --decoder without --start, expected the weights to start from")


def read_dev(options: LoopOptions, references: list[str], models: list[str]) -> DevSet:
    """The text to tune on, prepared for the model."""
    path = str(options.dev)
    lines, files = read_lines(path), ReferenceFiles.read(references)
    if len(lines) != files.size:
        raise InputError(
            f"{input_name(path)}: found another number of lines, {len(lines)}, expected {files.size} as in {files.name}"
        )
    texts = ModelTexts.open(models[0]) if models and not options.prepared else ModelTexts()
    groups = zip(*(texts.target(each) for each in files.lines), strict=True)
    return DevSet(texts.source(lines), [list(each) for each in groups]).up_to(options.max_dev_length)


@contextmanager
def _executor(options: LoopOptions, threads: int) -> Iterator[tuple[Executor, int]]:
    """What replicas and chunks run on, and the threads that each of them has."""
    if options.dask is not None:
        with dask_executor(options.dask) as cluster:
            yield cluster, threads if options.replicas == 1 else 1
    else:
        workers = min(options.replicas, threads)
        with ThreadPoolExecutor(workers) as pool:
            yield pool, threads // workers


def _decoder(
    models: list[str], options: LoopOptions, start: str | None, threads: int, executor: Executor
) -> tuple[TextDecoder, dict[str, float], dict[str, Any]]:
    """The decoder, the weights to start from, and what tells it from others."""
    if options.decoder is not None:
        weights = read_weights(str(start))
        external = ExternalDecoder(options.decoder, weights, options.decoder_timeout, threads)
        return external, weights, {"decoder": options.decoder}
    model = ModelFolder.of(models[0], threads if options.dask is None else 1)
    opened = Model.open(models[0], start)
    opened.verify(threads)
    chunked = options.dask is not None and options.replicas == 1
    decoder: Decoder = ClusterDecoder(model, executor) if chunked else model
    return (
        DecodedLists(decoder, options.search_aware),
        dict(opened.weights),
        {"decoder": model.fingerprint},
    )


def _tell_stage(metric: Metric, lists: int) -> None:
    terminal.log(f"tuning to {metric.spec}, with lists of {lists}")
