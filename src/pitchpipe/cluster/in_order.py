"""Many tasks at once, their results in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from typing import Any, TypeVar

from pitchpipe.cluster.aligned import aligned

Result = TypeVar("Result")


def in_order(
    executor: Executor, work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]
) -> list[Result]:
    """The results of the tasks; if one fails, those that have not begun do not begin."""
    futures = [executor.submit(work, *task) for task in tasks]
    try:
        return [aligned(future.result()) for future in futures]
    finally:
        for future in futures:
            future.cancel()
