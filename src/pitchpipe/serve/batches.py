"""Sentences of many requests, translated together, with a bound on how many wait."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Sequence[Item], int], Sequence[Result]]
"""Sentences and how many alternatives of each, to what was found for each sentence."""


class FullError(Exception):
    """There is no room for more sentences."""


@dataclass
class _Job(Generic[Item, Result]):
    lines: Sequence[Item]
    nbest: int
    future: Future[list[Result]] = field(default_factory=Future)
    taken: int = 0
    results: list[Result] = field(default_factory=list)


class Batches(Generic[Item, Result]):
    """One thread that works on batches of at most `size` sentences.

    Requests take turns: a large one gets as much of a batch as the small ones beside it leave, so that nobody waits for all of
    it. Sentences of a request whose answer nobody waits for any more are left out.
    """

    def __init__(self, work: Work[Item, Result], size: int, most_waiting: int) -> None:
        self._work, self._size, self._most = work, size, most_waiting
        self._jobs: deque[_Job[Item, Result]] = deque()
        self._changed = threading.Condition()
        self._waiting = 0
        self._open = True
        self._thread = threading.Thread(target=self._run, name="translating", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Sentences that are not translated yet."""
        return self._waiting

    def submit(self, lines: Sequence[Item], nbest: int = 1) -> Future[list[Result]]:
        """Translate lines as soon as there is time; `FullError` if too many wait."""
        with self._changed:
            if not self._open or self._waiting + len(lines) > self._most:
                raise FullError
            job = _Job[Item, Result](lines, nbest)
            if not lines:
                job.future.set_result([])
                return job.future
            self._waiting += len(lines)
            self._jobs.append(job)
            self._changed.notify()
        return job.future

    def close(self) -> None:
        """Take no more, and finish what waits."""
        with self._changed:
            self._open = False
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._jobs and self._open:
                    self._changed.wait()
                batch = self._next()
            if not batch:
                if not self._open:
                    return
                continue
            self._translate(batch)

    def _next(self) -> list[tuple[_Job[Item, Result], Sequence[Item]]]:
        """The parts of jobs that make the next batch; all want as many alternatives, and have equal shares where they can."""
        for job in [job for job in self._jobs if job.future.cancelled()]:
            self._jobs.remove(job)
            self._waiting -= len(job.lines) - job.taken
        if not self._jobs:
            return []
        same = [job for job in self._jobs if job.nbest == self._jobs[0].nbest]
        batch, room = [], self._size
        for place, job in enumerate(sorted(same, key=lambda job: len(job.lines) - job.taken)):
            if not room:
                break
            share = max(1, room // (len(same) - place))
            part = job.lines[job.taken : job.taken + share]
            batch.append((job, part))
            job.taken += len(part)
            room -= len(part)
            if job.taken == len(job.lines):
                self._jobs.remove(job)
        self._jobs.rotate(-1)
        return batch

    def _translate(self, batch: list[tuple[_Job[Item, Result], Sequence[Item]]]) -> None:
        lines = [line for _, part in batch for line in part]
        try:
            found = list(self._work(lines, batch[0][0].nbest))
        except Exception as error:
            if len(batch) > 1:  # the fault of one is not the others'
                for one in batch:
                    self._translate([one])
                return
            self._finish(batch[0][0], error, len(lines))
            return
        start = 0
        for job, part in batch:
            job.results += found[start : start + len(part)]
            start += len(part)
            self._finish(job, None, len(part))

    def _finish(self, job: _Job[Item, Result], error: Exception | None, lines: int) -> None:
        with self._changed:
            self._waiting -= lines
            if error is not None and job in self._jobs:
                self._jobs.remove(job)
                self._waiting -= len(job.lines) - job.taken
        with suppress(InvalidStateError):  # nobody waits for it any more
            if error is not None:
                job.future.set_exception(error)
            elif len(job.results) == len(job.lines):
                job.future.set_result(job.results)
