"""Sentences of many requests, translated together: bounded, fair, and one's fault not another's."""

import threading
from concurrent.futures import wait

import pytest

from pitchpipe.serve.batches import Batches, FullError


class Worker:
    """Upper-cases lines, notes what it was given together, and waits where a test says so."""

    def __init__(self):
        self.batches = []
        self.gate = threading.Event()
        self.gate.set()
        self.begun = threading.Event()

    def __call__(self, lines, nbest):
        self.batches.append((list(lines), nbest))
        self.begun.set()
        assert self.gate.wait(10)
        if "bad" in lines:
            raise ValueError("bad line")
        return [f"{line.upper()}{nbest}" for line in lines]


@pytest.fixture
def worker():
    return Worker()


@pytest.fixture
def batches(worker):
    made = Batches(worker, size=10, most_waiting=100)
    yield made
    worker.gate.set()
    made.close()


def held(worker, batches):
    """A first request that keeps the worker busy until the gate opens."""
    worker.gate.clear()
    first = batches.submit(["first"])
    assert worker.begun.wait(10)
    return first


def test_every_request_gets_its_own_lines(worker, batches):
    futures = [batches.submit([f"{number}a", f"{number}b"]) for number in range(30)]
    assert [future.result(10) for future in futures] == [[f"{n}A1", f"{n}B1"] for n in range(30)]
    assert max(len(lines) for lines, _ in worker.batches) <= 10
    assert batches.submit([]).result(10) == []
    assert batches.waiting == 0


def test_requests_that_wait_are_translated_together(worker, batches):
    first = held(worker, batches)
    futures = [batches.submit([str(number)]) for number in range(7)]
    worker.gate.set()
    wait([first, *futures], 10)
    assert worker.batches[1:] == [([str(number) for number in range(7)], 1)]


def test_a_small_request_does_not_wait_for_all_of_a_large_one(worker, batches):
    first = held(worker, batches)
    large = batches.submit([f"large{number}" for number in range(50)])
    small = batches.submit(["small"])
    worker.gate.set()
    assert small.result(10) == ["SMALL1"]
    assert large.result(10) == [f"LARGE{number}1" for number in range(50)]
    assert "small" in worker.batches[1][0]
    assert len(worker.batches[1][0]) == 10
    assert first.done()


def test_no_more_wait_than_allowed(worker, batches):
    held(worker, batches)
    batches.submit(["x"] * 99)
    assert batches.waiting == 100
    with pytest.raises(FullError):
        batches.submit(["y"])
    worker.gate.set()


def test_one_that_fails_fails_alone(worker, batches):
    held(worker, batches)
    good, bad, other = batches.submit(["good"]), batches.submit(["bad"] * 25), batches.submit(["other"])
    worker.gate.set()
    assert good.result(10) == ["GOOD1"]
    assert other.result(10) == ["OTHER1"]
    with pytest.raises(ValueError, match="bad line"):
        bad.result(10)
    assert batches.submit(["again"]).result(10) == ["AGAIN1"]
    assert batches.waiting == 0


def test_what_nobody_waits_for_is_left_out(worker, batches):
    held(worker, batches)
    gone = batches.submit(["gone"] * 50)
    gone.cancel()
    worker.gate.set()
    assert batches.submit(["here"]).result(10) == ["HERE1"]
    assert all("gone" not in lines for lines, _ in worker.batches)
    assert batches.waiting == 0


def test_numbers_of_alternatives_are_not_mixed(worker, batches):
    held(worker, batches)
    futures = [batches.submit([str(number)], 1 + number % 2) for number in range(6)]
    worker.gate.set()
    assert [future.result(10)[0] for future in futures] == ["01", "12", "21", "32", "41", "52"]


def test_closing_finishes_what_waits(worker):
    batches = Batches(worker, size=2, most_waiting=100)
    futures = [batches.submit([str(number)]) for number in range(20)]
    batches.close()
    assert all(future.done() for future in futures)
    with pytest.raises(FullError):
        batches.submit(["late"])
