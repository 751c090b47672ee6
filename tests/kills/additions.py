"""Sentence pairs added to a model by a command that is ended: they are all there or none is, and the model is whole."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from random import Random

from pitchpipe.decoder import Translator
from pitchpipe.model import Model
from pitchpipe.model.added_pairs import FOLDER, added_pairs

from .kills import SIGNALS, Killed, run
from .works import Work, files, with_model

NAME = "add"
MODEL = "model"
BATCH = 20
"""Pairs that are added together."""
OWN = ("model.json", "phrases.table", "lm.lm", "aligner", "weights", "texts.json")
MOST_BATCHES = 5
"""After which all are taken back, which may be ended too."""


def killed_additions(folder: Path, kills: int, seed: int = 1) -> Killed:
    """End `add`, or `add --undo --all`, so many times; begun again, it counts from what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    add = Work(NAME, ("add", MODEL, "dev.de", "dev.en", "--threads", "1"), with_model, files())
    undo = replace(add, command=("add", MODEL, "--undo", "--all"))
    add.inputs(folder)
    own = files(*(f"{MODEL}/{name}" for name in OWN))
    before, found, rng = own(folder), Killed(NAME), Random(f"{NAME} {seed}")
    lasts = _seconds(add, folder, found)
    while found.kills < kills and not found.problems:
        there = _batches(folder, found)
        work, full = (undo, 0) if there >= MOST_BATCHES else (add, there + 1)
        how = rng.choice(SIGNALS)
        status, said = run(work, folder, rng.uniform(0.5, 1.1) * lasts, how)
        found.kills += status != 0
        found.whole += status == 0
        if (now := _batches(folder, found)) not in ((full,) if status == 0 else (there, full)):
            found.problems.append(f"after {how.name}: {there} batches became {now}: {said[-500:]}")
        _check_translates(folder, found)
    if not found.problems:
        _seconds(add, folder, found)
        _check_leftovers(folder, found)
        _seconds(undo, folder, found)
        if own(folder) != before or (folder / MODEL / FOLDER).exists():
            found.problems.append("taken back, the model is another one")
    return found


def _seconds(work: Work, folder: Path, found: Killed) -> float:
    """How long a work takes that nothing ends."""
    began = time.monotonic()
    status, said = run(work, folder)
    if status:
        found.problems.append(f"undisturbed: exit code {status}: {said[-500:]}")
    return time.monotonic() - began


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
