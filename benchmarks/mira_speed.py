"""How fast the online learners are, and how their time grows with sparse features.

The pool has the shape of one for which Moses's kbmira takes 7 s on this class of machine: 1,014 sentences, 215
candidates each, 14 features, 60 epochs.
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
from pitchpipe.tuning import Problem, tune

MOSES = 7.0
"""Seconds of Moses's kbmira."""


def with_sparse(pool: Pool, count: int, each: int) -> Pool:
    """The pool with `each` random sparse features for every candidate, of `count` there are."""
    rng = np.random.default_rng(1)
    # A feature from each of `each` ranges: rising and without repetition.
    drawn = rng.integers(count // each, size=(len(pool), each)) + np.arange(each) * (count // each)
    sparse = SparseRows(
        np.arange(0, drawn.size + 1, each), drawn.ravel().astype(np.int32), rng.normal(size=drawn.size)
    )
    return replace(pool, sparse=sparse, sparse_names=tuple(f"s{index}" for index in range(count)))


def naive_epoch(problem: Problem, weights: np.ndarray) -> float:
    """Seconds of one epoch of kbmira in NumPy, list by list."""
    pool, rows, bleu = problem.pool, problem.rows, problem.metric
    background = np.ones(bleu.width)
    began = time.perf_counter()
    for begin, end in zip(pool.offsets[:-1], pool.offsets[1:], strict=True):
        features, counts = pool.dense[begin:end], background + rows[begin:end]
        scores, gold = features @ weights, bleu.score(counts) / 100 * counts[:, -1]
        hope, fear = int(np.argmax(scores + gold)), int(np.argmax(scores - gold))
        difference = features[hope] - features[fear]
        loss = gold[hope] - gold[fear] - (scores[hope] - scores[fear])
        if loss > 0 and difference.any():
            weights = weights + min(0.01, loss / (difference @ difference)) * difference
        background = 0.999 * background + rows[begin + hope]
    return time.perf_counter() - began


def main() -> None:
    pool = translation_pool()
    count, cores = len(pool.feature_names), os.cpu_count() or 1
    print(f"{pool.group_count:,} sentences, {len(pool):,} candidates, {count} features; statistics included")
    for spec in ("kbmira", "kbmira(gold=sentence)", "mira", "mira(targets=sentence)"):
        tuned = min((tune(pool, spec, "bleu", threads=cores) for _ in range(3)), key=lambda run: run.seconds)
        moses = f"   {MOSES / tuned.seconds:.0f} times Moses's" if spec == "kbmira" else ""
        print(
            f"  {spec:24}{tuned.seconds:6.2f} s   BLEU {tuned.start_objective:.2f} -> {tuned.objective:.2f}{moses}"
        )
    naive = naive_epoch(Problem(pool, find_metric("bleu"), cores), np.full(count, 1 / count))
    print(f"  {'kbmira, in NumPy':24}{60 * naive:6.2f} s   for 60 epochs, statistics not included")

    print("\nkbmira, 5 epochs, with sparse features: seconds")
    small = pool.take_groups(np.arange(300))
    for each in (10, 20, 40):
        times = []
        for features in (1_000, 100_000):
            sparse = with_sparse(small, features, each)
            times.append(min(tune(sparse, "kbmira(epochs=5)", "bleu").seconds for _ in range(3)))
        print(f"  {each:3} a candidate: {times[0]:.2f} of 1,000 features, {times[1]:.2f} of 100,000")


if __name__ == "__main__":
    main()
