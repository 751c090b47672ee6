"""`pitchpipe train` on one machine and on a cluster of two workers, one of which is killed: the same bits, and processor time.

Run as `python -m benchmarks.cluster_train`. The text is that of `tuning_methods`, its first lines only.
"""

from __future__ import annotations

import hashlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from threading import Timer

from benchmarks.tuning_methods import find_texts

SETTINGS = "iterations=2, nbest=50, pop_limit=200"
LINES, DEV = 20_000, 200
FILES = ("cut.de", "cut.en", "cut-dev.de", "cut-dev.en")
KILL_AFTER = 2.0
"""Seconds after words are aligned: phrase pairs are being found."""
COMPARED = ("phrases.table", "lm.lm", "weights", "work/alignment", "work/train.source", "work/train.target")


def main() -> None:
    from distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        texts = find_texts(folder)
        for name, path, lines in zip(
            FILES, (*texts.train, *texts.dev), (LINES, LINES, DEV, DEV), strict=False
        ):
            with open(path, "rb") as file:
                (folder / name).write_bytes(b"".join(islice(file, lines)))
        here = _train(folder, "here", [])
        print(f"one machine: {here:.1f} s of processor time", flush=True)
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            victim = next(iter(client.run(os.getpid).values()))
            there = _train(folder, "there", ["--cluster", f"dask:{cluster.scheduler_address}"], victim)
            print(f"the cluster's command: {there:.1f} s", flush=True)
            used = sum(client.run(_used).values())
            print(f"the workers that are alive at the end, from their start: {used:.1f} s")
            assert victim not in client.run(os.getpid).values()
        for name in COMPARED:
            one, other = (
                hashlib.sha256((folder / run / name).read_bytes()).hexdigest()[:16]
                for run in ("here", "there")
            )
            print(name, one, other, "same" if one == other else "DIFFERENT")


def _used() -> float:
    return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])


def _kill(victim: int) -> None:
    os.kill(victim, signal.SIGKILL)
    print("  killed a worker", flush=True)


def _train(folder: Path, name: str, where: list[str], victim: int | None = None) -> float:
    """Train, and kill a worker while phrase pairs are found; processor seconds."""
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    command = [sys.executable, "-m", "pitchpipe", "train", *FILES[:2], "--dev", *FILES[2:]]
    command += ["--set", SETTINGS, "--threads", "1", "-o", name, *where]
    with subprocess.Popen(
        command, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as run:
        for line in run.stderr or ():
            print(f"  {line.rstrip()}", flush=True)
            if victim is not None and line.startswith("align:"):
                Timer(KILL_AFTER, _kill, [victim]).start()
    assert run.returncode == 0
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before


if __name__ == "__main__":
    main()
