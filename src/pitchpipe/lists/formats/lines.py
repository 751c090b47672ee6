"""Lines of text files, and keys, numbers and errors with their places in them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, open_input

LONGEST_LINE = 1 << 28


@contextmanager
def located(name: str, number: int) -> Iterator[None]:
    """Put the file and the line before what is wrong there."""
    try:
        yield
    except ValueError as error:
        raise InputError(f"{name}:{number}: {error}") from None


def text_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, without their ends."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        with located(name, number):
            if len(line) > LONGEST_LINE:
                raise InputError(f"found a line of more than {LONGEST_LINE} bytes, expected a shorter one")
            try:
                text = line.rstrip(b"\r\n").decode()
            except UnicodeDecodeError as error:
                raise InputError(
                    f"found a byte that is not UTF-8 (byte {error.start + 1} of the line), expected UTF-8 text"
                ) from None
        yield number, text


def keyed_lines(path: StrPath) -> Iterator[tuple[int, str, str]]:
    """The lines of a file as Kaldi writes its tables: number, key, and what follows the key; each key comes once."""
    name, seen = input_name(path), set()
    with open_input(path) as file:
        for number, line in text_lines(file, name):
            key, _, rest = line.strip().partition(" ")
            if not key or key in seen:
                found = f"{key!r} a second time" if key else "an empty line"
                raise InputError(
                    f"{name}:{number}: found {found}, expected each key once, and a line for each"
                )
            seen.add(key)
            yield number, key, rest.strip()


def number_of(text: str, what: str) -> float:
    """A finite number, written as other programs write them."""
    try:
        value = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"found {text[:40]!r} as {what}, expected a finite number")
    return value
