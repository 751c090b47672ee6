"""Work on many lines, shared out to several processes, or to an executor."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from threading import Thread

from pitchpipe.executors import current_executor, streamed

_CHUNK = 2000
"""Lines that a process takes at a time."""

Progress = Callable[[int, int], None]
"""Told how many lines are done, and of how many."""


def in_processes(
    work: Callable[[Sequence[str]], list[str]],
    lines: Sequence[str],
    processes: int = 1,
    progress: Progress | None = None,
) -> list[str]:
    """The work on all lines in order, shared out if there are several chunks."""
    chunks = [lines[begin : begin + _CHUNK] for begin in range(0, len(lines), _CHUNK)]
    executor = current_executor()
    if executor is not None and len(chunks) > 1:
        return _gathered(streamed(executor, work, ((chunk,) for chunk in chunks)), len(lines), progress)
    processes = min(processes, len(chunks))
    if processes <= 1:
        return _gathered(map(work, chunks), len(lines), progress)
    # A copy of this process, with threads and memory maps in whatever state, is not wanted.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, fresh, _end_with_the_parent) as pool:
        return _gathered(pool.map(work, chunks), len(lines), progress)


def _gathered(results: Iterable[list[str]], total: int, progress: Progress | None) -> list[str]:
    done: list[str] = []
    for lines in results:
        done += lines
        if progress is not None:
            progress(len(done), total)
    return done


def _end_with_the_parent() -> None:
    """Leave interrupts to the parent, and do not outlive it if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_await_the_parents_end, daemon=True).start()


def _await_the_parents_end() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
