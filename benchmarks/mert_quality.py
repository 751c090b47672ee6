"""Which search strategy finds the best weights: the choice of MERT's defaults.

Each strategy tunes the first half of several synthetic pools from several seeds; the other half is held out.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from pitchpipe.data import translation_pool
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, tune
from pitchpipe.tuning.basis import BASES

POOL_SEEDS = (11, 12, 13)
SEEDS = (1, 2)
STRATEGIES = ("koehn", "coordinate", "powell", "random", "koehn+random")
SMOOTHINGS = ("average:3", "worst:3")


def halves(seed: int) -> tuple[Problem, Problem]:
    pool = translation_pool(800, 100, seed=seed)
    cut = pool.group_count // 2
    first, second = (pool.take_groups(np.arange(cut) + begin) for begin in (0, cut))
    return Problem(first, find_metric("bleu")), Problem(second, find_metric("bleu"))


def compare(
    methods: Sequence[str], problems: Sequence[tuple[Problem, Problem]], seeds: Sequence[int]
) -> None:
    """Print the metric of each method on what it was tuned on and on what was held out."""
    print(f"BLEU over {len(problems)} pools and {len(seeds)} seeds")
    print(f"{'':52}{'tuned':>8}{'held out':>10}{'(deviation)':>13}{'seconds':>9}")
    for method in methods:
        runs = []
        for tuning, held_out in problems:
            for seed in seeds:
                tuned = tune(tuning.pool, method, "bleu", seed=seed, threads=os.cpu_count() or 1)
                weights = held_out.pool.vector(tuned.weights)
                runs.append((tuned.objective, held_out.objective(weights), tuned.seconds))
        tuned_mean, held_mean, seconds = np.mean(runs, axis=0)
        deviation = np.std([run[1] for run in runs])
        print(f"{method:52}{tuned_mean:8.2f}{held_mean:10.2f}{deviation:13.2f}{seconds:9.2f}", flush=True)


def main() -> None:
    methods = [f"mert(directions={how}, basis={basis})" for basis in BASES for how in STRATEGIES]
    methods += [f"mert(smoothing={smoothing})" for smoothing in SMOOTHINGS]
    compare(methods, [halves(seed) for seed in POOL_SEEDS], SEEDS)


if __name__ == "__main__":
    main()
