"""Attacks of several readers, each in a process that is started again after an input that ended it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .worker import CURRENT, DONE

ROOT = Path(__file__).parents[2]
MEMORY = Path("/dev/shm")


@dataclass
class Result:
    """What came of the inputs of a reader."""

    target: str
    inputs: int = 0
    read: int = 0
    refused: int = 0
    findings: dict[str, str] = field(default_factory=dict)
    """The problem of each saved input."""

    def __str__(self) -> str:
        return f"{self.target:20} {self.inputs:9,} inputs {self.read:9,} read {self.refused:9,} refused {len(self.findings):3} findings"


def attack(
    targets: Sequence[str],
    keep: Path,
    *,
    inputs: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    told: Callable[[Result], None] = lambda result: None,
) -> list[Result]:
    """Try so many inputs of each reader, or inputs for so many seconds each; those that break one are kept in a folder."""
    results = {name: Result(name) for name in targets}
    with tempfile.TemporaryDirectory(prefix="pitchpipe-fuzz-", dir=_memory()) as scratch:
        left, first = list(targets), 0
        while left:
            options = ["--first", str(first), "--seed", str(seed)]
            options += ["--inputs", str(inputs)] if inputs else ["--seconds", str(seconds)]
            status, error = _run(left, Path(scratch), options)
            first = 0
            while left and _take(results[left[0]], Path(scratch), keep):
                told(results[left.pop(0)])
            if left:
                first = _ended(results[left[0]], Path(scratch), keep, status, error)
    return list(results.values())


def _memory() -> str | None:
    """A folder in memory, where files are made twenty times as fast as on a disk, if there is one."""
    return str(MEMORY) if os.access(MEMORY, os.W_OK) else None


def _run(targets: Sequence[str], folder: Path, options: Sequence[str]) -> tuple[int, str]:
    command = [sys.executable, "-m", f"{__package__}.worker", ",".join(targets), str(folder), *options]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stderr


def _take(result: Result, folder: Path, keep: Path) -> bool:
    """Add what a worker has recorded; whether it came to the end of this reader."""
    place = folder / result.target
    try:
        record = json.loads((place / DONE).read_text())
    except (OSError, ValueError):
        (place / CURRENT).unlink(missing_ok=True)  # it has tried nothing
        return False
    result.inputs = record["next"]
    result.read += record["read"]
    result.refused += record["refused"]
    for name, problem in record["findings"].items():
        _keep(result, place / name, keep, name, problem)
    (place / DONE).unlink()
    whole: bool = record["whole"]
    return whole


def _ended(result: Result, folder: Path, keep: Path, status: int, error: str) -> int:
    """Keep the input that ended a worker, and give the number of the next one."""
    how = signal.Signals(-status).name if status < 0 else f"exit code {status}: {error.strip()[-300:]}"
    current = folder / result.target / CURRENT
    if not current.exists():
        raise RuntimeError(f"{result.target}: the worker did not start: {how}")
    _keep(result, current, keep, f"finding-{result.inputs}", f"the process ended by {how}")
    if len([one for one in result.findings.values() if one.startswith("the process")]) > 20:
        raise RuntimeError(f"{result.target}: too many inputs end the process")
    return max(result.inputs, 1)


def _keep(result: Result, path: Path, keep: Path, name: str, problem: str) -> None:
    to = keep / result.target / name
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)
    result.findings[str(to)] = problem
