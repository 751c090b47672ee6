"""`pitchpipe tune MODEL`: the decoder in the loop."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pitchpipe.cli import terminal
from pitchpipe.cli.exits import leave_threads
from pitchpipe.cli.loop_report import as_dict, show_online, show_replicas, show_stages, tell_iteration
from pitchpipe.cluster import ClusterDecoder, ClusterStatistics, SentDecoder, workers
from pitchpipe.decoder import Decoder, FolderDecoder, SearchSettings
from pitchpipe.errors import InputError
from pitchpipe.files import ParallelText, StrPath, input_name, locked, read_sentences
from pitchpipe.files.parallel import is_parallel
from pitchpipe.lists import DevSet
from pitchpipe.lists.external import ExternalDecoder
from pitchpipe.lists.formats.references import ReferenceFiles
from pitchpipe.lists.tokenized import tokenized_candidates
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.scorer import tally_lines
from pitchpipe.model import Model, ModelTexts
from pitchpipe.online import is_online
from pitchpipe.settings import grouped, setting_fields
from pitchpipe.text import find_tokenizer
from pitchpipe.text.misfits import line_misfits, vocabulary_misfits
from pitchpipe.training import TuningResult, Watch, check_tuning, tune_decoder
from pitchpipe.training.tune import tuning_misfits
from pitchpipe.tuning.loop import Replica, Statistics, best_replica, tune_replicas
from pitchpipe.tuning.settings import TuningSettings
from pitchpipe.weights import Weights, weight_lines


@dataclass(frozen=True)
class ModelRun:
    """What was asked for."""

    models: Sequence[str]
    references: Sequence[str]
    methods: Sequence[str]
    given: Mapping[str, Any]
    """Settings of tuning and of the search."""
    dev: str | None
    prepared: bool
    start: str | None
    run: str | None
    replicas: int
    command: str | None
    timeout: float | None
    cluster: str | None
    tokenize: str = "none"
    """What cuts translations and references before they are compared."""

    @property
    def settings(self) -> TuningSettings:
        values = {**self.given, "method": self.methods[0]}
        tuning, _ = grouped("tune", (TuningSettings, SearchSettings), values)
        check_tuning(tuning)
        return tuning  # type: ignore[no-any-return]

    @property
    def search(self) -> dict[str, Any]:
        """How the decoder searches where it is not as the model says."""
        names = setting_fields(SearchSettings)
        return {name: value for name, value in self.given.items() if name in names}

    def check(self) -> None:
        for folder in self.models:
            if not os.path.exists(os.path.join(folder, "model.json")):
                raise InputError(
                    f"{folder}: found neither a model nor lists of Kaldi, ESPnet, SRILM or Whisper in it, expected one of them"
                )
        alone = self.dev is not None and not self.references and is_parallel(self.dev)
        if self.dev is None or not (self.references or alone) or len(self.methods) > 1:
            raise InputError(
                "a model is tuned by one method, on --dev FILE with -r REFERENCE, or on one file of both (TSV, TMX)"
            )
        if is_online(self.methods[0]) and (self.command or self.cluster or self.replicas > 1):
            raise InputError(
                f"{self.methods[0]} tunes one model on this machine, "
                "expected no --decoder, --cluster or --replicas with it"
            )
        if self.tokenize != "none" and (self.cluster or is_online(self.methods[0])):
            raise InputError("found --tokenize, expected a batch method on this machine with it")
        if self.command is None:
            if self.timeout is not None:
                raise InputError("found --decoder-timeout with a model, expected it with --decoder only")
            return
        for found, name in (
            (self.models, "LISTS"),
            (self.settings.search_aware != "none", "--search-aware"),
            (self.cluster, "--cluster"),
            (self.search, "settings of the search"),
        ):
            if found:
                raise InputError(f"found {name} with --decoder, expected it with a model only")
        if self.start is None:
            raise InputError("found --decoder without --start, expected the weights to start from")

    def text(self) -> DevSet:
        """The text to tune on, prepared for the model."""
        texts = ModelTexts.read(self.models[0]) if self.models and not self.prepared else ModelTexts()
        lines, references = self._lines(texts.languages)
        if self.models and not self.prepared:
            sides = [(self._names[0], lines, 0), *((name, each, 1) for name, each in references)]
            for name, side, number in sides:
                if doubt := texts.misfit(side, number):
                    terminal.warn(f"{name} {doubt}")
        groups = zip(*(texts.target(each) for _, each in references), strict=True)
        return DevSet(texts.source(lines), [list(each) for each in groups])

    def _lines(self, languages: Sequence[str]) -> tuple[Sequence[str], list[tuple[str, Sequence[str]]]]:
        """The text, and its references with their names, from files of their own or from one of both."""
        if not self.references:
            both = ParallelText.read([str(self.dev)], languages)
            return both.source, [(self._names[1], each) for each in both.references]
        files = ReferenceFiles.read(self.references)
        lines = files.match(read_sentences(str(self.dev)))
        return lines, [(one.name, one.lines) for one in files.texts]

    def judged(self, text: DevSet) -> DevSet:
        """The text with references as they are compared with translations."""
        if self.tokenize == "none":
            return text
        cut = find_tokenizer(self.tokenize).tokenize
        return DevSet(text.sentences, [[cut(one) for one in each] for each in text.references])

    def statistics(self, threads: int, executor: Executor) -> Statistics | None:
        """What computes a metric's statistics where it is not the loop itself."""
        if self.in_chunks:
            return ClusterStatistics(executor)
        if self.tokenize == "none":
            return None
        return lambda pool, metric: tokenized_candidates(pool, self.tokenize).statistics(metric, threads)

    def misfits(self, text: DevSet) -> list[str]:
        """What is likely wrong with the text; the words that a model knows say more."""
        names, first = self._names, [each[0] for each in text.references]
        found = line_misfits(text.sentences, first, names)
        if self.models:
            tables = Model.read(self.models[0], self.start).tables
            if len(tables) == 1:
                found += vocabulary_misfits(text.sentences, first, names[0], tables[0].table.words)
        return found

    @property
    def _names(self) -> tuple[str, str]:
        """What warnings call the text and its first reference."""
        return input_name(str(self.dev)), input_name((*self.references, str(self.dev))[0])

    def came_to_nothing(self, results: Sequence[TuningResult]) -> list[str]:
        """What is likely wrong if tuning gained nothing."""
        return tuning_misfits(results, find_metric(self.settings.metric), self._names[1])

    def decoder(self, threads: int, executor: Executor) -> tuple[Decoder, Weights]:
        """The decoder, and the weights to start from."""
        if self.command is not None:
            start = Weights.read(str(self.start))
            return ExternalDecoder(self.command, start, self.timeout, threads), start
        model = Model.read(self.models[0], self.start)
        model.verify(threads)
        if self.in_chunks:
            sent = SentDecoder.of(self.models[0], **self.search)
            return ClusterDecoder(sent, executor), Weights(model.weights)
        decoder = FolderDecoder.of(self.models[0], threads if self.cluster is None else 1, **self.search)
        return decoder, Weights(model.weights)

    @property
    def in_chunks(self) -> bool:
        """Whether a cluster decodes chunks of the text, and not whole replicas."""
        return self.cluster is not None and self.replicas == 1


