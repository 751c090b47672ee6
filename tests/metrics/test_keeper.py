"""Answers outlive those who asked for them, and no question is asked twice."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from random import Random

import pytest

from pitchpipe import score
from pitchpipe.metrics.score_store import Tally, keeping_scores, tallies_in

from .scorers import PROGRAM

SCORING = """
import sys
from pitchpipe import score
from pitchpipe.metrics.score_store import keeping_scores
with keeping_scores(sys.argv[1]):
    texts = [f"text {number}" for number in range(int(sys.argv[3]))]
    print(score(texts, texts, sys.argv[2]).score)
"""
MOST = 60.0
"""Seconds after which something hangs."""


class Scoring:
    """Texts that are scored in a process of their own, by a program that notes each before it scores it."""

    def __init__(self, folder, flags="", settings="", texts=200):
        self.log, self.folder, self.texts = folder / "log", folder / "run", texts
        spec = f'command("{PROGRAM} log={self.log} pids={folder}/pids {flags}"{settings})'
        self.command = [sys.executable, "-c", SCORING, str(self.folder), spec, str(texts)]
        self.pids = folder / "pids"

    def start(self):
        return subprocess.Popen(self.command, stdout=subprocess.DEVNULL, start_new_session=True)

    def finish(self):
        done = subprocess.run(self.command, capture_output=True, text=True, check=True, timeout=MOST)
        return float(done.stdout)

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def await_calls(self, count):
        await_that(lambda: len(self.calls()) >= count)

    def programs(self):
        return [int(pid) for pid in self.pids.read_text().split()]

    def repeated(self):
        return sum(Counter(self.calls()).values()) - len(set(self.calls()))


def await_that(condition):
    deadline = time.monotonic() + MOST
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def parent(pid):
    with open(f"/proc/{pid}/stat") as file:
        return int(file.read().rsplit(")", 1)[1].split()[1])


def kill(process, how=signal.SIGKILL):
    os.kill(process.pid, how)
    process.wait()


@pytest.mark.parametrize(
    ("settings", "each"),
    [
        (", workers=4", 0.01),
        (", workers=2, batch=3", 0.01),
        (", by=embed, workers=2", 0.01),
        (", workers=2", 0.5),  # the program is at work when the next command starts
    ],
)
def test_kills_at_random_moments_repeat_no_call(tmp_path, settings, each):
    kills, random = 10 if each < 0.1 else 2, Random(settings)
    scoring = Scoring(tmp_path, f"each={each}", settings, texts=200 if each < 0.1 else 12)
    for _ in range(kills):
        before = len(scoring.calls())
        running = scoring.start()
        await_that(lambda: len(scoring.calls()) > before + random.randrange(8) or running.poll() is not None)
        time.sleep(random.uniform(0, 2 * each))
        kill(running)
    scoring.finish()
    assert scoring.repeated() == 0
    assert len(scoring.calls()) == scoring.texts
    (tally,) = tallies_in(scoring.folder).values()
    assert tally.computed == scoring.texts
