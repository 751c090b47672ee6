"""The iterations of a tuning loop in a folder: `07.npz` has the lists and `07.json`, written last, the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.files.json_file import read_json, write_json
from pitchpipe.files.refusals import refusals_of
from pitchpipe.files.typed import checked_value, typed
from pitchpipe.lists.pool import Pool
from pitchpipe.weights import Weights


@dataclass(frozen=True)
class Iteration:
    """One round of the loop."""

    weights: Weights
    """What was decoded with."""
    objective: float
    """The metric of that translation."""
    candidates: int
    """In the pool after it."""
    new: int
    """That the pool did not have."""
    decode_seconds: float
    held_out: float | None = None
    """The metric of the translation of the held-out sentences."""
    optimize_seconds: float = 0.0
    tuned: Weights | None = None
    """The optimizer's weights, None in the last iteration."""
    predicted: float | None = None
    """The metric of those on the pool."""
    trial: float | None = None
    """The metric of the sentences that new weights are tried on."""
    share: float | None = None
    """Of the optimizer's weights in those of the next iteration."""
    averaged: bool = False
    """Whether its weights are the mean of those that the optimizer found in the iterations before."""

    @classmethod
    def read(cls, path: Path) -> Iteration:
        """The iteration in a file; what it says beyond is left alone, so that later versions can be read."""
        stored = read_json(path)
        try:
            for name in ("weights", "tuned"):
                if stored.get(name) is not None:
                    stored[name] = Weights(checked_value(name, stored[name], dict[str, float]))
            return typed(cls, stored)
        except InputError as error:
            raise InputError(
                f"{path}: found something else, expected an iteration of a tuning loop: {error}"
            ) from None


class LoopRecord:
    """Reads and writes iterations; without a folder it does neither.

    A folder is for one run: `facts` that differ from those of the run that made it are refused.
    """

    def __init__(self, folder: StrPath | None, facts: Mapping[str, Any]) -> None:
        self._folder = None if folder is None else Path(folder)
        if self._folder is None:
            return
        with refusals_of(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / "loop.json"
        if path.exists():
            if self._differs(path, facts):
                raise InputError(
                    f"{path}: found a run with other settings, expected the same; remove {self._folder}"
                )
        else:
            write_json(path, facts)

    def read(self, number: int) -> Iteration | None:
        path = self._path(number, "json")
        if path is None or not path.exists():
            return None
        with self._removal_suggested():
            return Iteration.read(path)

    def write(self, number: int, iteration: Iteration) -> None:
        path = self._path(number, "json")
        if path is not None:
            write_json(path, vars(iteration))

    def read_pool(self, number: int) -> Pool:
        path = self._path(number, "npz")
        assert path is not None
        return Pool.read_saved(path)

    def write_pool(self, number: int, pool: Pool) -> None:
        path = self._path(number, "npz")
        if path is not None:
            pool.save(path)

    @contextmanager
    def writing_pool(self, number: int, pool: Pool) -> Iterator[None]:
        """Write the lists while something else is done; they are on disk when it has ended."""
        with ThreadPoolExecutor(1) as writer:
            written = writer.submit(self.write_pool, number, pool)
            yield
            written.result()

    def _differs(self, path: Path, facts: Mapping[str, Any]) -> bool:
        """Whether a folder is of another run; what a run of an earlier version did not note does not make it another."""
        with self._removal_suggested():
            stored = read_json(path)
            if "optimizer" not in stored:
                raise InputError(f"{path}: found something else, expected the settings of a tuning loop")
        return any(name in stored and stored[name] != value for name, value in facts.items())

    @contextmanager
    def _removal_suggested(self) -> Iterator[None]:
        try:
            yield
        except InputError as error:
            raise InputError(f"{error}; remove {self._folder}") from None

    def _path(self, number: int, kind: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{number:02}.{kind}"
