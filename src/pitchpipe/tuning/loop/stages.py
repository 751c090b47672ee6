"""Tuning towards one metric after the other (thesis chapter 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.lists.decoded import last_bins
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.partial_bleu import PartialBleu
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric
from pitchpipe.tuning.loop.loop import Decode, Iteration, LoopResult, LoopSettings, Statistics, tuning_loop
from pitchpipe.tuning.optimizer import Optimizer
from pitchpipe.tuning.pairs import PairwiseOptimizer

TextDecoder = Callable[[DevSet, Mapping[str, float], int], Pool]
"""Translates a text with weights: lists of so many candidates of each sentence, with their references, best first."""

SEARCH_AWARE_SHARE = 0.5
"""Of the new weights in those of the next iteration: the first lists of search bins lead far astray."""

LISTS, BIN_LISTS = 100, 10
"""Candidates of each sentence and of each search bin; a sentence has as many bins as words."""

LATER_LISTS = 10
"""The thesis's size of the lists that a model is adapted to a slow metric with."""


def tune_stages(
    decoder: TextDecoder,
    dev: DevSet,
    optimizer: Optimizer,
    metrics: Sequence[Metric],
    start: Mapping[str, float],
    *,
    lists: int | None = None,
    later_lists: int = LATER_LISTS,
    search_aware: str | None = None,
    held_out: DevSet | None = None,
    settings: LoopSettings | None = None,
    folder: StrPath | None = None,
    seed: int = 1,
    threads: int = 1,
    statistics: Statistics | None = None,
    facts: Mapping[str, Any] | None = None,
    begin: Callable[[Metric, int], None] | None = None,
    progress: Callable[[int, Iteration], None] | None = None,
) -> list[LoopResult]:
    """Run a tuning loop for each metric, from the weights of the one before.

    A fast metric does most of the work; short lists then suffice to adapt the weights to a slow one.

    Parameters
    ----------
    lists, later_lists
        How many candidates of each sentence, or of each search bin, the first stage and the later ones list; the first one
        100, or 10 of each bin, by default.
    search_aware
        What the decoder's lists hold: search bins, judged by `potential` or `partial`, or None for whole translations.
    held_out
        Sentences to choose iterations by, not to tune on.
    folder
        Where iterations are kept; several stages have a folder each in it.
    statistics, facts
        As in `tuning_loop`.
    begin
        Told the metric of each stage and the size of its lists.
    """
    judges = [_judge(metric, search_aware, optimizer) for metric in metrics]
    about = {
        "search_aware": search_aware,
        "dev": dev.digest(),
        "held_out": held_out and held_out.digest(),
    }
    chosen = settings or LoopSettings()
    if search_aware and chosen.interpolation is None:
        chosen = replace(chosen, interpolation=SEARCH_AWARE_SHARE)
    found: list[LoopResult] = []
    for number, (metric, judge) in enumerate(zip(metrics, judges, strict=True), 1):
        size = later_lists if found else lists or (BIN_LISTS if search_aware else LISTS)
        if begin:
            begin(metric, size)
        place = None if folder is None else Path(folder)
        if place is not None and len(metrics) > 1:
            place /= f"{number}-{metric.name}"
        found.append(
            tuning_loop(
                _decode(decoder, dev, size),
                optimizer,
                judge,
                found[-1].weights if found else start,
                held_out=None if held_out is None else _decode(decoder, held_out, 1),
                folder=place,
                settings=chosen,
                seed=seed,
                threads=threads,
                judged=last_bins if search_aware else None,
                statistics=statistics,
                facts={**about, **(facts or {}), "lists": size},
                progress=progress,
            )
        )
    return found


def _decode(decoder: TextDecoder, text: DevSet, size: int) -> Decode:
    return lambda weights: decoder(text, weights, size)


def _judge(metric: Metric, search_aware: str | None, optimizer: Optimizer) -> Metric:
    """What the optimizer sees candidates by."""
    if search_aware != "partial":
        return metric
    if isinstance(optimizer, PairwiseOptimizer) and optimizer.gold:
        raise InputError(
            f"{optimizer.spec}: partial translations are ranked by the tuned metric, expected no gold"
        )
    return PartialBleu.of(metric)
