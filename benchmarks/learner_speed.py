"""How fast the learners are: on the pool of the MERT benchmark, and with 100,000 sparse features.

Moses on a pool of the first kind, two cores of this class of machine: kbmira 7 s, PRO's sampling 2 s and its classifier 1 s.
Times are without the metric's statistics, which all methods share, and without reading.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace

import numpy as np

from pitchpipe.arrays import SparseRows
from pitchpipe.data import translation_pool
from pitchpipe.lists import Pool
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import METHODS, Problem, find_method

GOALS = {"pro": 0.6, "regression": 0.3, "kbmira": 1.5}
LEARNERS = [name for name in METHODS if name not in ("mert", "simplex")]
SPARSE_FEATURES = (10_000, 100_000)
ENTRIES = (10, 100)
"""Non-zero sparse features of a candidate."""


def with_sparse_features(pool: Pool, features: int, entries: int) -> Pool:
    """The pool with that many random sparse features in each candidate, of so many that there are."""
    rng = np.random.default_rng(1)
    width = features // entries
    chosen = np.arange(entries) * width + rng.integers(0, width, (len(pool), entries))
    values = rng.integers(1, 3, chosen.size).astype(np.float64)
    starts = np.arange(0, chosen.size + 1, entries)
    sparse = SparseRows(starts, chosen.astype(np.int32).ravel(), values)
    return replace(pool, sparse=sparse, sparse_names=tuple(f"s{index}" for index in range(features)))


def prepared(pool: Pool) -> tuple[Problem, float]:
    problem = Problem(pool, find_metric("bleu"), os.cpu_count() or 1)
    began = time.perf_counter()
    assert len(problem.rows) == len(pool)
    return problem, time.perf_counter() - began


def seconds_of(name: str, problem: Problem, repeats: int) -> tuple[float, float]:
    """The least time of a search, and the objective it ends with."""
    count = len(problem.pool.feature_names)
    times, objective = [], 0.0
    for _ in range(repeats):
        began = time.perf_counter()
        found = find_method(name).search(
            problem, np.full(count, 1 / count), np.random.default_rng(1), lambda *_: None
        )
        times.append(time.perf_counter() - began)
        objective = problem.objective(found.weights)
    return min(times), objective


def main() -> None:
    pool = translation_pool(1014, 215, 14)
    problem, seconds = prepared(pool)
    print(
        f"{pool.group_count:,} sentences, {len(pool):,} candidates, {len(pool.dense_names)} features,",
        end=" ",
    )
    print(f"{problem.threads} threads; the statistics take {seconds:.2f} s")
    print(f"{'':14}{'seconds':>9}{'goal':>7}{'BLEU':>8}")
    for name in LEARNERS:
        taken, objective = seconds_of(name, problem, 3)
        goal = f"{GOALS[name]:.1f}" if name in GOALS else ""
        print(f"{name:14}{taken:9.3f}{goal:>7}{objective:8.2f}", flush=True)

    part = pool.take_groups(np.arange(200))
    sizes = [(features, entries) for entries in ENTRIES for features in SPARSE_FEATURES]
    problems = [prepared(with_sparse_features(part, *size))[0] for size in sizes]
    print(f"\n{part.group_count} sentences, {len(part):,} candidates, with sparse features; seconds")
    print(f"{'':14}" + "".join(f"{f'{features:,}':>12}" for features, _ in sizes) + "  features")
    print(f"{'':14}" + "".join(f"{entries:12}" for _, entries in sizes) + "  of them in a candidate")
    for name in LEARNERS:
        shown = "".join(f"{seconds_of(name, sparse, 1)[0]:12.2f}" for sparse in problems)
        print(f"{name:14}{shown}", flush=True)


if __name__ == "__main__":
    main()
