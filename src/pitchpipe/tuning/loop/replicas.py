"""The same tuning run with several seeds: how much of a result is the seed's (Clark et al. 2011)."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from pathlib import Path

from pitchpipe.files import StrPath
from pitchpipe.tuning.loop.loop import LoopResult

Tune = Callable[..., list[LoopResult]]
"""Runs the stages of one replica; it is given its `seed` and the `folder` where it is kept."""


@dataclass(frozen=True)
class Replica:
    """What a seed led to."""

    seed: int
    stages: list[LoopResult]

    @property
    def result(self) -> LoopResult:
        return self.stages[-1]

    @property
    def score(self) -> float:
        """The metric of the held-out sentences if there are some, else of the tuning text."""
        found = self.result
        return found.objective if found.held_out is None else found.held_out


def tune_replicas(
    tune: Tune,
    seeds: Sequence[int],
    executor: Executor,
    *,
    folder: StrPath | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Replica]:
    """Run a replica for each seed on an executor, each in a folder of its own, named after its seed.

    Where workers are other machines, all of them must see the folder. `progress` is told how many are done, of how many.
    """
    # Workers may run in other folders.
    places = [None if folder is None else Path(folder).absolute() / f"seed-{seed}" for seed in seeds]
    futures = [
        executor.submit(tune, seed=seed, folder=place) for seed, place in zip(seeds, places, strict=True)
    ]
    try:
        for done, future in enumerate(as_completed(futures), 1):
            future.result()
            if progress:
                progress(done, len(futures))
    finally:
        for future in futures:
            future.cancel()
    return [Replica(seed, future.result()) for seed, future in zip(seeds, futures, strict=True)]


def best_replica(replicas: Sequence[Replica], higher_is_better: bool) -> Replica:
    """The replica with the best score; of equals, the first."""
    sign = 1.0 if higher_is_better else -1.0
    return max(replicas, key=lambda one: sign * one.score)


def mean_and_deviation(values: Sequence[float]) -> tuple[float, float]:
    """The mean and the standard deviation of a sample; one value has no deviation."""
    return statistics.fmean(values), statistics.stdev(values) if len(values) > 1 else 0.0
