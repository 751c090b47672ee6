"""Many tasks at once on an executor, their results in order.

Tasks are pure: an executor may do one twice, if a worker dies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

import numpy as np

_ELSEWHERE: ContextVar[Executor | None] = ContextVar("elsewhere", default=None)
AHEAD = 32
"""Tasks of a long text that are at work, or wait for those before them."""

Result = TypeVar("Result")
Received = TypeVar("Received")
MOST_TRIES = 20
"""Of a task that is mended."""


@contextmanager
def working_on(executor: Executor | None) -> Iterator[None]:
    """Have work that can be cut into tasks done by an executor, such as a cluster; by this process without one."""
    token = _ELSEWHERE.set(executor)
    try:
        yield
    finally:
        _ELSEWHERE.reset(token)


def current_executor() -> Executor | None:
    """What works in place of this process, if there is something."""
    return _ELSEWHERE.get()


def in_order(
    executor: Executor,
    work: Callable[..., Result],
    tasks: Iterable[tuple[Any, ...]],
    mend: Callable[[Exception], bool] | None = None,
) -> list[Result]:
    """The results of the tasks; if one fails, those that have not begun do not begin.

    `mend` is told why a task failed: if it removed the reason, that task and all others that have failed are done again.
    """
    given = list(tasks)
    futures = [executor.submit(work, *task) for task in given]
    try:
        results = []
        for index in range(len(given)):
            for tries in range(MOST_TRIES):
                try:
                    results.append(aligned(futures[index].result()))
                    break
                except Exception as error:
                    if mend is None or tries + 1 == MOST_TRIES or not mend(error):
                        raise
                for at in range(index, len(given)):
                    if futures[at].done() and futures[at].exception() is not None:
                        futures[at] = executor.submit(work, *given[at])
        return results
    finally:
        for future in futures:
            future.cancel()


def streamed(
    executor: Executor, work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], ahead: int = AHEAD
) -> Generator[Result, None, None]:
    """The same one by one, for more tasks than memory holds: at most `ahead` of them are made before the first is done."""
    waiting: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            waiting.append(executor.submit(work, *task))
            if len(waiting) >= ahead:
                yield aligned(waiting.popleft().result())
        while waiting:
            yield aligned(waiting.popleft().result())
    finally:
        for future in waiting:
            future.cancel()


def aligned(received: Received) -> Received:
    """What came from another process, with arrays at addresses that suit their type.

    A message is one piece of memory, and arrays lie in it wherever they happen to.
    """
    if isinstance(received, np.ndarray):
        return cast(Received, np.require(received, requirements=["A"]))
    if isinstance(received, tuple) and any(isinstance(one, np.ndarray) for one in received):
        return cast(Received, tuple(map(aligned, received)))
    if is_dataclass(received) and not isinstance(received, type):
        values = {field.name: getattr(received, field.name) for field in fields(received) if field.init}
        changed = {name: new for name, old in values.items() if (new := aligned(old)) is not old}
        return cast(Received, replace(received, **changed)) if changed else received
    return received
