"""How fast svm, m3n and loglinear are, how close to their minimum, and how their time grows with sparse features."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pitchpipe.arrays import SparseRows
from pitchpipe.data import translation_pool
from pitchpipe.lists import Pool
from pitchpipe.tuning import tune

METHODS = ("svm", "m3n", "loglinear(sigma=1)")


def with_indicators(pool: Pool, features: int, each: int) -> Pool:
    """The pool with random indicator features added, `each` of them to every candidate."""
    rng = np.random.default_rng(1)
    blocks = features // each
    drawn = np.arange(each) * blocks + rng.integers(0, blocks, (len(pool), each))
    starts = np.arange(0, drawn.size + 1, each)
    sparse = SparseRows(starts, drawn.ravel().astype(np.int32), np.ones(drawn.size))
    return replace(pool, sparse=sparse, sparse_names=tuple(f"indicator{index}" for index in range(features)))


def main() -> None:
    pool = translation_pool()
    print(
        f"{pool.group_count:,} sentences, {len(pool):,} candidates, {len(pool.feature_names)} dense features"
    )
    for method in METHODS:
        tuned = tune(pool, method, "bleu")
        gap = tuned.details.get("duality gap")
        print(
            f"  {method:22}{tuned.seconds:6.2f} s  {len(tuned.steps):4} steps"
            f"  BLEU {tuned.start_objective:.2f} -> {tuned.objective:.2f}"
            + ("" if gap is None else f"  duality gap {gap:.1e}")
        )

    part = pool.take_groups(np.arange(100))
    print(f"\nmilliseconds a step with random sparse features, {len(part):,} candidates")
    print(f"  {'features':>10}{'entries':>12}" + "".join(f"{method:>22}" for method in METHODS))
    for features in (1_000, 10_000, 100_000):
        for each in (5, 10):
            wide = with_indicators(part, features, each)
            runs = [tune(wide, method, "bleu") for method in METHODS]
            times = "".join(f"{1000 * run.seconds / len(run.steps):22.1f}" for run in runs)
            print(f"  {features:10,}{len(wide.sparse.values):12,}{times}")


if __name__ == "__main__":
    main()
