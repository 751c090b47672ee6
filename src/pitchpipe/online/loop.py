"""The online loop: decode a mini-batch, learn from it, decode the next one with the new weights.

Written to disk after each epoch, and every minute of a long one. A synchronous run that was stopped goes on from there
and ends with the same weights.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
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
from pitchpipe.online.begin import fresh_run, start_weights
from pitchpipe.online.checkpoint import Checkpoints, Epoch, Run, best_epoch
from pitchpipe.online.epochs import Epochs, Progress, batches_of
from pitchpipe.online.judge import Judge
from pitchpipe.online.method import OnlineMethod
from pitchpipe.online.whole import learned_whole
from pitchpipe.weights import Weights

OVERFIT = 2.5
"""How many times the gain on held-out sentences that on the others may be."""

SHARED = 0.1
"""The part of the buckets of features that several may share before it is told."""


@dataclass(frozen=True)
class OnlineResult:
    """Tuned weights, and every epoch that led to them."""

    weights: Weights
    """Of all dense features, and of the sparse ones that are not 0."""
    chosen: int
    """The best epoch; 0 is the start."""
    reason: str
    """Why learning ended."""
    epochs: list[Epoch]
    facts: dict[str, int]
    """What was learned from."""
    gains: tuple[float, float] | None = None
    """How much better than the start the weights of the chosen epoch are on the text that was learned from, and on held-out
    sentences."""
    features: int = 0
    """Sparse weights that are not 0."""
    relearned: int = 0
    """All sentences, where the weights come from all of them once held-out ones have chosen the epoch; else 0."""

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
            "features": self.features,
            "relearned": self.relearned,
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
    begin = start_weights(
        method, decoder, seen_text, metric, start, nbest=nbest, folder=folder, seed=seed, threads=threads
    )
    run = fresh_run(method, decoder, begin)
    learner, first = run.learner, run.best
    known = {
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
    }
    record = Checkpoints(folder, known)

    judge, seen = (Judge(decoder, part, metric, first, threads) for part in (unseen_text, seen_text))
    tested = bool(decoder.has_sparse and (held_out or judged is not None))
    examples = method.examples(decoder, text, metric, taught, nbest=nbest, weights=first, threads=threads)
    run.state = examples.state
    epochs = Epochs(method, examples, run, record, threads, progress)
    if not record.read(run):
        began = time.perf_counter()
        run.epochs.append(Epoch(judge.score(first), len(first.sparse), 0, time.perf_counter() - began))
        record.write(run)
        if epoch_done:
            epoch_done(0, run.epochs[0])
    while not (reason := _end(run, method, metric)):
        number = len(run.epochs)
        epochs.learn(batches_of(method, len(examples), seed, number))
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
    last = run
    if held_out and method.relearn and (chosen or method.tunes_dense(decoder.has_sparse)):
        last = learned_whole(
            decoder,
            text,
            method,
            metric,
            start,
            epochs=chosen,
            nbest=nbest,
            folder=folder,
            facts=known,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    return OnlineResult(
        last.best.named,
        chosen,
        reason,
        run.epochs,
        {**examples.facts, **last.learner.vocabulary.facts},
        gains,
        features=len(last.best.sparse),
        relearned=0 if last is run else len(text),
    )


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


def _end(run: Run, method: OnlineMethod, metric: Metric) -> str:
    """Why the run is at its end; nothing if it is not."""
    done = len(run.epochs) - 1
    if done - best_epoch(run.epochs, metric) >= method.patience:
        return f"no better score for {counted(method.patience, 'epoch')}"
    return f"after {counted(done, 'epoch')}" if done >= method.epochs else ""
