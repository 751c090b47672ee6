"""The tuning loop: decode, add the candidates to the pool, optimize, decode with the new weights, until it settles.

Every iteration is on disk before the next one starts; the same call goes on where an earlier one was stopped, and ends
with the same weights.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import StrPath
from pitchpipe.lists.merge import merge
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric
from pitchpipe.tuning.loop.record import Iteration, LoopRecord
from pitchpipe.tuning.optimizer import Optimizer
from pitchpipe.tuning.problem import Problem

__all__ = ["Decode", "Iteration", "LoopResult", "LoopSettings", "Statistics", "tuning_loop"]

Decode = Callable[[Mapping[str, float]], Pool]
"""Translates the tuning set with weights: lists with their references, best first."""

Statistics = Callable[[Pool, Metric], NDArray[np.float64]]

CHOICES = ("best", "last", "held-out")


@dataclass(frozen=True)
class LoopSettings:
    """When the loop ends, and what it ends with."""

    iterations: int = 15
    """At most."""
    interpolation: float | None = None
    """The share of the new weights in those of the next iteration (the PRO paper's Ψ); None for the optimizer's own."""
    tolerance: float = 1e-4
    """Stop when no weight, in a vector whose sizes sum to 1, moves by more."""
    choose: str = "best"
    """Weights of the iteration with the `best` translation of the tuning set or of the `held-out` sentences, or the
    `last` ones."""


@dataclass(frozen=True)
class LoopResult:
    """Tuned weights, and every round that led to them."""

    weights: dict[str, float]
    chosen: int
    """The iteration that they were decoded in, counted from 0."""
    rule: str
    """What they were chosen by: `best`, `last` or `held-out`."""
    reason: str
    """Why the loop ended."""
    iterations: list[Iteration] = field(default_factory=list)

    @property
    def objective(self) -> float:
        return self.iterations[self.chosen].objective

    @property
    def held_out(self) -> float | None:
        return self.iterations[self.chosen].held_out


def tuning_loop(
    decode: Decode,
    optimizer: Optimizer,
    metric: Metric,
    start: Mapping[str, float],
    *,
    held_out: Decode | None = None,
    folder: StrPath | None = None,
    settings: LoopSettings | None = None,
    seed: int = 1,
    threads: int = 1,
    judged: Callable[[Pool], Pool] | None = None,
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
    held_out
        Translates sentences that are not tuned on; each iteration is measured on them too.
    folder
        Where each iteration is written, and read from if it is there.
    judged
        Takes from the lists those whose first candidates are the translation that iterations are judged by; all of them
        by default. Lists of search bins hold more than translations.
    statistics
        Computes the metric's statistics of a pool's candidates; here, with `threads`, by default.
    facts
        What else makes this run another one than those before, such as its text; a folder of other facts is refused.
    """
    chosen = settings or LoopSettings()
    share = optimizer.loop_share if chosen.interpolation is None else chosen.interpolation
    if chosen.choose not in CHOICES:
        raise unknown_name("way to choose weights", chosen.choose, CHOICES)
    if chosen.choose == "held-out" and held_out is None:
        raise InputError("found no held-out sentences, expected a part of the text to choose the weights by")

    def one_best(lists: Pool) -> float:
        return _one_best(judged(lists) if judged else lists, metric, threads)

    def tuned(one: Iteration, pool: Pool, last: Iteration | None) -> Iteration:
        """The iteration with the optimizer's weights; without, if there is nothing more to try."""
        if not one.new and last is not None:
            # The optimizer has no reason to change its mind, but all of its weights may not have been tried.
            tried = _moved(one.weights, last.tuned or {}) <= chosen.tolerance
            return one if tried else replace(one, tuned=last.tuned, predicted=last.predicted)
        began = time.perf_counter()
        varying = _varying(pool)
        found = optimizer.optimize(
            varying,
            metric,
            {name: one.weights.get(name, 0.0) for name in varying.feature_names},
            seed=seed + len(iterations),
            threads=threads,
            keep_start=False,
            rows=statistics(pool, metric) if statistics else None,
        )
        return replace(
            one,
            optimize_seconds=time.perf_counter() - began,
            tuned={**one.weights, **found.weights},
            predicted=found.objective,
        )

    about = {"optimizer": optimizer.spec, "metric": metric.signature, "seed": seed, "start": dict(start)}
    record = LoopRecord(folder, about | asdict(chosen) | {"interpolation": share} | dict(facts or {}))
    pool: Pool | None = None
    weights = dict(start)
    iterations: list[Iteration] = []
    reason = f"after {chosen.iterations} iterations"
    for number in range(chosen.iterations + 1):
        stored = record.read(number)
        if stored is None:
            began = time.perf_counter()
            lists = decode(weights)
            unseen = None if held_out is None else one_best(held_out(weights))
            seconds = time.perf_counter() - began
            record.write_pool(number, lists)
        else:
            lists = record.read_pool(number)
        before = 0 if pool is None else len(pool)
        pool = lists.without_duplicates() if pool is None else merge([pool, lists])
        if stored is None:
            stored = Iteration(weights, one_best(lists), len(pool), len(pool) - before, seconds, unseen)
            if number < chosen.iterations:
                stored = tuned(stored, pool, iterations[-1] if iterations else None)
            record.write(number, stored)
        iterations.append(stored)
        if progress:
            progress(number, stored)
        if stored.tuned is None:
            if stored.new == 0:
                reason = "no new candidates"
            break
        following = _interpolated(weights, stored.tuned, share if stored.new else 1.0)
        if _moved(weights, following) < chosen.tolerance:
            reason = "the weights have settled"
            break
        weights = following
    best = chosen_iteration(iterations, chosen.choose, metric)
    return LoopResult(iterations[best].weights, best, chosen.choose, reason, iterations)


def chosen_iteration(iterations: Sequence[Iteration], how: str, metric: Metric) -> int:
    """The number of the iteration to take; of equals, the first."""
    sign = 1 if metric.higher_is_better else -1
    if how == "last":
        return len(iterations) - 1
    scores = [one.held_out if how == "held-out" else one.objective for one in iterations]
    return int(np.argmax(sign * np.array(scores, np.float64)))


def _varying(pool: Pool) -> Pool:
    """The pool without dense features that are the same for all candidates of each group."""
    starts = pool.offsets[:-1]
    same = np.maximum.reduceat(pool.dense, starts) == np.minimum.reduceat(pool.dense, starts)
    kept = np.flatnonzero(~same.all(axis=0))
    names = tuple(pool.dense_names[i] for i in kept)
    return replace(pool, dense=np.ascontiguousarray(pool.dense[:, kept]), dense_names=names)


def _one_best(lists: Pool, metric: Metric, threads: int) -> float:
    """The metric of the first candidate of each list."""
    first: NDArray[np.int64] = lists.offsets[:-1]
    return float(metric.score(Problem(lists, metric, threads).rows[first].sum(axis=0)))


def _interpolated(old: Mapping[str, float], new: Mapping[str, float], share: float) -> dict[str, float]:
    """The mixture of both; old weights that were tuned are first scaled to the size of the new ones."""
    names = dict.fromkeys([*old, *new])
    tuned = [name for name in names if old.get(name) != new.get(name)]
    sizes = [sum(abs(vector.get(name, 0.0)) for name in tuned) for vector in (old, new)]
    scales = dict.fromkeys(tuned, sizes[1] / sizes[0] if all(sizes) else 1.0)
    kept = {name: scales.get(name, 1.0) * value for name, value in old.items()}
    mixed = {name: share * new.get(name, 0.0) + (1 - share) * kept.get(name, 0.0) for name in names}
    return {name: value for name, value in mixed.items() if value or name in old}


def _moved(old: Mapping[str, float], new: Mapping[str, float]) -> float:
    """The largest change of a weight, both vectors scaled so that the sizes of their weights sum to 1."""
    scales = [sum(map(abs, vector.values())) or 1.0 for vector in (old, new)]
    names = {*old, *new}
    return max((abs(old.get(n, 0.0) / scales[0] - new.get(n, 0.0) / scales[1]) for n in names), default=0.0)
