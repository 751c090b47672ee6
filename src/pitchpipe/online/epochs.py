"""An epoch: every batch of the examples is translated and learned from, and now and then the run is written to disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np

from pitchpipe.arrays import Numbers
from pitchpipe.online.checkpoint import Checkpoints, Run
from pitchpipe.online.gradient import Gradient
from pitchpipe.online.learner import Learner
from pitchpipe.online.method import Examples, OnlineMethod

WRITTEN_EVERY = 60.0
"""Seconds between checkpoints within an epoch."""

Batch = tuple[int, Numbers, int]
"""Its number in the epoch, its examples, and the seed of its random choices."""

Progress = Callable[[int, int, int], None]
"""Called with the number of the epoch, the batches of it that are done, and those that there are."""


@dataclass(frozen=True)
class Epochs:
    """Goes through the examples, and has the run written down now and then."""

    method: OnlineMethod
    examples: Examples
    run: Run
    record: Checkpoints
    threads: int
    progress: Progress | None

    def learn(self, batches: list[Batch]) -> None:
        """Learn from the batches of an epoch that are not yet done."""
        run = self.run
        began = written = time.perf_counter()
        before, done = run.seconds, set(run.done)
        left = [batch for batch in batches if batch[0] not in done]
        gradients = _one_by_one if self.method.synchronous else _as_they_come
        for number, gradient in gradients(self.examples, left, run.learner, self.threads):
            vocabulary = run.learner.vocabulary
            learned = run.cutoff(gradient.merged() if vocabulary.bits else gradient, len(vocabulary))
            if len(learned.features):
                run.learner.update(learned.features, learned.values)
            run.done.append(number)
            run.examples += gradient.examples
            now = time.perf_counter()
            run.seconds = before + now - began
            if self.progress:
                self.progress(len(run.epochs), len(run.done), len(batches))
            if now - written > WRITTEN_EVERY:
                self.record.write(run)
                written = now


def _one_by_one(
    examples: Examples, batches: list[Batch], learner: Learner, threads: int
) -> Iterator[tuple[int, Gradient]]:
    """Algorithm 1: every batch at the weights that the one before has left."""
    for number, chosen, seed in batches:
        yield number, examples.gradient(chosen, learner.weights(), seed, threads)


def _as_they_come(
    examples: Examples, batches: list[Batch], learner: Learner, threads: int
) -> Iterator[tuple[int, Gradient]]:
    """Algorithm 2: threads work on a batch each, at weights that may be some updates old."""
    working: dict[Future[Gradient], int] = {}

    def finished() -> Iterator[tuple[int, Gradient]]:
        for future in wait(working, return_when=FIRST_COMPLETED).done:
            yield working.pop(future), future.result()

    with ThreadPoolExecutor(threads) as executor:
        for number, chosen, seed in batches:
            if len(working) == threads:
                yield from finished()
            working[executor.submit(examples.gradient, chosen, learner.weights(), seed, 1)] = number
        while working:
            yield from finished()


def batches_of(method: OnlineMethod, examples: int, seed: int, epoch: int) -> list[Batch]:
    """The examples in a random order that is the epoch's own, cut into batches."""
    order = np.random.default_rng([seed, epoch]).permutation(examples)
    pieces = [order[begin : begin + method.batch] for begin in range(0, examples, method.batch)]
    seeds = np.random.default_rng([seed, epoch, 1]).integers(2**63, size=len(pieces))
    return list(zip(range(len(pieces)), pieces, seeds.tolist(), strict=True))
