"""The tuning loop: decode, add the candidates to the pool, optimize, decode with the new weights, until it settles.

Every iteration is on disk before the next one starts; the same call resumes a run that was stopped, and ends with the same
weights.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pitchpipe.arrays import Array, varying_columns
from pitchpipe.decoder import Decoder
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.lists.decoded import covered_shares, decoded, last_bins
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric
from pitchpipe.notebook import counted, html_table
from pitchpipe.tuning.loop.growing_pool import GrowingPool, Statistics
from pitchpipe.tuning.loop.record import Iteration, LoopRecord
from pitchpipe.tuning.loop.trial import Trial, trial_sentences
from pitchpipe.tuning.optimizer import Optimizer
from pitchpipe.tuning.settings import TuningSettings
from pitchpipe.weights import Weights

PASSES = 2
"""Of the optimizer, with a seed each, that must end at their start before the weights count as settled."""
FEW = 0.15
"""New candidates, as a share of the first lists: with fewer, an iteration has shown next to nothing new."""
CLEAR = 0.005
"""How much better a score must be than the last better one, as a part of it, to count as better: 0.2 of BLEU 40.

Smaller gains on the tuning text come and go while the average of the weights stays what it is."""
LOSS = 0.03
"""The part of the best score that the average of weights may lose on the tuning text."""
PROMISE = 0.1
"""How much better tuned weights must be on all lists than any translation was, for the loop to go on whatever it finds."""


@dataclass(frozen=True, repr=False)
class LoopResult:
    """Tuned weights, and every round that led to them."""

    weights: Weights
    chosen: int
    """The iteration that they were decoded in, counted from 0."""
    rule: str
    """What they were chosen by: `average`, `best`, `last` or `held-out`."""
    reason: str
    """Why the loop ended."""
    iterations: list[Iteration] = field(default_factory=list)

    @property
    def objective(self) -> float:
        return self.iterations[self.chosen].objective

    @property
    def held_out(self) -> float | None:
        return self.iterations[self.chosen].held_out

    def __repr__(self) -> str:
        first = self.iterations[0].objective
        rounds = counted(len(self.iterations) - 1, "iteration")
        return f"LoopResult({first:.2f} to {self.objective:.2f} in {rounds}; {self.reason})"

    def _repr_html_(self) -> str:
        rows = [
            [number, one.objective, one.held_out, one.new, one.candidates]
            for number, one in enumerate(self.iterations)
        ]
        header = ["iteration", "objective", "held out", "new candidates", "candidates"]
        return html_table(f"{self!r}, iteration {self.chosen} chosen", header, rows)

    @property
    def curve(self) -> list[float]:
        """The metric of the tuning text in each iteration."""
        return [one.objective for one in self.iterations]

    @property
    def decode_seconds(self) -> float:
        return sum(one.decode_seconds for one in self.iterations)

    @property
    def optimize_seconds(self) -> float:
        return sum(one.optimize_seconds for one in self.iterations)


def tuning_loop(
    decoder: Decoder,
    text: DevSet,
    optimizer: Optimizer,
    metric: Metric,
    start: Mapping[str, float],
    *,
    settings: TuningSettings | None = None,
    nbest: int | None = None,
    held_out: DevSet | None = None,
    folder: StrPath | None = None,
    threads: int = 1,
    statistics: Statistics | None = None,
    facts: Mapping[str, Any] | None = None,
    progress: Callable[[int, Iteration], None] | None = None,
) -> LoopResult:
    """Tune a decoder's weights.

    Parameters
    ----------
    start
        Weights of all of the decoder's dense features. Features that are the same for all candidates of each sentence
        keep their weight.
    settings
        How often, when to stop and what to end with; the method and the metrics that they name are not looked at.
    nbest
        The size of lists, where it is not as the settings say.
    held_out
        Sentences that are not tuned on; each iteration is measured on them too.
    folder
        Where each iteration is written, and read from if it is there.
    statistics
        Computes the metric's statistics of a pool's candidates; here, with `threads`, by default.
    facts
        What else makes this run another one than those before; a folder of other facts is refused.
    """
    chosen = settings or TuningSettings()
    if chosen.rule == "held-out" and held_out is None:
        raise InputError("found no held-out sentences, expected a part of the text to choose the weights by")
    compute = statistics or (lambda pool, of: pool.statistics(of, threads))
    growing = GrowingPool(metric, compute)
    steps = _Steps(
        decoder, text, optimizer, metric, growing, chosen, nbest or chosen.list_size(), held_out, threads
    )
    record = LoopRecord(folder, {**steps.facts(start), **(facts or {})})
    weights = Weights(start)
    iterations: list[Iteration] = []
    reason = f"after {counted(chosen.rounds, 'iteration')}"
    for number in range(chosen.rounds + 1):
        stored = record.read(number)
        if stored is None:
            lists, began = steps.decode(weights)
            with record.writing_pool(number, lists):
                stored = steps.measured(lists, began)
                if number < chosen.rounds:
                    stored = steps.tried(steps.tuned(stored, iterations), iterations)
            record.write(number, stored)
        else:
            growing.add(record.read_pool(number))
        iterations.append(stored)
        if progress:
            progress(number, stored)
        if stored.tuned is None:
            if stored.new == 0:
                reason = "no new candidates"
            break
        if chosen.patience and stale_rounds(iterations, chosen.rule, metric) >= chosen.patience:
            reason = "few new candidates, and no better score"
            break
        following = steps.mixed(stored, stored.share or steps.most(stored))
        if weights.distance(following) < chosen.tolerance:
            reason = "the weights have settled"
            break
        weights = following
    if chosen.rule == "average" and (average := steps.average(iterations)) is not None:
        stored = record.read(len(iterations)) or steps.averaged(average, record, len(iterations))
        iterations.append(stored)
        if progress:
            progress(len(iterations) - 1, stored)
    best = chosen_iteration(iterations, chosen.rule, metric)
    rule = "best" if chosen.rule == "average" and not iterations[best].averaged else chosen.rule
    return LoopResult(iterations[best].weights, best, rule, reason, iterations)


@dataclass(frozen=True)
class _Steps:
    """What is done in each round."""

    decoder: Decoder
    text: DevSet
    optimizer: Optimizer
    metric: Metric
    growing: GrowingPool
    settings: TuningSettings
    nbest: int
    held_out: DevSet | None
    threads: int

    def facts(self, start: Mapping[str, float]) -> dict[str, Any]:
        """What makes a run another one."""
        chosen = self.settings
        return {
            "optimizer": self.optimizer.spec,
            "metric": self.metric.signature,
            "seed": chosen.seed,
            "start": dict(start),
            "nbest": self.nbest,
            "iterations": chosen.rounds,
            "interpolation": chosen.share(self.optimizer.loop_share),
            "mixing": chosen.mixing,
            "tolerance": chosen.tolerance,
            "patience": chosen.patience,
            "choose": chosen.rule,
            "search_aware": chosen.search_aware,
            "dev": self.text.digest(),
            "held_out": self.held_out and self.held_out.digest(),
            "decoder": self.decoder.fingerprint,
        }

    def decode(self, weights: Weights, nbest: int | None = None) -> tuple[Pool, Iteration]:
        """The lists with these weights, and the iteration as far as it is known before they are looked at."""
        began = time.perf_counter()
        lists = self._lists(self.text, weights, nbest or self.nbest)
        unseen = None if self.held_out is None else self._score(self.held_out, weights)
        return lists, Iteration(weights, 0.0, 0, 0, time.perf_counter() - began, unseen)

    def measured(self, lists: Pool, one: Iteration) -> Iteration:
        """The iteration with what its lists say; they join the pool."""
        new, places = self.growing.add(lists)
        firsts = lists.offsets[:-1]
        if self.settings.search_aware != "none":
            firsts = firsts[covered_shares(lists.group_ids) == 1]
        best = places[firsts]
        return replace(
            one,
            objective=self.growing.score(best),
            trial=self.growing.score(best[trial_sentences(len(best))]),
            candidates=len(self.growing.pool),
            new=new,
        )

    def tuned(self, one: Iteration, before: Sequence[Iteration]) -> Iteration:
        """The iteration with the optimizer's weights; without, if there is nothing more to try."""
        if not one.new and before:
            # The optimizer has no reason to change its mind, but all of its weights may not have been tried.
            last = before[-1]
            tried = one.weights.distance(last.tuned or {}) <= self.settings.tolerance
            # PRO's loop, whose weights are mixed as they are, ends with the first lists that bring nothing (5.4.1).
            return (
                one
                if tried or self.settings.mixing == "plain"
                else replace(one, tuned=last.tuned, predicted=last.predicted)
            )
        began = time.perf_counter()
        varying = _varying(self.growing.pool)
        # Where one pass finds nothing better than its start, another one must agree before the weights count as settled.
        for passed in range(PASSES):
            found = self.optimizer.optimize(
                varying,
                self.metric,
                {name: one.weights.get(name, 0.0) for name in varying.feature_names},
                seed=self.settings.seed + len(before) + passed * (self.settings.rounds + 1),
                threads=self.threads,
                keep_start=False,
                rows=self.growing.rows,
            )
            tuned = Weights({**one.weights, **found.weights})
            if one.weights.distance(tuned) >= self.settings.tolerance:
                break
        return replace(
            one,
            optimize_seconds=time.perf_counter() - began,
            tuned=tuned,
            predicted=found.objective,
        )

    def most(self, one: Iteration) -> float:
        """The largest share of tuned weights in those of the next iteration."""
        return self.settings.share(self.optimizer.loop_share) if one.new else 1.0

    def tried(self, one: Iteration, before: Sequence[Iteration]) -> Iteration:
        """The iteration with the share of its tuned weights that the next one decodes with."""
        if one.tuned is None:
            return one
        share = self.most(one)
        scores = [each.trial for each in (*before, one) if each.trial is not None]
        # A share that the user has given is taken as it is.
        if not self.settings.interpolation and scores:
            began = time.perf_counter()
            sentences = self.text.take(trial_sentences(len(self.text)).tolist())
            best = max(scores) if self.metric.higher_is_better else min(scores)
            trial = Trial(
                lambda share: self._score(sentences, self.mixed(one, share)), self.metric, best, scores[0]
            )
            share = trial.share(share)
            one = replace(one, decode_seconds=one.decode_seconds + time.perf_counter() - began)
        return replace(one, share=share)

    def mixed(self, one: Iteration, share: float) -> Weights:
        """The weights of the next iteration."""
        return self._mix(one.weights, one.tuned or Weights(), share)

    def average(self, iterations: Sequence[Iteration]) -> Weights | None:
        """The mean of the weights found in the later half of the iterations; None where that is one vector."""
        found = [one.tuned for one in iterations if one.tuned is not None]
        later = found[len(found) // 2 :]
        if len(later) < 2:
            return None
        mean = later[0]
        for count, weights in enumerate(later[1:], 2):
            mean = self._mix(mean, weights, 1 / count)
        return mean

    def averaged(self, average: Weights, record: LoopRecord, number: int) -> Iteration:
        """The iteration that translates with the average, as it is on disk."""
        lists, began = self.decode(average, nbest=1)  # nothing is learned from them
        record.write_pool(number, lists)
        one = replace(self.measured(lists, began), averaged=True)
        record.write(number, one)
        return one

    def _mix(self, old: Weights, new: Weights, share: float) -> Weights:
        if self.settings.mixing == "plain":
            return old.interpolated(new, share)
        return old.mixed(new, share, frozenset(self.decoder.dense_names))

    def _score(self, text: DevSet, weights: Weights) -> float:
        """The metric of the translation of a text."""
        found = self._lists(text, weights, 1)
        whole = found if self.settings.search_aware == "none" else last_bins(found)
        return float(self.metric.score(self.growing.statistics(whole, self.metric).sum(axis=0)))

    def _lists(self, text: DevSet, weights: Weights, nbest: int) -> Pool:
        aware = self.settings.search_aware
        return decoded(self.decoder, text, weights, nbest=nbest, search_aware=aware)


def chosen_iteration(iterations: Sequence[Iteration], how: str, metric: Metric) -> int:
    """The number of the iteration to take; of equals, the first.

    The average of weights varies less from run to run than any of them. On the tuning text, which has chosen those, it
    may look worse; it is passed over only where it loses more than that.
    """
    if how == "last":
        return len(iterations) - 1
    scores = _scores(iterations, how, metric)
    best = int(np.argmax(scores))
    if how == "average" and iterations[-1].averaged and scores[best] - scores[-1] <= LOSS * abs(scores[best]):
        return len(iterations) - 1
    return best


def stale_rounds(iterations: Sequence[Iteration], how: str, metric: Metric) -> int:
    """How many iterations at the end brought few new candidates, and none a clearly better score than those before.

    One whose tuned weights promise a far better score on all lists is not stale: mixed with the old ones, they may need
    several iterations to show it.
    """
    scores, best = _scores(iterations, how, metric), 0
    for number, score in enumerate(scores):
        if score - scores[best] > CLEAR * abs(scores[best]):
            best = number
    later = iterations[best + 1 :]
    stale = [one.new < FEW * iterations[0].new and not _promises(one, iterations, metric) for one in later]
    return len(later) - max((number for number, is_stale in enumerate(stale, 1) if not is_stale), default=0)


def _promises(one: Iteration, iterations: Sequence[Iteration], metric: Metric) -> bool:
    if one.predicted is None:
        return False
    best = iterations[int(np.argmax(_scores(iterations, "best", metric)))].objective
    return (one.predicted - best) * (1 if metric.higher_is_better else -1) > PROMISE * abs(best)


def _scores(iterations: Sequence[Iteration], how: str, metric: Metric) -> Array:
    """What iterations are compared by; higher is better."""
    sign = 1 if metric.higher_is_better else -1
    scores = [one.held_out if how == "held-out" else one.objective for one in iterations]
    return sign * np.array(scores, np.float64)


def _varying(pool: Pool) -> Pool:
    """The pool without dense features that are the same for all candidates of each group."""
    kept = np.flatnonzero(varying_columns(pool.dense, pool.offsets))
    if len(kept) == len(pool.dense_names):
        return pool
    names = tuple(pool.dense_names[i] for i in kept)
    return replace(pool, dense=np.take(pool.dense, kept, axis=1), dense_names=names)
