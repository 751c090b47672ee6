"""Work on many lines, shared out to several processes, or to an executor."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from threading import Thread

from pitchpipe.executors import current_executor, streamed

_CHUNK = 2000
"""Lines that a process takes at a time."""
_AHEAD = 4
"""Chunks that wait for each process, or for those before them."""

Progress = Callable[[int, int], None]
"""Told how many lines are done, and of how many."""


def in_processes(
    work: Callable[[Sequence[str]], list[str]],
    lines: Sequence[str],
    processes: int = 1,
    progress: Progress | None = None,
) -> list[str]:
    """The work on all lines in order, shared out if there are several chunks."""
    return list(each_in_processes(work, lines, processes, progress))


def each_in_processes(
    work: Callable[[Sequence[str]], list[str]],
    lines: Sequence[str],
    processes: int = 1,
    progress: Progress | None = None,
) -> Iterator[str]:
    """The same, line by line: only those are in memory that are being worked on."""
    total, done = len(lines), 0
    chunks = (lines[begin : begin + _CHUNK] for begin in range(0, total, _CHUNK))
    for found in _worked(work, chunks, min(processes, -(-total // _CHUNK))):
        yield from found
        done += len(found)
        if progress is not None:
            progress(done, total)


def _worked(
    work: Callable[[Sequence[str]], list[str]], chunks: Iterator[Sequence[str]], processes: int
) -> Iterator[list[str]]:
    tasks = ((chunk,) for chunk in chunks)
    if executor := current_executor():
        yield from streamed(executor, work, tasks)
        return
    if processes <= 1:
        yield from (work(*task) for task in tasks)
        return
    # A copy of this process, with threads and memory maps in whatever state, is not wanted.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, fresh, _end_with_the_parent) as pool:
        yield from streamed(pool, work, tasks, _AHEAD * processes)


def _end_with_the_parent() -> None:
    """Leave interrupts to the parent, and do not outlive it if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_await_the_parents_end, daemon=True).start()


def _await_the_parents_end() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
