"""Tuning to a program that sleeps 2 ms a call: calls, known scores and time with 1 and 4 workers, and with `kill -9` in the middle.

Run as `python -m benchmarks.slow_metric`, or with the folder of a model of the tokenised text and a number of kills, as in
`python -m benchmarks.slow_metric model 12`; without a model, one is built. The development text is that of Multi30k (1,014
sentences), lists are 100-best, and there are six rounds of `kbmira`. The program notes each question before it begins to answer
it, so that calls are counted by what was called. The run that is killed is begun again at once. The run with 1 worker goes on beside the others. The texts must be beside the
repository.
"""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pitchpipe import train
from pitchpipe.metrics.score_store import Tally, tallies_in

PAIR = Path(__file__).parents[1].parent / "shared" / "data" / "multi30k-de-en"
PITCHPIPE = (sys.executable, "-m", "pitchpipe")
KILLS = 12
SCORER = """
import hashlib, json, os, sys, time

log = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
print('{"version": "1"}', flush=True)
for line in sys.stdin:
    os.write(log, hashlib.blake2b(line.encode(), digest_size=16).hexdigest().encode() + b"\\n")
    time.sleep(0.002)
    asked = json.loads(line)
    one, other = asked["candidate"].split(), asked["references"][0].split()
    print(200 * len(set(one) & set(other)) / max(1, len(one) + len(other)), flush=True)
"""


@dataclass(frozen=True)
class Run:
    """A folder in which a model is tuned to the program."""

    folder: Path
    model: str
    workers: int

    def start(self) -> subprocess.Popen[bytes]:
        self.folder.mkdir(exist_ok=True)
        (self.folder / "scorer.py").write_text(SCORER)
        program = f"{sys.executable} {self.folder / 'scorer.py'} {self.log}"
        texts = ("--dev", str(PAIR / "val.tok.de"), "-r", str(PAIR / "val.tok.en"))
        metric = ("--metric", f'command("{program}", workers={self.workers})')
        how = ("--method", "kbmira", "--set", "nbest=100,iterations=6", "--threads", "2")
        kept = ("--run", str(self.folder / "run"), "-o", str(self.folder / "weights"))
        with open(self.folder / "said", "ab") as said:
            return subprocess.Popen(
                [*PITCHPIPE, "tune", self.model, *texts, *metric, *how, *kept], stderr=said
            )

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def calls(self) -> int:
        return self.log.stat().st_size // 33 if self.log.exists() else 0

    def repeated(self) -> int:
        counts = Counter(self.log.read_text().split())
        return sum(counts.values()) - len(counts)

    def tally(self) -> Tally:
        (tally,) = tallies_in(self.folder / "run").values()
        return tally

    def weights(self) -> str:
        return hashlib.blake2b((self.folder / "weights").read_bytes(), digest_size=8).hexdigest()


def main() -> None:
    if not PAIR.exists():
        print(f"{PAIR.name} is not there")
        return
    given = [one for one in sys.argv[1:] if one != "slow_metric"]
    kills = int(given[1]) if len(given) > 1 else KILLS
    with tempfile.TemporaryDirectory() as scratch:
        model = os.path.abspath(given[0]) if given else built(scratch)
        one, four = (Run(Path(scratch) / f"workers-{count}", model, count) for count in (1, 4))
        killed = Run(Path(scratch) / "killed", model, 4)
        with ThreadPoolExecutor(2) as executor:
            slow = executor.submit(timed, one)
            timed(four)
            moments = killed_often(killed, kills, four.calls())
            report(killed, f"killed {kills} times, after {', '.join(map(str, moments))} calls")
            slow.result()
        same = len({run.weights() for run in (one, four, killed)}) == 1
        print("all ended with the same weights" if same else "WEIGHTS DIFFER")


def timed(run: Run) -> None:
    """Run undisturbed; what sleeps most of the time may do so beside others."""
    began = time.monotonic()
    ended(run.start(), run)
    report(run, f"in {time.monotonic() - began:.0f} s")


def built(folder: str) -> str:
    train(str(PAIR / "train.tok.de"), str(PAIR / "train.tok.en"), f"{folder}/model", threads=2)
    return f"{folder}/model"


def killed_often(run: Run, kills: int, calls: int, seed: int = 1) -> list[int]:
    """Kill a run at random numbers of calls, and so often begin it again; the numbers."""
    random = Random(seed)
    moments = sorted(random.sample(range(1, calls), kills))
    found = []
    process = run.start()
    for moment in moments:
        while run.calls() < moment and process.poll() is None:
            time.sleep(0.001)
        time.sleep(random.uniform(0, 0.005))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        found.append(run.calls())
        process = run.start()
    ended(process, run)
    return found


def ended(process: subprocess.Popen[bytes], run: Run) -> None:
    if process.wait():
        sys.exit((run.folder / "said").read_text()[-500:])


def report(run: Run, how: str) -> None:
    print(
        f"{run.workers} workers: {run.tally()}; {run.calls():,} calls, {run.repeated()} repeated; {how}; "
        f"weights {run.weights()}",
        flush=True,
    )


if __name__ == "__main__":
    main()
