"""Several methods on the same lists, side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.tuning.methods import find_method
from pitchpipe.tuning.optimizer import Optimizer, Progress, Tuned
from pitchpipe.tuning.problem import Problem


@dataclass(frozen=True)
class ListRun:
    """What one method found, and how its weights do on lists that it did not see."""

    tuned: Tuned
    held_out: float | None = None
    start_held_out: float | None = None

    def as_dict(self) -> dict[str, Any]:
        return {**self.tuned.as_dict(), "held_out": self.held_out, "start_held_out": self.start_held_out}


def tune_each(
    pool: Pool,
    methods: Sequence[str | Optimizer],
    metric: str | Metric = "bleu",
    start: Mapping[str, float] | None = None,
    *,
    held_out: Pool | None = None,
    seed: int = 1,
    threads: int = 1,
    progress: Callable[[Optimizer], Progress | None] | None = None,
) -> list[ListRun]:
    """Tune with each of the methods from the same start; `progress` is asked for a callback for each."""
    built, optimizers = find_metric(metric), [find_method(method) for method in methods]
    unseen = None if held_out is None else Problem(held_out, built, threads)
    equal = dict.fromkeys(pool.feature_names, 1.0 / max(1, len(pool.feature_names)))
    first = equal if start is None else start
    runs = []
    for optimizer in optimizers:
        show = progress(optimizer) if progress else None
        tuned = optimizer.optimize(pool, built, start, seed=seed, threads=threads, progress=show)
        if unseen is None:
            runs.append(ListRun(tuned))
            continue
        after, before = (unseen.objective(unseen.pool.vector(weights)) for weights in (tuned.weights, first))
        runs.append(ListRun(tuned, after, before))
    return runs


def best_run(runs: Sequence[ListRun], metric: Metric) -> ListRun:
    """The best run on held-out lists, or where there are none, on the lists it was tuned on; of equals, the first."""
    sign = 1.0 if metric.higher_is_better else -1.0
    return max(runs, key=lambda run: sign * (run.tuned.objective if run.held_out is None else run.held_out))
