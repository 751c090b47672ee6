"""Works ended at random moments and begun again, and what came of them."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from .works import PITCHPIPE, Work

SIGNALS = tuple(
    how
    for how in (*[signal.SIGKILL] * 3, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    if signal.getsignal(how) != signal.SIG_IGN
)
"""Most of them leave a process no time for anything. What this process ignores, as under nohup, its children do too."""
MOST = 600.0
"""Seconds after which a work hangs."""


@dataclass
class Killed:
    """How often a work was ended, how often it came to its end, and what was wrong."""

    work: str
    kills: int = 0
    whole: int = 0
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.work:10} {self.kills:4} kills, {self.whole:3} runs to the end, {len(self.problems)} problems"


def killed(work: Work, folder: Path, kills: int, seed: int = 1) -> Killed:
    """End a work so many times, and compare what it comes to in the end with what it comes to undisturbed."""
    folder.mkdir(parents=True, exist_ok=True)
    clean, disturbed = folder / "clean", folder / "disturbed"
    clean.mkdir()
    work.inputs(clean)
    shutil.copytree(clean, disturbed)
    began = time.monotonic()
    status, said = run(work, clean)
    lasts = time.monotonic() - began
    found = Killed(work.name)
    if status:
        found.problems.append(f"undisturbed: {said}")
        return found
    expected = work.result(clean)
    rng, is_new, in_a_row = Random(f"{work.name} {seed}"), True, 0
    fresh = set(os.listdir(clean)) - set(os.listdir(disturbed))
    while found.kills < kills and not found.problems:
        how, began = rng.choice(SIGNALS), time.monotonic()
        status, said = run(work, disturbed, rng.uniform(0.2, 1) * lasts, how)
        if status == 0:
            if is_new:  # a busy machine is slow at one time and fast at another
                lasts = min(lasts, time.monotonic() - began)
            is_new, in_a_row = True, 0
            compare(work, disturbed, expected, found)
            for name in fresh:
                _remove(disturbed / name)
            continue
        found.kills += 1
        is_new, in_a_row = False, in_a_row + 1
        if in_a_row % 4 == 0:  # the machine has become slower: the work has to get somewhere between kills
            lasts *= 1.5
        if status not in (-how, 128 + how, 1, 130) or ("Traceback" in said and not _in_python(said)):
            found.problems.append(f"after {how.name}: exit code {status}: {said[-500:]}")
    if not found.problems:
        status, said = run(work, disturbed)
        if status:
            found.problems.append(f"begun again: exit code {status}: {said[-500:]}")
        else:
            compare(work, disturbed, expected, found)
    return found


def compare(work: Work, folder: Path, expected: object, found: Killed) -> None:
    """Add to what was found whether a work came to the end that it should come to."""
    found.whole += 1
    if work.result(folder) != expected:
        found.problems.append(f"after {found.kills} kills the result is another one")
    left = [str(path) for path in folder.rglob(".*.tmp")]
    if left:
        found.problems.append(f"temporary files are left: {left}")


def _in_python(said: str) -> bool:
    """Whether Ctrl-C came before Python had come to our code, so that the traceback is its own."""
    return said.rstrip().endswith("KeyboardInterrupt") and " in main\n" not in said


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def run(
    work: Work, folder: Path, seconds: float = MOST, how: signal.Signals = signal.SIGKILL
) -> tuple[int, str]:
    """Run a work, or end it after so many seconds; its exit code, and what it said."""
    process = subprocess.Popen(
        [*PITCHPIPE, *work.command],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.kill(process.pid, how)
        try:
            _, said = process.communicate(timeout=MOST)
        finally:
            if how is signal.SIGKILL:  # what the work itself had started
                _end_group(process.pid)
    return process.returncode, said


def _end_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
