"""From parallel text to a model, command by command: seconds, memory, growth with the text, and eflomal beside it.

Run as `python -m benchmarks.model_building [SRC TGT]`. The text is Multi30k if it is beside the repository, else the
synthetic language pair; larger ones are it several times over. Every step is a process of its own, with two threads;
its start and its files count. eflomal, if its package is installed, is run by the same command, in the same run.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from pitchpipe.data import language_pair
from pitchpipe.files import read_lines

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "multi30k-de-en"
RUNS = 3
THREADS = "2"
STEPS = {
    "align": ["align", "text.source", "text.target", "-o", "text.align"],
    "extract, both reordering models": [
        "extract",
        "text.source",
        "text.target",
        "text.align",
        "-o",
        "phrases.table",
    ],
    "5-gram language model": ["lm", "estimate", "-n", "5", "text.target", "-o", "lm.lm"],
}
EFLOMAL = ["align", "text.source", "text.target", "--aligner", "eflomal", "-o", "eflomal.align"]


def main(paths: list[str] | None = None) -> None:
    if not paths and DATA.is_dir():
        paths = [str(DATA / "train.tok.de"), str(DATA / "train.tok.en")]
    print(f"{'step':<34}{'pairs':>9}{'seconds':>9}{'peak MB':>9}")
    for times in (1, 2, 4):
        with tempfile.TemporaryDirectory() as folder:
            size = write_texts(Path(folder), paths, times)
            total, peaks = 0.0, []
            for name, command in STEPS.items():
                seconds, peak = best(command, folder, RUNS if times == 1 else 1)
                show(name, size, seconds, peak)
                total += seconds
                peaks.append(peak)
                if name == "align":
                    align_seconds = seconds
            show("all", size, total, max(peaks))
            if times == 1 and find_spec("eflomal") is not None:
                seconds, peak = best(EFLOMAL, folder, 1)
                show("eflomal", size, seconds, peak)
                print(f"eflomal's time to align is {seconds / align_seconds:.1f} times ours")
            elif times == 1:
                print("eflomal is not installed")
        print()


def show(name: str, size: int, seconds: float, peak: float) -> None:
    print(f"{name:<34}{size:>9,}{seconds:>9.2f}{peak:>9,.0f}", flush=True)


def write_texts(folder: Path, paths: list[str] | None, times: int) -> int:
    """Both sides of the text, so many times over; how many pairs there are."""
    if paths:
        sides = [read_lines(path) for path in paths]
    else:
        part = language_pair(train=20_000, dev=0, test=0).train
        sides = [list(part.source), [lines[0] for lines in part.references]]
    for name, lines in zip(("source", "target"), sides, strict=True):
        (folder / f"text.{name}").write_text("".join(f"{line}\n" for line in lines) * times)
    return len(sides[0]) * times


def best(command: list[str], folder: str, runs: int) -> tuple[float, float]:
    """The fewest seconds of several runs, and the most memory in megabytes."""
    found = [measured(command, folder) for _ in range(runs)]
    return min(seconds for seconds, _ in found), max(peak for _, peak in found)


def measured(command: list[str], folder: str) -> tuple[float, float]:
    arguments = [sys.executable, "-m", "pitchpipe", *command, "--threads", THREADS]
    began = time.perf_counter()
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.execv(sys.executable, arguments)
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed")
    return time.perf_counter() - began, usage.ru_maxrss / 1024


if __name__ == "__main__":
    main(sys.argv[1:])
