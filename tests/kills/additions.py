"""Sentence pairs added to a model by a command that is ended: they are all there or none is, and the model is whole."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from pitchpipe.decoder import Translator
from pitchpipe.model import Model
from pitchpipe.model.added_pairs import FOLDER, added_pairs

from .kills import MOST, SIGNALS, Killed
from .works import PITCHPIPE, files, with_model

NAME = "add"
MODEL = "model"
ADD = ("add", MODEL, "dev.de", "dev.en", "--threads", "1")
UNDO = ("add", MODEL, "--undo", "--all")
BATCH = 20
"""Pairs that are added together."""
OWN = ("model.json", "phrases.table", "lm.lm", "aligner", "weights", "texts.json")
MOST_BATCHES = 5
"""After which all are taken back, which may be ended too."""


def killed_additions(folder: Path, kills: int, seed: int = 1) -> Killed:
    """End `add`, or `add --undo --all`, so many times, from when it begins to write; begun again, it counts from what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    with_model(folder)
    own = files(*(f"{MODEL}/{name}" for name in OWN))
    before, found, rng = own(folder), Killed(NAME), Random(f"{NAME} {seed}")
    writes = {command: _undisturbed(command, folder, found) for command in (ADD, UNDO)}
    while found.kills < kills and not found.problems:
        there = _batches(folder, found)
        command, full = (UNDO, 0) if there >= MOST_BATCHES else (ADD, there + 1)
        how = rng.choice(SIGNALS)
        status, said = _run(command, folder, rng.uniform(0, 1.2) * writes[command], how)[:2]
        found.kills += status != 0
        found.whole += status == 0
        if (now := _batches(folder, found)) not in ((full,) if status == 0 else (there, full)):
            found.problems.append(f"after {how.name}: {there} batches became {now}: {said[-500:]}")
        _check_translates(folder, found)
    if not found.problems:
        _undisturbed(ADD, folder, found)
        _check_leftovers(folder, found)
        _undisturbed(UNDO, folder, found)
        if own(folder) != before or (folder / MODEL / FOLDER).exists():
            found.problems.append("taken back, the model is another one")
    return found


def _undisturbed(command: Sequence[str], folder: Path, found: Killed) -> float:
    """Run a command that nothing ends; how many seconds of it are between the first thing that it writes and its end."""
    status, said, seconds = _run(command, folder)
    if status:
        found.problems.append(f"undisturbed: exit code {status}: {said[-500:]}")
    return seconds


def _run(
    command: Sequence[str], folder: Path, seconds: float = MOST, how: signal.Signals = signal.SIGKILL
) -> tuple[int, str, float]:
    """Run a command, or end it so many seconds after it has begun to write; exit code, what it said, seconds since then."""
    before = _written(folder)
    with subprocess.Popen(
        [*PITCHPIPE, *command], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        while process.poll() is None and _written(folder) == before:
            time.sleep(0.001)
        began = time.monotonic()
        try:
            _, said = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(how)
            _, said = process.communicate(timeout=MOST)
    return process.returncode, said, time.monotonic() - began


def _written(folder: Path) -> object:
    """What changes as soon as a command writes."""
    description = (folder / MODEL / "model.json").stat()
    names: list[str] | None = None
    with contextlib.suppress(FileNotFoundError):
        names = sorted(os.listdir(folder / MODEL / FOLDER))
    return description.st_ino, description.st_mtime_ns, names


def _batches(folder: Path, found: Killed) -> int:
    """How many calls of `add` have come to their end; each has all of its pairs."""
    pairs = added_pairs(folder / MODEL)
    expected = [
        *zip(*((folder / name).read_text().splitlines() for name in ("dev.de", "dev.en")), strict=True)
    ]
    batches = len(pairs) // BATCH
    if [(one.source, one.target) for one in pairs] != expected * batches:
        found.problems.append(f"{len(pairs)} pairs are there, and not whole batches of {BATCH}")
    return batches


def _check_translates(folder: Path, found: Killed) -> None:
    """The model opens, its tables are whole, and it translates a sentence of what was added."""
    Model.read(folder / MODEL).verify()
    if not Translator(folder / MODEL, threads=1).translate((folder / "dev.de").read_text().splitlines()[0]):
        found.problems.append("the model translates nothing")


def _check_leftovers(folder: Path, found: Killed) -> None:
    """What ended commands have left is gone after one that was not."""
    left = sorted(path.suffix for path in (folder / MODEL / FOLDER).iterdir())
    if left != [".pairs", ".table"]:
        found.problems.append(f"beside the table and its pairs there is more: {left}")
    if temporary := [str(path) for path in folder.rglob(".*.tmp")]:
        found.problems.append(f"temporary files are left: {temporary}")
