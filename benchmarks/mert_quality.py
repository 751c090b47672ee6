"""Which search strategy finds the best weights: the choice of MERT's defaults.

Each strategy tunes half of the sentences of several pools from several seeds, and is measured on the other half too. The
pools are synthetic, or the lists of all iterations of tuning runs, given by their folders (that of `tune --run`, or
`tune-...` among the work files of a model that `train` has made):

    python -m benchmarks.mert_quality FOLDER...
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence

import numpy as np

from pitchpipe.analysis.tuning_record import TuningRecord
from pitchpipe.data import translation_pool
from pitchpipe.lists import Pool
from pitchpipe.lists.merge import merge
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, find_method
from pitchpipe.tuning.directions import STRATEGIES

POOL_SEEDS = (11, 12, 13)
SEEDS = (1, 2)
MOST_LISTS = 3
"""Iterations of a run whose lists are taken."""
METHODS = (
    "mert",
    "mert(follow=all)",
    "mert(basis=principal, follow=all)",
    "mert(directions=coordinate+best-random, basis=principal, follow=all)",
    *(f"mert(directions={how}, basis=features, follow=all)" for how in STRATEGIES),
    "mert(smoothing=average:3)",
    "mert(smoothing=worst:3)",
)
"""The default, and what it might have been; then the papers' strategies along features, and smoothing."""

Start = Mapping[str, float] | None
Half = tuple[Problem, Problem, Start]
"""What to tune on, what is held out, and the weights to start from."""


def halves(seed: int) -> Half:
    pool = translation_pool(800, 100, seed=seed)
    cut = pool.group_count // 2
    return _split(pool, np.arange(cut), np.arange(cut, pool.group_count), None)


def halves_of_run(folder: str) -> list[Half]:
    """Both ways round: each half of a run's sentences is tuned on once."""
    record = TuningRecord.read(folder)
    count = min(MOST_LISTS, len(record.iterations))
    pool = merge([record.lists(number) for number in range(count)])
    one, other = np.array_split(np.random.default_rng(5).permutation(pool.group_count), 2)
    start = record.settings["start"]
    return [_split(pool, one, other, start), _split(pool, other, one, start)]


def _split(pool: Pool, tuned: np.ndarray, held_out: np.ndarray, start: Start) -> Half:
    bleu = find_metric("bleu")
    first, second = (Problem(pool.take_groups(np.sort(part)), bleu) for part in (tuned, held_out))
    return first, second, start


def compare(methods: Sequence[str], problems: Sequence[Half], seeds: Sequence[int]) -> None:
    """Print the metric of each method on what it was tuned on and on what was held out."""
    print(f"BLEU over {len(problems)} pools and {len(seeds)} seeds")
    print(f"{'':70}{'tuned':>8}{'held out':>10}{'(deviation)':>13}{'processor':>11}")
    for method in methods:
        runs = []
        for tuning, held_out, start in problems:
            for seed in seeds:
                began, built = time.process_time(), find_method(method)
                tuned = built.optimize(tuning.pool, tuning.metric, start, seed=seed, rows=tuning.rows)
                seconds = time.process_time() - began
                weights = held_out.pool.vector(tuned.weights)
                runs.append((tuned.objective, held_out.objective(weights), seconds))
        by_pool = np.array(runs).reshape(len(problems), len(seeds), 3)
        tuned_mean, held_mean, seconds = by_pool.mean(axis=(0, 1))
        deviation = by_pool[:, :, 1].std(axis=1).mean()
        print(f"{method:70}{tuned_mean:8.2f}{held_mean:10.2f}{deviation:13.2f}{seconds:9.2f} s", flush=True)


def main() -> None:
    runs = [half for folder in sys.argv[1:] for half in halves_of_run(folder)]
    compare(METHODS, runs or [halves(seed) for seed in POOL_SEEDS], SEEDS)


if __name__ == "__main__":
    main()
