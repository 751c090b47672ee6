"""Answers outlive those who asked for them, and no question is asked twice."""

import glob
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from random import Random

import numpy as np
import pytest

from pitchpipe.metrics.keeper import SENT, last_answer
from pitchpipe.metrics.score_store import ScoreStore, tallies_in

from .scorers import PROGRAM

SCORING = """
import sys
from pitchpipe import score
from pitchpipe.metrics.score_store import keeping_scores
with keeping_scores(sys.argv[1]):
    texts = [f"text {number}" for number in range(int(sys.argv[3]))]
    print(score(texts, texts, sys.argv[2]).score)
"""
MOST = 300.0
"""Seconds after which something hangs."""


class Scoring:
    """Texts that are scored in a process of their own by programs that note each before they score it."""

    def __init__(self, folder, texts=60, each=0.01, settings="", spec=None):
        self.log, self.run, self.pids = folder / "log", folder / "run", folder / "pids"
        self.texts = texts
        spec = spec or f'command("{PROGRAM} log={self.log} pids={self.pids} each={each}"{settings})'
        self.command = [sys.executable, "-c", SCORING, str(self.run), spec, str(texts)]

    def start(self):
        environment = {**os.environ, "NOTED": str(self.log)}
        return subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def programs(self):
        return [int(pid) for pid in self.pids.read_text().split()]

    def askers(self):
        """Who may still store an answer."""
        return glob.glob(f"{self.run}/scores.sqlite-asker-*")

    def check(self, repeated=0):
        """Whether the scoring comes to its end, with so many calls that were made before, at most."""
        assert self.start().wait(MOST) == 0
        calls = self.calls()
        assert len(set(calls)) == self.texts
        assert len(calls) <= self.texts + repeated
        (tally,) = tallies_in(self.run).values()
        assert tally.computed == self.texts
        assert self.askers() == []


def wait_until(condition):
    deadline = time.monotonic() + MOST
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def keepers_of(program):
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path) as file:
                words = file.read().split("\0")
        except OSError:
            continue
        if len(words) > 8 and words[2].endswith("keeper.py") and words[7] == str(program):
            found.append(int(path.split("/")[2]))
    return found


@pytest.mark.parametrize(
    ("kills", "settings"),
    [
        (6, {"settings": ", workers=4"}),
        (3, {"settings": ", workers=2, batch=3"}),
        (3, {"settings": ", workers=2, by=embed"}),
        (3, {"settings": ", workers=2", "each": 0.7}),  # longer than the next command takes to start
        (2, {"spec": "python(tests.metrics.scorers:Noted, workers=2, batch=2)"}),
    ],
)
def test_a_run_that_is_killed_at_random_moments_repeats_no_call(tmp_path, kills, settings):
    random, scoring = Random(str(settings)), Scoring(tmp_path, **settings)
    each = settings.get("each", 0.01)
    for _ in range(kills):
        enough = len(scoring.calls()) + 1 + random.randrange(6)
        running = scoring.start()
        wait_until(lambda: len(scoring.calls()) >= enough or running.poll() is not None)  # noqa: B023
        time.sleep(random.uniform(0, 1.5 * each))
        running.kill()
        running.wait()
    scoring.check()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_interrupted_repeats_no_call(tmp_path, how):
    scoring = Scoring(tmp_path, texts=30, each=0.1, settings=", workers=2")
    running = scoring.start()
    wait_until(lambda: len(scoring.calls()) > 4)
    running.send_signal(how)
    assert running.wait(MOST) != 0
    scoring.check()


def test_runs_at_the_same_time_share_their_answers(tmp_path):
    scoring = Scoring(tmp_path)
    both = [scoring.start(), scoring.start()]
    assert [one.wait(MOST) for one in both] == [0, 0]
    scoring.check()


def test_a_run_goes_on_without_its_keeper(tmp_path):
    scoring = Scoring(tmp_path, each=0.05, texts=30)
    running = scoring.start()
    wait_until(lambda: len(scoring.calls()) > 3)
    (program,) = scoring.programs()
    (keeper,) = keepers_of(program)
    os.kill(keeper, signal.SIGKILL)
    assert running.wait(MOST) == 0
    scoring.check()