def tune_model(asked: ModelRun, *, threads: int, output: str | None, json: bool) -> None:
    """Tune a model, or any decoder, on a text, and write the weights."""
    asked.check()
    settings, text = asked.settings, asked.text()
    metrics = [find_metric(one) for one in settings.metrics]
    warnings = _warned(asked.misfits(text))
    text = asked.judged(text)
    with locked(asked.run), workers(asked.cluster, asked.replicas, threads) as (executor, share):
        decoder, start = asked.decoder(share, executor)
        tune = partial(
            _tuned,
            decoder,
            text,
            settings,
            start,
            threads=share,
            statistics=asked.statistics(share, executor),
        )
        if is_online(settings.method):
            with terminal.progress_bar(settings.method) as show:
                (learned,) = tune(seed=settings.seed, folder=asked.run, watch=_watch(show))
        elif asked.replicas == 1:
            stages = tune(seed=settings.seed, folder=asked.run, watch=_watch())
            replicas = [Replica(settings.seed, stages)]
        else:
            replicas = _replicas(asked, tune, executor)
    for line in tally_lines(metrics):
        terminal.log(line)
    if is_online(settings.method):
        show_online(learned)
        _write(learned.weights, output)
        warnings += _warned(asked.came_to_nothing([learned]))
        document = {"metric": metrics[-1].signature, "method": settings.method, **asdict(learned)}
        document["warnings"] = warnings
        _end(learned.weights, document, output, json)
        return
    best = best_replica(replicas, metrics[-1].higher_is_better)
    if len(replicas) > 1:
        show_replicas(replicas, best)
        for one in replicas if output is not None else []:
            path = Path(str(output))
            one.result.weights.write(path.with_name(f"{path.stem}.{one.seed}{path.suffix}"))
    else:
        show_stages(best, metrics)
    _write(best.result.weights, output)
    warnings += _warned(asked.came_to_nothing(best.stages))
    document = as_dict(replicas, best, metrics, settings.method) | {"warnings": warnings}
    _end(best.result.weights, document, output, json)


def _tuned(
    decoder: Decoder,
    text: DevSet,
    settings: TuningSettings,
    start: Weights,
    *,
    seed: int,
    folder: StrPath | None,
    threads: int,
    statistics: Statistics | None,
    watch: Watch | None = None,
) -> Any:
    """The stages of one replica; all replicas hold out the same sentences."""
    return tune_decoder(
        decoder,
        text,
        replace(settings, seed=seed),
        start,
        split_seed=settings.seed,
        folder=folder,
        threads=threads,
        statistics=statistics,
        watch=watch,
    )


def _replicas(asked: ModelRun, tune: Callable[..., Any], executor: Executor) -> list[Replica]:
    seeds = range(asked.settings.seed, asked.settings.seed + asked.replicas)
    try:
        with terminal.progress_bar(f"tuning {asked.replicas} replicas") as progress:
            return tune_replicas(tune, seeds, executor, folder=asked.run, progress=progress)
    except KeyboardInterrupt:
        leave_threads("stopped; rerun the command to resume" if asked.run else "stopped")


def _watch(show: Callable[..., None] | None = None) -> Watch:
    return Watch(
        stage=lambda metric, size: terminal.log(f"tuning to {metric.spec}, with lists of {size}"),
        iteration=tell_iteration,
        batch=show and (lambda epoch, done, batches: show(done, batches, f"epoch {epoch}")),
        epoch=lambda number, epoch: terminal.log(f"  epoch {number}: {epoch}"),
    )


def _warned(warnings: list[str]) -> list[str]:
    for warning in warnings:
        terminal.warn(warning)
    return warnings


def _write(weights: Weights, output: str | None) -> None:
    if output is not None:
        weights.write(output)
        terminal.log(f"the weights are in {output}")


def _end(weights: Weights, document: dict[str, Any], output: str | None, json: bool) -> None:
    """What goes to stdout: everything as JSON, or the weights if no file has them."""
    if json:
        terminal.write_json(document)
    elif output is None:
        terminal.write_lines(weight_lines(weights, "standard output"))
