"""A model's weights tuned with its own decoder in the loop."""

from __future__ import annotations

import os
from collections.abc import Callable

from pitchpipe.decoder import Decoder
from pitchpipe.lists.decoded import DecodedLists
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.tuning.loop.loop import Iteration, LoopResult, LoopSettings
from pitchpipe.tuning.loop.stages import tune_stages
from pitchpipe.tuning.methods import find_method
from pitchpipe.tuning.optimizer import Optimizer


def tune_model(
    decoder: Decoder,
    dev: DevSet,
    method: str | Optimizer = "kbmira",
    metric: str | Metric = "bleu",
    *,
    lists: int | None = None,
    search_aware: str | None = None,
    held_out: DevSet | None = None,
    settings: LoopSettings | None = None,
    folder: str | os.PathLike[str] | None = None,
    seed: int = 1,
    progress: Callable[[int, Iteration], None] | None = None,
) -> LoopResult:
    """Tune the weights of a decoder's model.

    Parameters
    ----------
    lists
        How many translations of each sentence are found in an iteration, or derivations of each search bin; 100 or 10 by
        default.
    search_aware
        All search bins are tuned on, by their candidates' `potential` or as `partial` translations; None for the last
        ones only.
    held_out
        Sentences to choose the iteration by, not to tune on.
    folder
        Where each iteration is kept, so that a run that was stopped goes on.
    """
    (found,) = tune_stages(
        DecodedLists(decoder, search_aware),
        dev,
        find_method(method),
        [find_metric(metric)],
        decoder.model.weights,
        lists=lists,
        search_aware=search_aware,
        held_out=held_out,
        settings=settings,
        folder=folder,
        seed=seed,
        threads=decoder.threads,
        progress=progress,
    )
    return found
