"""Stages of a long work, each done once: what its inputs and settings made stays until they change."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files.json_file import read_json, write_json
from pitchpipe.files.typed import typed

Show = Callable[..., None]
"""Told how much of a stage is done, of how much, and perhaps a word on how it goes and the `seconds_left`."""
Bar = Callable[[str], AbstractContextManager[Show]]
"""What shows how far the stage of this name is."""

_BLOCK = 1 << 20


@contextmanager
def no_bar(name: str) -> Iterator[Show]:
    yield lambda done, total=None, note="", seconds_left=None: None


@dataclass(frozen=True)
class Stage:
    """What a stage was made from, what it made, and how long it took."""

    name: str
    key: str
    """A hash of inputs and settings."""
    outputs: Mapping[str, str]
    """A hash of each file, by its path from the stages' folder, so that all of it can be moved."""
    facts: Mapping[str, Any]
    seconds: float
    cached: bool = False


@dataclass
class Stages:
    """Runs stages in a folder, and skips those that were done with the same inputs and settings.

    A stage's record is written after its files: a stage that was interrupted is done again.
    """

    folder: Path
    say: Callable[[str], None] = print
    bar: Bar = no_bar
    done: list[Stage] = field(default_factory=list)

    def run(
        self,
        name: str,
        work: Callable[[Show], Mapping[str, Any] | None],
        *,
        inputs: Sequence[Path | Stage],
        settings: Mapping[str, Any],
        outputs: Sequence[Path],
    ) -> Stage:
        """Do the work of a stage, which tells how far it is, writes the outputs and may return facts about them."""
        key = stage_key(name, inputs, settings)
        record = self.folder / f"{name}.stage.json"
        names = {os.path.relpath(path, self.folder): path for path in outputs}
        stage = _unchanged(record, key, names)
        if stage is None:
            began = time.perf_counter()
            with self.bar(name) as show:
                facts = dict(work(show) or {})
            seconds = time.perf_counter() - began
            stage = Stage(name, key, {name: _hash(path) for name, path in names.items()}, facts, seconds)
            write_json(record, {key: value for key, value in vars(stage).items() if key != "cached"})
            self.say(f"{name}: {seconds:.1f} s")
        else:
            self.say(f"{name}: nothing has changed")
        self.done.append(stage)
        return stage


def stage_key(name: str, inputs: Sequence[Path | Stage], settings: Mapping[str, Any]) -> str:
    parts = [one.key if isinstance(one, Stage) else _hash(one) for one in inputs]
    text = json.dumps([name, parts, dict(settings)], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _hash(path: Path) -> str:
    digest = hashlib.blake2b(digest_size=16)
    try:
        with open(path, "rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    return digest.hexdigest()


def _unchanged(record: Path, key: str, outputs: Mapping[str, Path]) -> Stage | None:
    """The stage on record, if it has this key and its files are still what it wrote."""
    try:
        stage = replace(typed(Stage, read_json(record)), cached=True)
    except InputError:
        return None
    if stage.key != key or set(stage.outputs) != set(outputs):
        return None
    if not all(path.is_file() and _hash(path) == stage.outputs[name] for name, path in outputs.items()):
        return None
    return stage
