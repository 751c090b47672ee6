"""One machine against a cluster of two workers, one of which is killed: the same bits, and the processor time.

python -m benchmarks.cluster_train SRC TGT LINES DEV_SRC DEV_REF
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

SETTINGS = "iterations=2, nbest=50, pop_limit=200"
DEV = 200
KILL_AFTER = 2.0
"""Seconds after words are aligned: phrase pairs are being found."""
COMPARED = ("phrases.table", "lm.lm", "weights", "work/alignment", "work/train.source", "work/train.target")


def main() -> None:
    from distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        sizes = [int(sys.argv[3])] * 2 + [DEV] * 2
        for name, path, lines in zip(
            ("train.de", "train.en", "dev.de", "dev.en"), _texts(), sizes, strict=True
        ):
            with open(path, "rb") as file:
                (folder / name).write_bytes(b"".join(islice(file, lines)))
        here = _train(folder, "here", [])
        print(f"one machine: {here:.1f} s of processor time", flush=True)
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            before = sum(client.run(_used).values())
            victim = next(iter(client.run(os.getpid).values()))
            there = _train(folder, "there", ["--cluster", f"dask:{cluster.scheduler_address}"], victim)
            print(f"the cluster's command: {there:.1f} s", flush=True)
            print(
                f"workers that live: {sum(client.run(_used).values()) - before:.1f} s more than at the start"
            )
            assert victim not in client.run(os.getpid).values()
        for name in COMPARED:
            one, other = (
                hashlib.sha256((folder / run / name).read_bytes()).hexdigest()[:16]
                for run in ("here", "there")
            )
            print(name, one, other, "same" if one == other else "DIFFERENT")


def _texts() -> list[str]:
    return [sys.argv[1], sys.argv[2], sys.argv[4], sys.argv[5]]


def _used() -> float:
    return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])


def _kill(victim: int) -> None:
    os.kill(victim, signal.SIGKILL)
    print("  killed a worker", flush=True)


def _train(folder: Path, name: str, where: list[str], victim: int | None = None) -> float:
    """Train, and kill a worker while phrase pairs are found; processor seconds."""
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    command = [
        sys.executable,
        "-m",
        "pitchpipe",
        "train",
        "train.de",
        "train.en",
        "--dev",
        "dev.de",
        "dev.en",
    ]
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