def test_what_is_killed_with_program_and_keeper_repeats_the_call_under_way_and_no_other(tmp_path):
    scoring = Scoring(tmp_path, each=0.3, texts=10)
    running = scoring.start()
    wait_until(lambda: len(scoring.calls()) > 3)
    (program,) = scoring.programs()
    for pid in (running.pid, *keepers_of(program), program):
        os.kill(pid, signal.SIGKILL)
    running.wait()
    scoring.check(repeated=1)


@pytest.mark.parametrize("each", [0.5, 1000])
def test_program_and_keeper_end_when_the_run_is_gone(tmp_path, each):
    scoring = Scoring(tmp_path, each=each, settings=", timeout=3")
    running = scoring.start()
    wait_until(scoring.calls)
    (program,) = scoring.programs()
    (keeper,) = keepers_of(program)
    running.kill()
    running.wait()
    wait_until(lambda: not lives(keeper) and not lives(program))
    assert scoring.askers() == []
    (tally,) = tallies_in(scoring.run).values()
    assert tally.computed == (each < 3)


CLAIMING = """
import sys, time
from pitchpipe.metrics.score_store import ScoreStore
with ScoreStore(sys.argv[1]).claiming("m", [b"a", b"b"]) as mine:
    print(mine, flush=True)
    time.sleep(1000)
"""


def test_what_another_process_asks_for_is_left_to_it_while_it_lives(tmp_path):
    store = ScoreStore(tmp_path / "scores.sqlite")
    store.add("m", {b"c": (1.0, 1.0)})
    store.add_vectors("m", {b"d": np.ones(2, np.float32)})
    command = [sys.executable, "-c", CLAIMING, str(store.path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "[b'a', b'b']\n"
        with store.claiming("m", [b"a", b"b", b"c", b"d", b"e"]) as mine:
            assert mine == [b"e"]
            with store.claiming("m", [b"e", b"f"]) as more:
                assert more == [b"f"]
        with store.claiming("another", [b"a"]) as mine:
            assert mine == [b"a"]
        other.kill()
    for _ in range(2):
        with store.claiming("m", [b"a", b"c", b"e", b"f"]) as mine:
            assert mine == [b"a", b"e", b"f"]
    store.close()


def test_claims_of_a_store_in_memory():
    store = ScoreStore()
    with store.claiming("m", [b"a"]), store.claiming("m", [b"a", b"b"]) as mine:
        assert mine == [b"b"]
    store.close()


class Pipes:
    """The ends of a program's pipes that a keeper has, and the program's own."""

    def __init__(self):
        self.answers, self.answered = os.pipe()
        self.asked, self.questions = os.pipe()
        self.errors, self.said = os.pipe()

    def last(self, noted, seconds=60.0):
        how = json.dumps({"deadline": time.monotonic() + seconds}).encode()
        return last_answer(noted.replace(b"HOW", how), self.answers, self.questions, self.errors)


@pytest.fixture
def pipes():
    made = Pipes()
    yield made
    for file in vars(made).values():
        with suppress(OSError):
            os.close(file)


@pytest.mark.parametrize("noted", [b"", b"-", b"-HOW", b"-HOW\n", b"-HOW\nque"])
def test_a_question_that_was_not_noted_whole_has_no_answer(pipes, noted):
    assert pipes.last(noted) is None


@pytest.mark.parametrize("read", [b"", b"1", b"12\n"])
def test_an_answer_is_what_was_read_and_what_is_in_the_pipe(pipes, read):
    os.write(pipes.said, b"a word\n")
    os.write(pipes.answered, b"12\n"[len(read) :])
    assert pipes.last(SENT + b"HOW\nquestion\n" + read)[1:] == (b"question", b"12")


def test_a_program_whose_question_was_not_sent_whole_hears_that_there_is_no_more(pipes):
    os.close(pipes.answered)
    assert pipes.last(b"-HOW\nquestion\n") is None
    assert os.read(pipes.asked, 1) == b""


def test_a_late_answer_is_not_waited_for(pipes):
    assert pipes.last(SENT + b"HOW\nquestion\n", seconds=0.05) is None
