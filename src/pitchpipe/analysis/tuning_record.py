"""What a tuning loop left in its folder."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError
from pitchpipe.metrics import Metric
from pitchpipe.tuning import Pool
from pitchpipe.tuning.loop import Iteration

Array = NDArray[np.float64]


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
        iterations: list[Iteration] = []
        while (file := path / f"{len(iterations):02}.json").exists():
            stored = read_json(file)
            if set(stored) != {field.name for field in fields(Iteration)}:
                raise InputError(f"{file}: found something else, expected an iteration of a tuning loop")
            iterations.append(Iteration(**stored))
        if not iterations:
            raise InputError(f"{path}: found no iteration, expected a tuning loop that has begun")
        return cls(path, settings, tuple(iterations))

    def chosen(self, metric: Metric) -> int:
        """The iteration whose weights the run ends with, as far as it has gone."""
        if self.settings.get("choose") == "last":
            return len(self.iterations) - 1
        sign = 1 if metric.higher_is_better else -1
        objectives = [sign * one.objective for one in self.iterations]
        return objectives.index(max(objectives))

    @property
    def has_lists(self) -> bool:
        """Whether the lists of all iterations are there; they may be removed to save room."""
        return all((self.folder / f"{number:02}.npz").exists() for number in range(len(self.iterations)))

    def lists(self, number: int) -> Pool:
        """The candidate lists that an iteration decoded."""
        return Pool.load(self.folder / f"{number:02}.npz")

    def trajectories(self) -> dict[str, Array]:
        """The weight of each feature in every iteration, scaled so that the sizes of all dense weights sum to 1.

        Dense features are those with a start weight. Features whose weight was never tuned, since they are the same for all
        candidates, are left out. Those that move most come first.
        """
        names = list(dict.fromkeys(name for one in self.iterations for name in one.weights))
        rows = np.array([[one.weights.get(name, 0.0) for name in names] for one in self.iterations])
        moved = np.ptp(rows, axis=0) > 0
        kept = np.flatnonzero(moved if moved.any() else ~moved)
        dense = [column for column in kept if names[column] in self.settings["start"]]
        sizes = np.abs(rows[:, dense or kept]).sum(axis=1, keepdims=True)
        rows = rows / np.where(sizes > 0, sizes, 1)
        order = kept[np.argsort(-np.ptp(rows[:, kept], axis=0), kind="stable")]
        return {names[column]: rows[:, column] for column in order}


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object of a run's folder."""
    try:
        contents = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"{path}: found something that is not JSON: {error}") from None
    if not isinstance(contents, dict):
        raise InputError(f"{path}: found a {type(contents).__name__}, expected a JSON object")
    return contents
