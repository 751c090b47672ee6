"""What a tuning loop left in its folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.analysis.overfitting import Generalisation
from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.files.json_file import read_json
from pitchpipe.lists import Pool
from pitchpipe.lists.decoded import last_bins
from pitchpipe.lists.partial_bleu import judge_of_signature
from pitchpipe.metrics import Metric
from pitchpipe.tuning.loop import Iteration, chosen_iteration


@dataclass(frozen=True)
class TuningRecord:
    """The settings and the iterations of a run, as `pitchpipe.tuning.loop` writes them."""

    folder: Path
    settings: dict[str, Any]
    """The method, the metric's signature, the seed, the start weights and when to stop."""
    iterations: tuple[Iteration, ...]

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> TuningRecord:
        """Read a run's folder; a run that still goes on has as many iterations as are whole."""
        path = Path(folder)
        settings = read_json(path / "loop.json")
        if not {"optimizer", "metric", "seed", "start"} <= set(settings):
            raise InputError(
                f"{path / 'loop.json'}: found something else, expected the settings of a tuning loop"
            )
        iterations: list[Iteration] = []
        while (file := path / f"{len(iterations):02}.json").exists():
            iterations.append(Iteration.read(file))
        if not iterations:
            raise InputError(f"{path}: found no iteration, expected a tuning loop that has begun")
        return cls(path, settings, tuple(iterations))

    @property
    def metric(self) -> Metric:
        """What the run was tuned to; of search bins that are judged as they are, the partial form of BLEU."""
        return judge_of_signature(self.settings["metric"])

    def chosen(self, metric: Metric) -> int:
        """The iteration whose weights the run ends with, as far as it has gone."""
        return chosen_iteration(self.iterations, self.settings.get("choose", "best"), metric)

    def gains(self, metric: Metric) -> Generalisation | None:
        """What the chosen weights gained on the tuning text and on the held-out sentences; None if there are none."""
        first, last = self.iterations[0], self.iterations[self.chosen(metric)]
        if first.held_out is None or last.held_out is None:
            return None
        sign = 1.0 if metric.higher_is_better else -1.0
        return Generalisation(
            sign * (last.objective - first.objective), sign * (last.held_out - first.held_out)
        )

    @property
    def has_lists(self) -> bool:
        """Whether the lists of all iterations are there; they may be removed to save room."""
        return all((self.folder / f"{number:02}.npz").exists() for number in range(len(self.iterations)))

    def lists(self, number: int) -> Pool:
        """The candidate lists that an iteration decoded."""
        return Pool.read_saved(self.folder / f"{number:02}.npz")

    def translations(self, number: int) -> Pool:
        """The lists of whole translations among those: of search bins, the last one of each sentence."""
        pool = self.lists(number)
        return last_bins(pool) if all("." in name for name in pool.group_ids) else pool

    @cached_property
    def tuned_features(self) -> list[str]:
        """The features whose weight changes from one iteration to another; all of them if none does."""
        names = dict.fromkeys(name for one in self.iterations for name in one.weights)
        changed = [name for name in names if len({one.weights.get(name, 0.0) for one in self.iterations}) > 1]
        return changed or list(names)

    def scaled_weights(self, number: int) -> dict[str, float]:
        """The weights of an iteration, scaled so that the sizes of the tuned dense ones sum to 1.

        Dense features are those with a start weight; of sparse ones, there are more in every iteration.
        """
        weights = self.iterations[number].weights
        dense = [name for name in self.tuned_features if name in self.settings["start"]]
        size = sum(abs(weights.get(name, 0.0)) for name in dense or self.tuned_features) or 1.0
        return {name: value / size for name, value in weights.items()}

    def trajectories(self) -> dict[str, Array]:
        """The scaled weight of each tuned feature in every iteration; those that move most come first."""
        rows = [self.scaled_weights(number) for number in range(len(self.iterations))]
        found = {name: np.array([row.get(name, 0.0) for row in rows]) for name in self.tuned_features}
        return dict(sorted(found.items(), key=lambda item: -float(np.ptp(item[1]))))
