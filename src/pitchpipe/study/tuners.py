"""How a study's methods are run. The one place that tells kinds of methods apart: a new kind gives an `Outcome` too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pitchpipe.cluster import ModelFolder
from pitchpipe.errors import InputError
from pitchpipe.lists.decoded import DecodedLists
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric
from pitchpipe.online import any_method, find_online, is_online, online_loop
from pitchpipe.study.settings import LoopOptions
from pitchpipe.training.tune_online import DecoderTranslator
from pitchpipe.tuning.loop.loop import LoopSettings
from pitchpipe.tuning.loop.stages import tune_stages
from pitchpipe.tuning.methods import find_method

Weights = Mapping[str, float]


@dataclass(frozen=True)
class Outcome:
    """What a method came to."""

    weights: Weights
    chosen: int = 0
    """The round that they are from."""
    reason: str = ""
    """Why it ended."""
    curve: list[float] = field(default_factory=list)
    """The metric of the tuning text in each round, from the start weights on."""
    decode_seconds: float = 0.0
    optimize_seconds: float = 0.0


def check_method(spec: str, decoder: bool) -> None:
    """Refuse methods that there are not, or that cannot do without a decoder where there is none."""
    any_method(spec)
    if is_online(spec) and not decoder:
        raise InputError(f"{spec} learns from a decoder, expected a model and not lists")


def tune_with_decoder(
    spec: str,
    decoder: ModelFolder,
    dev: DevSet,
    metric: Metric,
    start: Weights,
    *,
    options: LoopOptions,
    split_seed: int,
    seed: int,
    folder: Path,
    facts: Mapping[str, Any],
) -> Outcome:
    """Tune a model's weights; the folder keeps every round, so that a run that was stopped goes on."""
    text = dev.up_to(options.max_dev_length or None)
    if is_online(spec):
        return _tune_online(
            spec, decoder, text, metric, start, options=options, seed=seed, folder=folder, facts=facts
        )
    seen, held_out = text.split(options.held_out, split_seed) if options.held_out else (text, None)
    settings = LoopSettings(iterations=options.iterations or LoopSettings.iterations, choose=options.choose)
    if options.interpolate:
        settings = replace(settings, interpolation=options.interpolate)
    aware = None if options.search_aware == "none" else options.search_aware
    (found,) = tune_stages(
        DecodedLists(decoder, aware),
        seen,
        find_method(spec),
        [metric],
        start,
        lists=options.nbest,
        search_aware=aware,
        held_out=held_out,
        settings=settings,
        folder=folder,
        seed=seed,
        threads=decoder.threads,
        facts=facts,
    )
    return Outcome(
        found.weights,
        found.chosen,
        found.reason,
        [one.objective for one in found.iterations],
        sum(one.decode_seconds for one in found.iterations),
        sum(one.optimize_seconds for one in found.iterations),
    )


def _tune_online(
    spec: str,
    decoder: ModelFolder,
    dev: DevSet,
    metric: Metric,
    start: Weights,
    *,
    options: LoopOptions,
    seed: int,
    folder: Path,
    facts: Mapping[str, Any],
) -> Outcome:
    method = find_online(spec, epochs=options.iterations)
    if options.held_out:
        method = replace(method, held_out=options.held_out)
    found = online_loop(
        method,
        DecoderTranslator(decoder.opened(), dev),
        metric,
        start,
        lists=options.nbest,
        folder=folder,
        facts={**facts, "dev": dev.digest()},
        seed=seed,
        threads=decoder.threads,
    )
    objectives = [one.objective for one in found.epochs]
    seconds = sum(one.seconds for one in found.epochs)
    return Outcome(found.weights, found.chosen, found.reason, objectives, decode_seconds=seconds)


def tune_on_lists(
    spec: str, lists: Pool, metric: Metric, start: Weights, *, seed: int, threads: int
) -> Outcome:
    """Tune weights on lists that stay as they are."""
    found = find_method(spec).optimize(lists, metric, start, seed=seed, threads=threads)
    return Outcome(
        found.weights,
        chosen=1,
        curve=[found.start_objective, found.objective],
        optimize_seconds=found.seconds,
    )
