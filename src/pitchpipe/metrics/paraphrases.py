"""Tables of paraphrases: pairs of phrases, of a reference and of a candidate, with a probability each."""

from __future__ import annotations

import os
import re
from functools import cache

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files import open_input

_PIECE = 1 << 22
_TERP = re.compile(r"\s*([-+.\deE]+)(?:\s+([-+.\deE]+))?\s+<p>(.*?)</p>\s+<p>(.*?)</p>\s*")


def read_paraphrases(path: str) -> _native.Paraphrases:
    """A table in METEOR's format, three lines for each pair, or in TERp's, a line for each; packed or not.

    METEOR's has a probability, a phrase and its paraphrase on a line each; METEOR looks for pairs in both directions. TERp's lines are as
    `0.2 <p>sharp drop</p> <p>sharp fall</p>`; of two numbers, the second is the probability.
    """
    try:
        return _read(path, os.stat(path).st_mtime_ns)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None


@cache
def _read(path: str, changed: int) -> _native.Paraphrases:
    table = _native.Paraphrases()
    with open_input(path) as file:
        first = file.read(_PIECE)
        try:
            if b"<p>" in first.partition(b"\n")[0]:
                _add_terp(table, (first + file.read()).decode(), path)
            else:
                while first:
                    table.add_text(first)
                    first = file.read(_PIECE)
            table.finish()
        except ValueError as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{path}: {error}") from None
    return table


def _add_terp(table: _native.Paraphrases, text: str, path: str) -> None:
    for number, line in enumerate(text.splitlines(), 1):
        found = _TERP.fullmatch(line)
        if found is None:
            raise InputError(
                f"{path}:{number}: found {line[:60]!r}, expected a probability and two phrases, as in 0.2 <p>a</p> <p>b</p>"
            )
        table.add(found[3], found[4], float(found[2] or found[1]))
