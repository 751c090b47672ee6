"""How sharp the probabilities of minimum risk should get: the choice of its defaults, against MERT.

Each method tunes the first half of several synthetic pools; the other half is held out.
"""

from __future__ import annotations

import os

import numpy as np

from benchmarks.mert_quality import halves
from pitchpipe.tuning import tune

POOL_SEEDS = (11, 12, 13, 14, 15)
METHODS = ("mert", *(f"risk(last={last})" for last in (2, 4, 8, 16, 32, 64)), "risk(first=8)", "risk(l2=0.1)")


def main() -> None:
    problems = [halves(seed) for seed in POOL_SEEDS]
    print(f"BLEU over {len(problems)} pools")
    print(f"{'':16}{'tuned':>8}{'held out':>10}{'(deviation)':>13}{'seconds':>9}")
    for method in METHODS:
        runs = []
        for tuning, held_out in problems:
            tuned = tune(tuning.pool, method, "bleu", threads=os.cpu_count() or 1)
            weights = held_out.pool.vector(tuned.weights)
            runs.append((tuned.objective, held_out.objective(weights), tuned.seconds))
        tuned_mean, held_mean, seconds = np.mean(runs, axis=0)
        deviation = np.std([run[1] for run in runs])
        print(f"{method:16}{tuned_mean:8.2f}{held_mean:10.2f}{deviation:13.2f}{seconds:9.2f}", flush=True)


if __name__ == "__main__":
    main()
