"""Many tasks at once on an executor, their results in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

import numpy as np

Result = TypeVar("Result")
Received = TypeVar("Received")
MOST_TRIES = 20
"""Of a task that is mended."""


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
    executor: Executor, work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], ahead: int
) -> Iterator[Result]:
    """The same one by one, for more tasks than memory holds: at most `ahead` of them wait."""
    waiting: list[Future[Result]] = []
    try:
        for task in tasks:
            waiting.append(executor.submit(work, *task))
            if len(waiting) >= ahead:
                yield aligned(waiting.pop(0).result())
        while waiting:
            yield aligned(waiting.pop(0).result())
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
