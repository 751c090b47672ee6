"""Small works that a thread of their own does one after the other, with a bound on how many wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from pitchpipe.serve.batches import FullError

Result = TypeVar("Result")


class Turns:
    """One thread; `FullError` if as many works as may wait do."""

    def __init__(self, name: str, most_waiting: int) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._room = threading.Semaphore(most_waiting)

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        """Do a work as soon as it is its turn."""
        if not self._room.acquire(blocking=False):
            raise FullError
        try:
            future = self._pool.submit(work)
        except RuntimeError:  # closed
            self._room.release()
            raise FullError from None
        future.add_done_callback(lambda _: self._room.release())
        return future

    def close(self) -> None:
        """Take no more, and finish what waits."""
        self._pool.shutdown()
