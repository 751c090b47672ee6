"""Lines as they come: whatever is there is taken, and nothing waits for what is not."""

from __future__ import annotations

import select
from collections.abc import Iterator
from io import BufferedReader
from itertools import islice

from pitchpipe.files.sentences import test_set_lines
from pitchpipe.files.streams import StrPath, input_name, open_input

_CHUNK = 1 << 20


def line_batches(path: StrPath, most: int) -> Iterator[list[bytes]]:
    """The lines of a file, pipe or terminal without their ends, or the segments of a test set, up to `most` at a time.

    A batch is full, or has all the lines that could be had without waiting for more.
    """
    with open_input(path) as file:
        segments = test_set_lines(file, input_name(path))
        while batch := list(islice(segments, most)):
            yield batch
        lines: list[bytes] = []
        begun: list[bytes] = []  # pieces of a line that has not ended
        while data := file.read1(_CHUNK):
            first, *others = data.split(b"\n")
            begun.append(first)
            if others:
                *whole, rest = b"".join(begun), *others
                lines += whole
                begun = [rest] if rest else []
            while len(lines) >= most:
                yield lines[:most]
                del lines[:most]
            if lines and not _has_more(file):
                yield lines
                lines = []
        if last := b"".join(begun):
            lines.append(last)
        if lines:
            yield lines


def _has_more(file: BufferedReader) -> bool:
    """Whether reading would not wait; files never let one wait."""
    try:
        number = file.fileno()
    except OSError:
        return True
    try:
        return bool(select.select([number], [], [], 0)[0])
    except (OSError, ValueError):  # on systems that can ask this of sockets only
        return False
