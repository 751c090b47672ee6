"""N-grams counted by the workers of an executor, some lines of a file in each task."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from tempfile import gettempdir

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.executors import aligned, streamed
from pitchpipe.files import input_name, open_input
from pitchpipe.text import Corpus

PIECE = 1 << 20
"""Bytes of the text in a task, and what is left of its last line."""
MEMORY = 1 << 28
"""Bytes that a task may sort in."""

Task = tuple[int, NDArray[np.uint32], NDArray[np.int64]]


def count_on(executor: Executor, counter: _native.NgramCounter, path: str | os.PathLike[str]) -> str:
    """Count a file; what messages call it.

    Words are numbered here, as they come, so that they have the numbers that they have without an executor; workers sort.
    """
    for records, lines, tokens in streamed(executor, count_lines, _tasks(counter, path)):
        counter.add_counted(records, lines, tokens)
    if not counter.lines:
        raise InputError(f"{input_name(path)}: found no lines, expected a text")
    return input_name(path)


def count_lines(
    order: int, ids: NDArray[np.uint32], offsets: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], int, int]:
    """The sorted n-grams of some lines, and how many lines and words these are: what one worker does."""
    records = _native.count_ngrams(order, aligned(ids), aligned(offsets), MEMORY, gettempdir())
    return records, len(offsets) - 1, len(ids)


def _tasks(counter: _native.NgramCounter, path: str | os.PathLike[str]) -> Iterator[Task]:
    with open_input(path) as file:
        while data := file.read(PIECE) + file.readline():
            part = Corpus.of_bytes(data, input_name(path))
            words = part.words.data, part.words.offsets, np.arange(len(part.words) + 1)
            yield counter.order, counter.number(words)[part.ids], part.offsets
