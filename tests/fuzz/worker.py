"""Tries inputs in a process of its own: one that ends by a signal, or by a limit of time or memory, is a finding too."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError

from .target import Target
from .targets import TARGETS

SECONDS = 10
"""Of the processor, that an input may take."""
WAIT = 300
"""Seconds of the clock, which end an input that waits for ever."""
MEMORY = 4 << 30
"""Bytes of addresses that the process may use."""
LEAST = 30
"""Inputs of a reader, however slow it is."""
CURRENT, DONE = "current", "done.json"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("target", help="names with commas between them")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--inputs", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--first", type=int, default=0, help="input of the first target")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    _limit_memory()
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, 1)  # libraries may write there
    for number, name in enumerate(asked.target.split(",")):
        first = 0 if number else asked.first
        attack(
            TARGETS[name], asked.folder, first, inputs=asked.inputs, seconds=asked.seconds, seed=asked.seed
        )


def attack(
    target: Target, folder: Path, first: int, *, inputs: int | None, seconds: float | None, seed: int
) -> None:
    """Try inputs from the first number on, and keep a record after each of them."""
    place = folder / target.name
    place.mkdir(parents=True, exist_ok=True)
    record: dict[str, Any] = {"next": first, "read": 0, "refused": 0, "findings": {}, "whole": False}
    kinds: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory(dir=folder) as scratch,
        Slot(place / CURRENT) as current,
        Slot(place / DONE) as done,
    ):
        seeds = target.prepare(Path(scratch))
        past = [] if first else [(f"good {n}", one) for n, one in enumerate(seeds)] + target.past()
        tried = 0
        ends = time.monotonic() + seconds if seconds else float("inf")
        while (inputs is None or first + tried < inputs) and (time.monotonic() < ends or tried < LEAST):
            if past:
                name, data = past.pop(0)
            else:
                name, data = f"{seed}-{first + tried}", target.odd(seeds, seed, first + tried)
                tried += 1
            record["next"] = first + tried
            current.write(data)
            done.write(json.dumps(record).encode())
            problem = outcome(target, Path(scratch), data, record)
            if problem is None and name.startswith("good") and not record["read"]:
                problem = "a good input is refused"
            if problem is not None:
                kinds[problem] += 1
                if kinds[problem] == 1:
                    found = place / f"finding-{name.replace(' ', '-')}"
                    found.write_bytes(data)
                    record["findings"][found.name] = problem
        record["whole"] = True
        done.write(json.dumps(record).encode())


class Slot:
    """A small file that is written over and over: opening one for each input takes longer than reading most inputs."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)

    def __enter__(self) -> Slot:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> None:
        os.pwrite(self._file.fileno(), data, 0)
        os.ftruncate(self._file.fileno(), len(data))


def outcome(target: Target, folder: Path, data: bytes, record: dict[str, Any]) -> str | None:
    """What is wrong with how an input was taken; None if it was read or refused in one sentence."""
    try:
        with contextlib.redirect_stderr(None), limited_time():
            target.try_input(folder, data)
    except InputError as error:
        record["refused"] += 1
        return "the refusal has several lines" if "\n" in str(error) else None
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        ours = next((one for one in reversed(frames) if "pitchpipe" in one.filename), frames[-1])
        place = f"{Path(ours.filename).name}:{ours.lineno}"
        return f"{type(error).__name__} at {place}: {str(error)[:200]}"
    record["read"] += 1
    return None


@contextlib.contextmanager
def limited_time() -> Iterator[None]:
    """A timer that runs out ends the process.

    RLIMIT_CPU would not do: it counts from the start of the process, and in ticks, of which a busy machine misses some.
    What is missed adds up from input to input.
    """
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.setitimer(signal.ITIMER_REAL, WAIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(main())
