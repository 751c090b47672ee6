"""An online run on disk: one file of NumPy arrays with all that it needs to go on, written whole; nothing is pickled."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, write_whole
from pitchpipe.files.json_text import parse_json
from pitchpipe.files.typed import checked_value, typed
from pitchpipe.files.zipped_arrays import zipped_arrays
from pitchpipe.metrics import Metric
from pitchpipe.online.cutoff import Cutoff
from pitchpipe.online.learner import Learner
from pitchpipe.online.state import State, Stateless
from pitchpipe.text import Texts
from pitchpipe.weights import HashedVocabulary, NumberedWeights, Vocabulary
from pitchpipe.weights.hashed import bucket_name

_VERSION = 1
SURE = 0.95
"""The share of random test sets on which an epoch must be better than the start."""


@dataclass(frozen=True)
class Epoch:
    """One pass through the text, and what came of it."""

    objective: float
    """The metric of the translation with the weights after it."""
    features: int
    """Sparse ones that are not 0 then."""
    examples: int
    """Learned from: pairs of candidates, or violations."""
    seconds: float
    wins: float | None = None
    """The share of random test sets, drawn from held-out sentences, on which it is better than the start; None where it is not
    tested."""

    def __str__(self) -> str:
        learned = f", {self.features:,} sparse features, {self.examples:,} examples" if self.examples else ""
        return f"{self.objective:.2f}{learned} ({self.seconds:.1f} s)"


def best_epoch(epochs: Sequence[Epoch], metric: Metric) -> int:
    """The number of the epoch with the best score; of equals, the first.

    One whose gain on held-out sentences may be chance does not count: a few hundred of them tell little, and there are several
    epochs to be lucky in.
    """
    sign = 1 if metric.higher_is_better else -1
    sure = [number for number, one in enumerate(epochs) if one.wins is None or one.wins >= SURE]
    return max(sure, key=lambda epoch: (sign * epochs[epoch].objective, -epoch))


@dataclass
class Run:
    """How far a run has come."""

    learner: Learner
    cutoff: Cutoff
    best: NumberedWeights
    epochs: list[Epoch] = field(default_factory=list)
    """What is done; the first one is the start."""
    done: list[int] = field(default_factory=list)
    """The batches of the epoch under way that were learned from."""
    examples: int = 0
    """In those."""
    seconds: float = 0.0
    """Of the epoch under way."""
    state: State = field(default_factory=Stateless)
    """What the examples remember."""


class Checkpoints:
    """Writes a run into a folder and reads it from there, if there is one."""

    def __init__(self, folder: StrPath | None, facts: Mapping[str, Any]) -> None:
        self._path = None if folder is None else Path(folder) / OnlineRecord.FILE
        self._facts = json.loads(json.dumps(dict(facts)))
        if self._path:
            self._path.parent.mkdir(parents=True, exist_ok=True)

    def write(self, run: Run) -> None:
        if self._path is None:
            return
        progress = {
            "version": _VERSION,
            "facts": self._facts,
            "epochs": [asdict(epoch) for epoch in run.epochs],
            "done": run.done,
            "examples": run.examples,
            "seconds": run.seconds,
        }
        arrays = {"progress": np.frombuffer(json.dumps(progress).encode(), np.uint8), **_arrays(run)}
        with write_whole(self._path) as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]

    def read(self, run: Run) -> bool:
        """Go on from what is in the folder; False if there is nothing."""
        if self._path is None or not self._path.exists():
            return False
        with _damage_told(self._path):
            arrays, progress = _load(self._path)
            same = progress["version"] == _VERSION and progress["facts"] == self._facts
            if same:
                self._restore(run, arrays, progress)
        if not same:
            raise InputError(
                f"{self._path}: found a run with other settings, expected the same; remove {self._path.parent}"
            )
        return True

    @staticmethod
    def _restore(run: Run, arrays: dict[str, NDArray[Any]], progress: dict[str, Any]) -> None:
        for name, fresh in _arrays(run).items():
            if arrays[name].dtype != fresh.dtype:
                raise InputError(f"{name} is of {arrays[name].dtype}, expected {fresh.dtype}")
            if fresh.dtype.kind == "f" and not np.isfinite(arrays[name]).all():
                raise InputError(f"{name} has a number that is not finite")
        vocabulary = run.learner.vocabulary
        if isinstance(vocabulary, HashedVocabulary):
            vocabulary.restore(arrays)
        else:
            names = Texts(arrays["names"], arrays["name_offsets"])
            if names.offsets[-1] != len(names.data):
                raise InputError("names has the wrong size")
            vocabulary.numbers(names)
        run.learner.restore(arrays)
        run.cutoff.restore(arrays)
        run.state.restore(arrays)
        run.best = NumberedWeights(
            vocabulary, arrays["best_dense"], arrays["best_sparse"], arrays["best_values"]
        )
        len(run.best.named)  # numbers that no name has are told here
        run.epochs = [typed(Epoch, epoch) for epoch in progress["epochs"]]
        run.done = checked_value("done", progress["done"], list[int])
        run.examples = checked_value("examples", progress["examples"], int)
        run.seconds = checked_value("seconds", progress["seconds"], float)


def _name_arrays(vocabulary: Vocabulary) -> dict[str, NDArray[Any]]:
    if isinstance(vocabulary, HashedVocabulary):
        return vocabulary.arrays()
    names = Texts.of(vocabulary.names[len(vocabulary.dense) :])
    return {"names": names.data, "name_offsets": names.offsets}


def _arrays(run: Run) -> dict[str, NDArray[Any]]:
    return {
        **_name_arrays(run.learner.vocabulary),
        "best_dense": run.best.dense,
        "best_sparse": run.best.sparse,
        "best_values": run.best.sparse_values,
        **run.learner.arrays(),
        **run.cutoff.arrays(),
        **run.state.arrays(),
    }


@dataclass(frozen=True)
class OnlineRecord:
    """What a run has written, to look at."""

    FILE: ClassVar[str] = "online.npz"
    WHOLE: ClassVar[str] = "whole"
    """The folder of the run that learns again from all of the text."""

    settings: dict[str, Any]
    """The method, the metric's signature, the seed and what else the run was told."""
    epochs: list[Epoch]
    """What is done; the first one is the start."""
    sparse: dict[str, float]
    """Those that are not 0: of the best epoch so far, or of the run that has learned again from all of the text."""

    @classmethod
    def is_in(cls, folder: Path) -> bool:
        return (folder / cls.FILE).exists()

    @classmethod
    def read(cls, folder: Path) -> OnlineRecord:
        again = folder / cls.WHOLE
        with _damage_told(folder / cls.FILE):
            arrays, progress = _load(folder / cls.FILE)
            sparse = _sparse(arrays)
            epochs = [typed(Epoch, epoch) for epoch in progress["epochs"]]
        if cls.is_in(again):
            with _damage_told(again / cls.FILE):
                sparse = _sparse(_load(again / cls.FILE)[0])
        return cls(progress["facts"], epochs, sparse)


def _sparse(arrays: Mapping[str, NDArray[Any]]) -> dict[str, float]:
    """The sparse weights of a run, by name."""
    numbers = arrays["best_sparse"] - len(arrays["best_dense"])
    name = _naming(arrays)
    return {
        name(number): value
        for number, value in zip(numbers.tolist(), arrays["best_values"].tolist(), strict=True)
    }


def _naming(arrays: Mapping[str, NDArray[Any]]) -> Callable[[int], str]:
    """What gives a sparse feature its name, or a bucket."""
    if "buckets.first" in arrays:
        bits = len(arrays["buckets.first"]).bit_length() - 1
        return lambda number: bucket_name(bits, number)
    return Texts(arrays["names"], arrays["name_offsets"]).__getitem__


def _load(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    arrays = zipped_arrays(path.read_bytes())
    return arrays, parse_json(arrays["progress"].tobytes())


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    """Array and JSON readers throw many kinds at damaged data."""
    try:
        yield
    except Exception as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{path}: the saved run is damaged: {reason}; remove {path.parent}") from None
