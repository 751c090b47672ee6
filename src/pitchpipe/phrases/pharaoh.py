"""Word alignments as text, in Pharaoh's format: `0-0 1-2 2-1` on each line, source position and target position."""

from __future__ import annotations

import os
import re
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError
from pitchpipe.text import input_name, open_input
from pitchpipe.text.texts import offsets_of

_LINE = re.compile(rb"(?:[ \t]*[0-9]{1,9}-[0-9]{1,9}(?![^ \t\r\n]))*[ \t\r\n]*")
_BLOCK = 1 << 16
"""Lines that are turned into numbers at a time."""


def read_pharaoh(path: str | os.PathLike[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The links of all lines, a row of two positions for each, and where those of each line start and the last end."""
    links, counts, number = [], [], 0
    with open_input(path) as file:
        while block := list(islice(file, _BLOCK)):
            for line in block:
                number += 1
                if not _LINE.fullmatch(line):
                    raise InputError(f"{input_name(path)}:{number}: {_problem(line)}")
                counts.append(line.count(b"-"))
            text = b"".join(block).replace(b"-", b" ").decode()
            links.append(np.fromstring(text, np.int32, sep=" ") if text.strip() else np.zeros(0, np.int32))
    flat = np.concatenate([*links, np.zeros(0, np.int32)])
    return flat.reshape(-1, 2), offsets_of(counts)


def _problem(line: bytes) -> str:
    bad = next(token for token in line.split() if not _LINE.fullmatch(token))
    return f"found {bad[:40].decode(errors='replace')!r}, expected alignment points as in 0-0 1-2"
