"""The online loop: decode a mini-batch, learn from it, decode the next one with the new weights.

Written to disk after each epoch, and every minute of a long one. A synchronous run that was stopped goes on from there
and ends with the same weights.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitchpipe.arrays import Numbers
from pitchpipe.decoder import Decoder
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import Metric
from pitchpipe.notebook import counted
from pitchpipe.online.checkpoint import Checkpoints, Epoch, Run, best_epoch
from pitchpipe.online.cutoff import Cutoff
from pitchpipe.online.dense_start import dense_tuned
from pitchpipe.online.gradient import Gradient
from pitchpipe.online.judge import Judge
from pitchpipe.online.learner import Learner
from pitchpipe.online.method import Examples, OnlineMethod
from pitchpipe.weights import HashedVocabulary, Vocabulary, Weights

WRITTEN_EVERY = 60.0
"""Seconds between checkpoints within an epoch."""

OVERFIT = 2.5
"""How many times the gain on held-out sentences that on the others may be."""

SHARED = 0.1
"""The part of the buckets of features that several may share before it is told."""

Batch = tuple[int, Numbers, int]
"""Its number in the epoch, its examples, and the seed of its random choices."""

Progress = Callable[[int, int, int], None]
"""Called with the number of the epoch, the batches of it that are done, and those that there are."""


@dataclass(frozen=True)
class OnlineResult:
    """Tuned weights, and every epoch that led to them."""

    weights: Weights
    """Of all dense features, and of the sparse ones that are not 0."""
    chosen: int
    """The epoch that they are from; 0 is the start."""
    reason: str
    """Why learning ended."""
    epochs: list[Epoch]
    facts: dict[str, int]
    """What was learned from."""
    gains: tuple[float, float] | None = None
    """How much better than the start the weights are on the text that was learned from, and on held-out sentences."""

    @property
    def objective(self) -> float:
        return self.epochs[self.chosen].objective

    @property
    def curve(self) -> list[float]:
        """The metric after each epoch; the first one is the start's."""
        return [one.objective for one in self.epochs]

    @property
    def doubt(self) -> str:
        """What is likely wrong with learning from so few sentences; nothing if all is well."""
        advice = "take more sentences, fewer features or a larger l1"
        if not self.chosen and self.epochs[-1].wins is not None:
            return f"what sparse features gain on held-out sentences may be chance, so the start is kept; {advice}"
        if self.gains and self.gains[0] > OVERFIT * self.gains[1]:
            learned, unseen = self.gains
            return f"tuning gained {learned:.1f} on the text that it learned from and {unseen:.1f} on held-out sentences; {advice}"
        if self.facts.get("buckets_shared", 0) > SHARED * self.facts.get("buckets_used", 0):
            return f"{self.buckets}; take a larger hashing"
        return ""

    @property
    def buckets(self) -> str:
        """How many buckets of sparse features are used, and shared; nothing if each feature has a weight of its own."""
        if "buckets" not in self.facts:
            return ""
        used, shared, every = (self.facts[name] for name in ("buckets_used", "buckets_shared", "buckets"))
        return f"{used:,} of {every:,} buckets have sparse features, {shared:,} of them several"

    @property
    def decode_seconds(self) -> float:
        """Of all of it: decoding and learning go hand in hand."""
        return sum(one.seconds for one in self.epochs)

    @property
    def optimize_seconds(self) -> float:
        return 0.0

    def summary(self) -> dict[str, Any]:
        """What came of it, in a few figures."""
        return {
            "before": self.epochs[0].objective,
            "after": self.objective,
            "chosen": self.chosen,
            "epochs": len(self.epochs) - 1,
            "reason": self.reason,
            "features": self.epochs[self.chosen].features,
            "seconds": sum(epoch.seconds for epoch in self.epochs),
            **self.facts,
        }


