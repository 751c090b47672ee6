"""Works on a disk that fills up: one sentence, exit code 1, nothing broken, and the same end once there is room."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .kills import Killed, compare
from .works import PITCHPIPE, Work

ROOM = 1 << 30


def filled(work: Work, folder: Path, moments: int) -> Killed:
    """Do a work on disks of so many sizes, each of which is too small, and then with enough room."""
    folder.mkdir(parents=True, exist_ok=True)
    clean = folder / "clean"
    clean.mkdir()
    work.inputs(clean)
    before = _size(clean)
    found = Killed(work.name)
    shutil.copytree(clean, folder / "inputs")
    done = subprocess.run([*PITCHPIPE, *work.command], cwd=clean, capture_output=True, text=True, check=False)
    if done.returncode:
        found.problems.append(f"undisturbed: {done.stderr}")
        return found
    expected, needs = work.result(clean), _size(clean) - before
    for moment in range(moments):
        place = folder / f"disk-{moment}"
        share = (moment + 0.5) / moments
        with disk(place, before + int(share * needs)) as grow:
            shutil.copytree(folder / "inputs", place / "work")
            (place / "tmp").mkdir()
            status, said = _run(work, place)
            if status == 0:
                continue
            found.kills += 1
            last = (said.splitlines() or [""])[-1]
            if status != 1 or "No space left on device" not in last or "Traceback" in said:
                found.problems.append(f"{share:.0%} of the room: exit code {status}: {said[-500:]}")
            grow()
            status, said = _run(work, place)
            if status:
                found.problems.append(f"{share:.0%}, then all the room: exit code {status}: {said[-500:]}")
            else:
                compare(work, place / "work", expected, found)
    return found


def _run(work: Work, place: Path) -> tuple[int, str]:
    done = subprocess.run(
        [*PITCHPIPE, *work.command],
        cwd=place / "work",
        env={**os.environ, "TMPDIR": str(place / "tmp")},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def run_with_small_files(work: Work, folder: Path, largest: int) -> tuple[int, str]:
    """Do a work that may write no file of more than so many bytes: what a full disk is, without one."""
    done = subprocess.run(
        [*PITCHPIPE, *work.command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest)),
    )
    return done.returncode, done.stderr


def _size(folder: Path) -> int:
    return sum(-(-path.stat().st_size // 4096) * 4096 + 4096 for path in folder.rglob("*"))


@contextmanager
def disk(place: Path, size: int) -> Iterator[object]:
    """A disk of a size, and what makes it large enough."""
    place.mkdir()
    _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place))
    try:
        yield lambda: _mount("-o", f"remount,size={ROOM}", str(place))
    finally:
        subprocess.run(["umount", str(place)], check=True)


def can_mount(folder: Path) -> bool:
    """Whether this process may mount a disk."""
    try:
        with disk(folder / "tried", 1 << 20):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True, capture_output=True)
