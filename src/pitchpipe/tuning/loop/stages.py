"""Tuning to one metric after the other (thesis chapter 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pitchpipe.decoder import Decoder
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.lists.decoded import judges_partial
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.partial_bleu import PartialBleu
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.tuning.loop.growing_pool import Statistics
from pitchpipe.tuning.loop.loop import LoopResult, tuning_loop
from pitchpipe.tuning.loop.record import Iteration
from pitchpipe.tuning.methods import find_method
from pitchpipe.tuning.optimizer import Optimizer
from pitchpipe.tuning.pairs import PairwiseOptimizer
from pitchpipe.tuning.settings import TuningSettings


def tune_stages(
    decoder: Decoder,
    text: DevSet,
    settings: TuningSettings,
    start: Mapping[str, float] | None = None,
    *,
    held_out: DevSet | None = None,
    folder: StrPath | None = None,
    threads: int = 1,
    statistics: Statistics | None = None,
    facts: Mapping[str, Any] | None = None,
    begin: Callable[[Metric, int], None] | None = None,
    progress: Callable[[int, Iteration], None] | None = None,
) -> list[LoopResult]:
    """Run a tuning loop for each metric that the settings name, from the weights of the one before.

    A fast metric does most of the work; short lists then suffice to adapt the weights to a slow one.

    Parameters
    ----------
    start
        The weights to start from; the decoder's own by default.
    folder
        Where iterations are kept; several stages have a folder each in it.
    begin
        Told the metric of each stage and the size of its lists.
    """
    optimizer = find_method(settings.method)
    metrics = [find_metric(one) for one in settings.metrics]
    judges = [_judge(metric, settings.search_aware, optimizer) for metric in metrics]
    found: list[LoopResult] = []
    for number, (metric, judge) in enumerate(zip(metrics, judges, strict=True)):
        size = settings.list_size(number)
        if begin:
            begin(metric, size)
        place = None if folder is None else Path(folder)
        if place is not None and len(metrics) > 1:
            place /= f"{number + 1}-{metric.name}"
        found.append(
            tuning_loop(
                decoder,
                text,
                optimizer,
                judge,
                found[-1].weights if found else decoder.weights if start is None else start,
                settings=settings,
                nbest=size,
                held_out=held_out,
                folder=place,
                threads=threads,
                statistics=statistics,
                facts=facts,
                progress=progress,
            )
        )
    return found


def _judge(metric: Metric, search_aware: str, optimizer: Optimizer) -> Metric:
    """What the optimizer sees candidates by."""
    if not judges_partial(search_aware):
        return metric
    if isinstance(optimizer, PairwiseOptimizer) and optimizer.gold:
        raise InputError(
            f"{optimizer.spec}: partial translations are ranked by the tuned metric, expected no gold"
        )
    return PartialBleu.of(metric)