def online_loop(
    decoder: Decoder,
    text: DevSet,
    method: OnlineMethod,
    metric: Metric,
    start: Mapping[str, float],
    *,
    nbest: int = 100,
    judged: DevSet | None = None,
    folder: StrPath | None = None,
    facts: Mapping[str, Any] | None = None,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
    epoch_done: Callable[[int, Epoch], None] | None = None,
) -> OnlineResult:
    """Tune a decoder's weights online.

    Parameters
    ----------
    start
        Weights of all of the decoder's dense features, and of any sparse ones.
    nbest
        How many translations of each sentence are looked at.
    judged
        A text that only chooses the epoch; else a part of the text is held out for it, if the method does so.
    folder, facts
        Where the run is kept, and what else must be the same for it to go on from there.
    """
    if method.hashing and not decoder.takes_buckets:
        raise InputError(
            f"{method.name}: found hashing={method.hashing} with {decoder}, expected a decoder of a model of ours"
        )
    held_out = 0.0 if judged is not None else method.part_held_out(len(text), decoder.has_sparse)
    taught, unseen_rows = _split(len(text), held_out, seed)
    seen_text = text.take(taught.tolist())
    unseen_text = text.take(unseen_rows.tolist()) if judged is None else judged
    begin = _start(method, start, decoder.dense_names)
    if method.tunes_dense(decoder.has_sparse):
        begin = dense_tuned(
            decoder, seen_text, metric, start, nbest=nbest, folder=folder, seed=seed, threads=threads
        )
    vocabulary = (
        HashedVocabulary(decoder.dense_names, method.hashing)
        if method.hashing
        else Vocabulary(decoder.dense_names)
    )
    learner = Learner(method, vocabulary, begin)
    first = learner.weights()
    run = Run(learner, Cutoff(method.rarest, len(vocabulary.dense)), first)
    record = Checkpoints(
        folder,
        {
            **(facts or {}),
            "method": method.spec,
            "metric": metric.signature,
            "seed": seed,
            "nbest": nbest,
            "text": text.digest(),
            "held_out": held_out,
            **({} if judged is None else {"judged": judged.digest()}),
            "decoder": decoder.fingerprint,
            "start": _digest(start),
        },
    )

    judge, seen = (Judge(decoder, part, metric, first, threads) for part in (unseen_text, seen_text))
    tested = bool(decoder.has_sparse and (held_out or judged is not None))
    examples = method.examples(decoder, text, metric, taught, nbest=nbest, weights=first, threads=threads)
    run.state = examples.state
    epochs = _Epochs(method, examples, run, record, threads, progress)
    if not record.read(run):
        began = time.perf_counter()
        run.epochs.append(Epoch(judge.score(first), len(first.sparse), 0, time.perf_counter() - began))
        record.write(run)
        if epoch_done:
            epoch_done(0, run.epochs[0])
    while not (reason := _end(run, method, metric)):
        number = len(run.epochs)
        epochs.learn(_batches(method, len(examples), seed, number))
        weights = learner.weights(method.averaged)
        began = time.perf_counter()
        rows = judge.rows(weights)
        wins = judge.wins(rows) if tested else None
        seconds = run.seconds + time.perf_counter() - began
        run.epochs.append(Epoch(judge.score_of(rows), len(weights.sparse), run.examples, seconds, wins))
        if best_epoch(run.epochs, metric) == number:
            run.best = weights
        run.done, run.examples, run.seconds = [], 0, 0.0
        record.write(run)
        if epoch_done:
            epoch_done(number, run.epochs[-1])
    chosen, gains = best_epoch(run.epochs, metric), None
    if tested and chosen:
        sign = 1 if metric.higher_is_better else -1
        unseen = run.epochs[chosen].objective - run.epochs[0].objective
        gains = sign * (seen.score(run.best) - seen.score(first)), sign * unseen
    found = {**examples.facts, **vocabulary.facts}
    return OnlineResult(run.best.named, chosen, reason, run.epochs, found, gains)


def _digest(start: Mapping[str, float]) -> str:
    return hashlib.blake2b(json.dumps(dict(start)).encode(), digest_size=16).hexdigest()


def _split(sentences: int, held_out: float, seed: int) -> tuple[Numbers, Numbers]:
    """The sentences to learn from and those that epochs are judged by: all of both, if none are held out."""
    if not sentences:
        raise InputError("there are no sentences to tune on")
    if not held_out:
        return np.arange(sentences), np.arange(sentences)
    count = round(held_out * sentences)
    if not 0 < count < sentences:
        raise InputError(
            f"holding out {held_out:g} of {sentences} sentences leaves none on one side; "
            "give another part or more sentences"
        )
    shuffled = np.random.default_rng(seed).permutation(sentences)
    return np.sort(shuffled[count:]), np.sort(shuffled[:count])


def _start(method: OnlineMethod, given: Mapping[str, float], dense: Sequence[str]) -> Mapping[str, float]:
    if method.start not in ("uniform", "zero"):
        return given
    return dict.fromkeys(dense, 1.0 / len(dense) if method.start == "uniform" else 0.0)


def _batches(method: OnlineMethod, examples: int, seed: int, epoch: int) -> list[Batch]:
    """The examples in a random order that is the epoch's own, cut into batches."""
    order = np.random.default_rng([seed, epoch]).permutation(examples)
    pieces = [order[begin : begin + method.batch] for begin in range(0, examples, method.batch)]
    seeds = np.random.default_rng([seed, epoch, 1]).integers(2**63, size=len(pieces))
    return list(zip(range(len(pieces)), pieces, seeds.tolist(), strict=True))


def _end(run: Run, method: OnlineMethod, metric: Metric) -> str:
    """Why the run is at its end; nothing if it is not."""
    done = len(run.epochs) - 1
    if done - best_epoch(run.epochs, metric) >= method.patience:
        return f"no better score for {counted(method.patience, 'epoch')}"
    return f"after {counted(done, 'epoch')}" if done >= method.epochs else ""


@dataclass(frozen=True)
class _Epochs:
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
