"""`pitchpipe train` on one machine and on a cluster of two workers, one of which is killed: the same bits, and processor time.

Run as `python -m benchmarks.cluster_train [PAIRS] [--text SOURCE TARGET] [--set SETTINGS] [--kill STAGE]`, by default with
40,000 pairs: more than one shard of alignment. The text is that of `growth`. A worker is killed while the stage is at work.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Timer

from benchmarks.growth import endings, read_text, write_texts

KILL_AFTER = 2.0
"""Seconds after the stage has begun."""
BEFORE = {"align": "prepare", "phrases": "align", "rules": "align", "lm": "phrases", "tune": "check"}
"""Which stage's end is the beginning of another."""
TIMED = ("summary.*", "work/*.stage.json", "work/tune-*/*", "work/*scores*", ".lock")
"""Files with times in them, or of the run itself."""


def main(arguments: Sequence[str] = ()) -> None:
    from distributed import Client, LocalCluster

    parser = argparse.ArgumentParser(prog="benchmarks.cluster_train")
    parser.add_argument("pairs", nargs="?", type=int, default=40_000)
    parser.add_argument("--text", nargs=2, metavar=("SOURCE", "TARGET"))
    parser.add_argument("--set", default="method=mert, iterations=2, nbest=50, pop_limit=100, memory=512")
    parser.add_argument("--kill", default="phrases", choices=BEFORE)
    chosen = parser.parse_args(arguments)
    text, names = read_text(chosen.text), endings(chosen.text)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_texts(folder, names, chosen.pairs, text, min(1.0, len(text) / (chosen.pairs + 400)))
        train, dev, test = ([f"{part}{name}" for name in names] for part in ("train", "dev", "test"))
        command = [sys.executable, "-m", "pitchpipe", "train", *train, "--dev", *dev, "--test", *test]
        command += ["--set", chosen.set, "--threads", "1", "-o"]
        here = _train([*command, "here"], folder)
        print(f"one machine: {here:.1f} s of processor time", flush=True)
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            victim = next(iter(client.run(os.getpid).values()))
            where = ["there", "--cluster", f"dask:{cluster.scheduler_address}"]
            there = _train([*command, *where], folder, victim, BEFORE[chosen.kill])
            print(f"the cluster's command: {there:.1f} s", flush=True)
            used = sum(client.run(_used).values())
            print(f"the workers that are alive at the end, from their start: {used:.1f} s")
            assert victim not in client.run(os.getpid).values()
        for name in _files(folder / "here"):
            one, other = (_hash(folder / run / name) for run in ("here", "there"))
            print(f"{name:<24}{one}  {'same' if one == other else f'DIFFERENT: {other}'}")


def _files(folder: Path) -> list[str]:
    """Files that must not differ."""
    paths = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    return [str(path) for path in paths if not any(path.match(pattern) for pattern in TIMED)]


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else "missing"


def _used() -> float:
    return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])


def _kill(victim: int) -> None:
    os.kill(victim, signal.SIGKILL)
    print("  killed a worker", flush=True)


def _train(command: Sequence[str], folder: Path, victim: int | None = None, after: str = "") -> float:
    """Train, and kill a worker soon after that stage; processor seconds."""
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    with subprocess.Popen(
        command, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as run:
        for line in run.stderr or ():
            print(f"  {line.rstrip()}", flush=True)
            if victim is not None and line.startswith(f"{after}:"):
                Timer(KILL_AFTER, _kill, [victim]).start()
    assert run.returncode == 0
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before


if __name__ == "__main__":
    main(sys.argv[1:])
