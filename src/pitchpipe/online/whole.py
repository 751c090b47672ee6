"""Weights from all of the text, once held-out sentences have said how much there is to learn.

Sentences that judge teach nothing, and texts are short for so many features. So what was chosen is done again with all of
them: dense weights are tuned, and as many epochs are learned as were best.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.decoder import Decoder
from pitchpipe.files import StrPath
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import Metric
from pitchpipe.online.begin import fresh_run, start_weights
from pitchpipe.online.checkpoint import Checkpoints, OnlineRecord, Run
from pitchpipe.online.epochs import Batch, Epochs, Progress, batches_of
from pitchpipe.online.method import OnlineMethod


def learned_whole(
    decoder: Decoder,
    text: DevSet,
    method: OnlineMethod,
    metric: Metric,
    start: Mapping[str, float],
    *,
    epochs: int,
    nbest: int,
    folder: StrPath | None,
    facts: Mapping[str, Any],
    seed: int,
    threads: int,
    progress: Progress | None,
) -> Run:
    """Learn for so many epochs from all of the text; `best` of the run are the weights."""
    place = None if folder is None else Path(folder) / OnlineRecord.WHOLE
    begin = start_weights(
        method, decoder, text, metric, start, nbest=nbest, folder=place, seed=seed, threads=threads
    )
    run = fresh_run(method, decoder, begin)
    record = Checkpoints(place, {**facts, "whole": epochs})
    if epochs:
        sentences = np.arange(len(text))
        examples = method.examples(
            decoder, text, metric, sentences, nbest=nbest, weights=run.best, threads=threads
        )
        run.state = examples.state
        record.read(run)
        batches = _all_batches(method, len(examples), seed, epochs)
        told = None if progress is None else _by_epoch(progress, len(batches) // epochs)
        Epochs(method, examples, run, record, threads, told).learn(batches)
        run.best = run.learner.weights(method.averaged)
    record.write(run)
    return run


def _all_batches(method: OnlineMethod, examples: int, seed: int, epochs: int) -> list[Batch]:
    """The batches of all epochs, numbered as one: nothing is judged between them."""
    found = [batch for epoch in range(1, epochs + 1) for batch in batches_of(method, examples, seed, epoch)]
    return [(number, chosen, drawn) for number, (_, chosen, drawn) in enumerate(found)]


def _by_epoch(progress: Progress, batches: int) -> Progress:
    """Tells the epoch that a batch of all belongs to."""

    def told(_: int, done: int, total: int) -> None:
        epoch, before = divmod(done - 1, batches)
        progress(epoch + 1, before + 1, batches)

    return told
