"""Phrase pairs or rules of a long text, found by the workers of an executor, some lines at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.executors import current_executor, streamed

TASK_MEMORY = 1 << 28
"""Bytes that a task may sort in."""

Lines = tuple[NDArray[np.int32], NDArray[np.int64]]
"""What lines have, such as words, links or nodes of trees, and where those of each line start."""
Records = NDArray[np.uint32]


@contextmanager
def found_elsewhere(
    find: Callable[..., Records], arrays: Sequence[Lines | None], lines: int, *how: Any
) -> Iterator[Callable[[], Records | None] | None]:
    """What gives the records that workers found, those of so many lines after the others; None if there are no workers."""
    executor = current_executor()
    if executor is None:
        yield None
        return
    total = next(len(given[1]) for given in arrays if given) - 1
    parts = (_part(arrays, first, min(first + lines, total)) for first in range(0, total, lines))
    with closing(streamed(executor, find, ((part, *how) for part in parts))) as found:
        yield lambda: next(found, None)


def _part(arrays: Sequence[Lines | None], first: int, last: int) -> list[Lines | None]:
    """The lines from the first to that before the last."""
    return [None if given is None else _cut(*given, first, last) for given in arrays]


def _cut(values: NDArray[np.int32], offsets: NDArray[np.int64], first: int, last: int) -> Lines:
    begin, end = offsets[first], offsets[last]
    return np.array(values[begin:end]), offsets[first : last + 1] - begin
