"""How fast MERT is: line searches per second, against a naive version and against the memory's limit.

The pool has the shape of one for which Moses's mert takes 55 to 79 s on two cores of this class of machine, for the
start and 20 restarts: 1,014 sentences, 218,000 distinct candidates, 14 features.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pitchpipe.data import translation_pool
from pitchpipe.lists import Pool
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, tune
from pitchpipe.tuning.line_search import LineSearch

Array = NDArray[np.float64]

METHODS = (
    "mert",
    "mert(directions=koehn, basis=features, follow=all)",
    "mert(directions=random, basis=features, follow=all)",
)
"""The default, what Moses does, and what the thesis found best."""


def best_time(run: Callable[[], object], repeats: int = 5) -> float:
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return min(times)


def read_bandwidth() -> float:
    """Bytes a second that one core reads from memory, as the time to sum a large array."""
    values = np.ones(1 << 25)
    return values.nbytes / best_time(values.sum)


def naive_line_search(problem: Problem, weights: Array, direction: Array) -> float:
    """Algorithm 2 of the thesis, group by group in NumPy: go to the nearest crossing until there is none."""
    pool, rows = problem.pool, problem.rows
    intercepts, slopes = pool.dense @ weights, pool.dense @ direction
    sums, changes = np.zeros(rows.shape[1]), []
    for begin, end in zip(pool.offsets[:-1], pool.offsets[1:], strict=True):
        b, m = intercepts[begin:end], slopes[begin:end]
        best = int(np.lexsort((-b, m))[0])
        sums += rows[begin + best]
        while True:
            with np.errstate(divide="ignore", invalid="ignore"):
                crossings = np.where(m > m[best], (b[best] - b) / (m - m[best]), np.inf)
            nearest = int(np.argmin(crossings))
            if np.isinf(crossings[nearest]):
                break
            changes.append((crossings[nearest], rows[begin + nearest] - rows[begin + best]))
            best = nearest
    changes.sort(key=lambda change: change[0])
    deltas = np.array([delta for _, delta in changes])
    return float(problem.metric.score(sums + np.cumsum(deltas, axis=0)).max())


def line_searches(pool: Pool, threads: int, directions: Array) -> tuple[float, LineSearch, Array, Array]:
    problem = Problem(pool, find_metric("bleu"), threads)
    count = len(pool.feature_names)
    weights = np.full(count, 1 / count)
    search = LineSearch(problem, np.eye(count))
    scores = search.scores(weights)
    seconds = best_time(lambda: search.moves(weights, scores, directions, threads))
    return seconds / len(directions), search, weights, scores


def main() -> None:
    cores = os.cpu_count() or 1
    pool = translation_pool()
    count = len(pool.feature_names)
    axes, random = np.eye(count), np.random.default_rng(1).normal(size=(count, count))
    print(f"{pool.group_count:,} sentences, {len(pool):,} candidates, {count} features")

    axis_time, search, weights, scores = line_searches(pool, 1, axes)
    random_time, *_ = line_searches(pool, 1, random)
    problem = search.problem
    naive_time = best_time(lambda: naive_line_search(problem, weights, axes[0]), 2)
    plateaus = search.plateaus(weights, scores, axes[:1])[0]
    assert abs(naive_line_search(problem, weights, axes[0]) - plateaus.objectives.max()) < 1e-9
    limit = 16 * len(pool) / read_bandwidth()
    print("\nline searches along one line, one thread")
    print(f"  {'':24}{'per second':>12}{'times naive':>13}{'of the memory limit':>21}")
    for name, seconds in (
        ("axis", axis_time),
        ("random direction", random_time),
        ("naive, in NumPy", naive_time),
    ):
        print(f"  {name:24}{1 / seconds:12.0f}{naive_time / seconds:13.0f}{limit / seconds:20.0%}")
    print("  (the limit: slopes and scores of all candidates read once from memory)")

    print("\ngrowth with the candidates and with threads, milliseconds for a line along an axis")
    for share in (0.25, 0.5, 1.0):
        part = pool.take_groups(np.arange(int(share * pool.group_count)))
        times = [line_searches(part, threads, axes)[0] for threads in range(1, cores + 1)]
        shown = "".join(
            f"{1000 * seconds:8.2f} ({threads} threads)" for threads, seconds in enumerate(times, 1)
        )
        print(f"  {len(part):10,} candidates {shown}")

    print("\nwhole runs, statistics included, start and 20 restarts")
    for threads in (1, cores):
        for method in METHODS:
            tuned = tune(pool, method, "bleu", threads=threads)
            print(
                f"  {method:52}{threads} threads {tuned.seconds:8.2f} s   BLEU {tuned.start_objective:.2f}"
                f" -> {tuned.objective:.2f}   ({55 / tuned.seconds:.0f} to {79 / tuned.seconds:.0f} times Moses's mert)"
            )


if __name__ == "__main__":
    main()
