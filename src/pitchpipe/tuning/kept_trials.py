"""Trials that were tuned once: weights and score, kept in the folder of a run by all that they depend on."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, read_json, write_json


@dataclass(frozen=True)
class TunedTrial:
    """What tuning found, and how good it is."""

    score: float
    weights: dict[str, float]


@dataclass(frozen=True)
class KeptTrials:
    """Trials in a folder, a file each; without a folder, nothing is kept."""

    folder: StrPath | None

    def get(self, about: object, tune: Callable[[], TunedTrial]) -> TunedTrial:
        """The trial that is kept under what it is about, which JSON can hold; otherwise it is made and kept."""
        if self.folder is None:
            return tune()
        key = hashlib.blake2b(json.dumps(about).encode(), digest_size=12).hexdigest()
        path = Path(self.folder, f"trial-{key}.json")
        if path.exists():
            return read_trial(path)
        found = tune()
        path.parent.mkdir(parents=True, exist_ok=True)
        write_json(path, {"score": found.score, "weights": found.weights})
        return found


def read_trial(path: StrPath) -> TunedTrial:
    found = read_json(path)
    score: Any = found.get("score")
    weights: Any = found.get("weights")
    if not _is_number(score) or not isinstance(weights, dict) or not all(map(_is_number, weights.values())):
        raise InputError(
            f"{path}: found no score and weights, expected those of a trial; remove the file to tune again"
        )
    return TunedTrial(float(score), {name: float(weight) for name, weight in weights.items()})


def _is_number(value: object) -> bool:
    """A finite number that a float can hold."""
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        return False
