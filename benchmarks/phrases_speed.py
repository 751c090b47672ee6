"""How long extraction takes, step by step, its memory, and that both grow with the text and no faster.

Run with `python -m benchmarks.phrases_speed`, or with a text of your own: `... phrases_speed SRC TGT ALIGNMENT`.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import tempfile
import time
from itertools import islice, pairwise
from pathlib import Path

from pitchpipe.data import language_pair

PAIRS = 10_000
GROWTH = (1, 2, 4)
STEPS = ("read", "find", "count", "score", "write")
COUNTED, FOUND = 0.6, 0.3
"""What progress says after these steps; native/phrases/extraction.cc has the same numbers."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        texts = [Path(path) for path in sys.argv[-3:]] if is_run_with_texts() else synthetic(folder)
        lines = len(texts[0].read_bytes().splitlines())
        print(
            f"{'sentences':>10}{'pairs':>12}"
            + "".join(f"{step:>8}" for step in (*STEPS, "total"))
            + f"{'peak MB':>9}"
        )
        for growth in GROWTH:
            parts = [part_of(path, lines * growth // GROWTH[-1], folder) for path in texts]
            report(lines * growth // GROWTH[-1], parts, folder)


def is_run_with_texts() -> bool:
    return len(sys.argv) == 4 and all(map(os.path.isfile, sys.argv[1:]))


def synthetic(folder: str) -> list[Path]:
    """The synthetic language pair with its true alignments."""
    language_pair(train=PAIRS * GROWTH[-1], dev=0, test=0).write(folder)
    return [Path(folder, f"train.{suffix}") for suffix in ("de", "en", "align")]


def part_of(path: Path, lines: int, folder: str) -> str:
    """The first lines of a file, in a file."""
    part = Path(folder, f"part.{path.name}")
    with path.open("rb") as file:
        part.write_bytes(b"".join(islice(file, lines)))
    return str(part)


def report(lines: int, parts: list[str], folder: str) -> None:
    """The best of three runs, each in a process of its own, so that the peak is its own."""
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as process:
        runs = [process.apply(measure, (parts, folder)) for _ in range(3)]
    pairs, seconds, peak = min(runs, key=lambda run: sum(run[1]))
    times = "".join(f"{value:8.2f}" for value in (*seconds, sum(seconds)))
    print(f"{lines:10,}{pairs:12,}{times}{peak:9.0f}", flush=True)


def measure(parts: list[str], folder: str) -> tuple[int, list[float], float]:
    """Phrase pairs, seconds of each step, and the peak of memory in megabytes."""
    from pitchpipe.align import Alignments
    from pitchpipe.phrases import extract
    from pitchpipe.text import read_parallel

    marks = [time.perf_counter()]
    source, target = read_parallel(parts[:2])
    alignment = Alignments.read(parts[2])
    links, offsets = alignment.links, alignment.offsets
    marks.append(time.perf_counter())
    ends: dict[float, float] = {}

    def progress(done: float) -> None:
        ends[min(limit for limit in (FOUND, COUNTED, 1.0) if done <= limit)] = time.perf_counter()

    table = extract(
        source, target, links, offsets, Path(folder, "table"), threads=os.cpu_count() or 1, progress=progress
    )
    marks += [ends[FOUND], ends[COUNTED], ends[1.0], time.perf_counter()]
    seconds = [end - begin for begin, end in pairwise(marks)]
    return len(table), seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
