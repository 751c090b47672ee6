"""The tuning loop: decode, add the candidates to the pool, optimize, decode with the new weights, until it settles.

Every iteration is on disk before the next one starts; the same call goes on where an earlier one was stopped, and ends
with the same weights.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError
from pitchpipe.metrics import Metric
from pitchpipe.text import write_whole
from pitchpipe.tuning.merge import merge
from pitchpipe.tuning.optimizer import Optimizer
from pitchpipe.tuning.pool import Pool, StrPath
from pitchpipe.tuning.problem import Problem

Decode = Callable[[Mapping[str, float]], Pool]
"""Translates the tuning set with weights: lists with their references, best first."""


@dataclass(frozen=True)
class LoopSettings:
    """When the loop ends, and what it ends with."""

    iterations: int = 15
    """At most."""
    interpolation: float = 1.0
    """The share of the new weights in those of the next iteration (the PRO paper's Ψ)."""
    tolerance: float = 1e-4
    """Stop when no weight, in a vector whose sizes sum to 1, moves by more."""
    choose: str = "best"
    """Weights of the iteration with the `best` translation of the tuning set, or the `last` ones."""


@dataclass(frozen=True)
class Iteration:
    """One round of the loop."""

    weights: dict[str, float]
    """What was decoded with."""
    objective: float
    """The metric of that translation."""
    candidates: int
    """In the pool after it."""
    new: int
    """That the pool did not have."""
    decode_seconds: float
    optimize_seconds: float = 0.0
    tuned: dict[str, float] | None = None
    """The optimizer's weights, None in the last iteration."""
    predicted: float | None = None
    """The metric of those on the pool."""


@dataclass(frozen=True)
class LoopResult:
    """Tuned weights, and every round that led to them."""

    weights: dict[str, float]
    chosen: int
    """The iteration that they were decoded in, counted from 0."""
    reason: str
    """Why the loop ended."""
    iterations: list[Iteration] = field(default_factory=list)

    @property
    def objective(self) -> float:
        return self.iterations[self.chosen].objective


def tuning_loop(
    decode: Decode,
    optimizer: Optimizer,
    metric: Metric,
    start: Mapping[str, float],
    *,
    folder: StrPath | None = None,
    settings: LoopSettings | None = None,
    seed: int = 1,
    threads: int = 1,
    judged: Callable[[Pool], Pool] | None = None,
    progress: Callable[[int, Iteration], None] | None = None,
) -> LoopResult:
    """Tune a decoder's weights.

    Parameters
    ----------
    start
        Weights of all of the decoder's dense features. Features that are the same for all candidates of each sentence
        keep their weight.
    folder
        Where each iteration is written, and read from if it is there.
    judged
        Takes from the lists those whose first candidates are the translation that iterations are judged by; all of them
        by default. Lists of search bins hold more than translations.
    """
    chosen = settings or LoopSettings()
    facts = {"optimizer": optimizer.spec, "metric": metric.signature, "seed": seed, "start": dict(start)}
    record = _Record(folder, facts | asdict(chosen))
    pool: Pool | None = None
    weights = dict(start)
    iterations: list[Iteration] = []
    reason = f"after {chosen.iterations} iterations"
    for number in range(chosen.iterations + 1):
        stored = record.read(number)
        if stored is None:
            began = time.perf_counter()
            lists = decode(weights)
            seconds = time.perf_counter() - began
            record.write_pool(number, lists)
        else:
            lists, seconds = record.read_pool(number), stored.decode_seconds
        before = 0 if pool is None else len(pool)
        pool = lists if pool is None else merge([pool, lists])
        if stored is None:
            objective = _one_best(judged(lists) if judged else lists, metric, threads)
            stored = Iteration(weights, objective, len(pool), len(pool) - before, seconds)
            ends = number == chosen.iterations or stored.new == 0
            if not ends:
                began = time.perf_counter()
                varying = _varying(pool)
                first = {name: weights.get(name, 0.0) for name in varying.feature_names}
                tuned = optimizer.optimize(
                    varying, metric, first, seed=seed + number, threads=threads, keep_start=False
                )
                stored = replace(
                    stored,
                    optimize_seconds=time.perf_counter() - began,
                    tuned={**weights, **tuned.weights},
                    predicted=tuned.objective,
                )
            record.write(number, stored)
        iterations.append(stored)
        if progress:
            progress(number, stored)
        if stored.new == 0:
            reason = "no new candidates"
        if stored.tuned is None:
            break
        following = _interpolated(weights, stored.tuned, chosen.interpolation)
        if _moved(weights, following) < chosen.tolerance:
            reason = "the weights have settled"
            break
        weights = following
    best = len(iterations) - 1
    if chosen.choose == "best":
        sign = 1 if metric.higher_is_better else -1
        best = max(range(len(iterations)), key=lambda i: (sign * iterations[i].objective, -i))
    return LoopResult(iterations[best].weights, best, reason, iterations)


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
    names = dict.fromkeys([*old, *new])
    mixed = {name: share * new.get(name, 0.0) + (1 - share) * old.get(name, 0.0) for name in names}
    return {name: value for name, value in mixed.items() if value or name in old}


def _moved(old: Mapping[str, float], new: Mapping[str, float]) -> float:
    """The largest change of a weight, both vectors scaled so that the sizes of their weights sum to 1."""
    scales = [sum(map(abs, vector.values())) or 1.0 for vector in (old, new)]
    names = {*old, *new}
    return max((abs(old.get(n, 0.0) / scales[0] - new.get(n, 0.0) / scales[1]) for n in names), default=0.0)


class _Record:
    """The iterations of a run in a folder: `07.npz` has the lists and `07.json`, written last, the rest."""

    def __init__(self, folder: StrPath | None, facts: dict[str, Any]) -> None:
        self._folder = None if folder is None else Path(folder)
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / "loop.json"
        if path.exists():
            if _read_json(path) != facts:
                raise InputError(
                    f"{path}: found a run with other settings, expected the same; remove {self._folder}"
                )
        else:
            _write_json(path, facts)

    def read(self, number: int) -> Iteration | None:
        path = self._path(number, "json")
        if path is None or not path.exists():
            return None
        stored = _read_json(path)
        if set(stored) != {field.name for field in fields(Iteration)}:
            raise InputError(f"{path}: found something else than an iteration; remove {self._folder}")
        return Iteration(**stored)

    def write(self, number: int, iteration: Iteration) -> None:
        path = self._path(number, "json")
        if path is not None:
            _write_json(path, vars(iteration))

    def read_pool(self, number: int) -> Pool:
        path = self._path(number, "npz")
        assert path is not None
        return Pool.load(path)

    def write_pool(self, number: int, pool: Pool) -> None:
        path = self._path(number, "npz")
        if path is not None:
            pool.save(path)

    def _path(self, number: int, kind: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{number:02}.{kind}"


def _read_json(path: Path) -> dict[str, Any]:
    try:
        contents = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {error}; remove {path.parent}") from None
    return contents if isinstance(contents, dict) else {}


def _write_json(path: Path, contents: Mapping[str, Any]) -> None:
    with write_whole(path) as file:
        file.write((json.dumps(dict(contents), indent=1) + "\n").encode())
