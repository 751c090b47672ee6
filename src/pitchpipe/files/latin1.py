"""Text in Latin-1, and the command that mends it."""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.files.streams import StrPath, input_name

_FOUND = "the file seems to be in Latin-1"


def with_iconv(message: str, paths: Sequence[StrPath]) -> str:
    """A native reader's error, and if it found Latin-1, the command that turns the file it names into UTF-8."""
    if not message.endswith(_FOUND):
        return message
    for path in map(input_name, paths):
        if message.startswith(f"{path}:"):
            if path.endswith(".gz"):
                stem = path.removesuffix(".gz")
                return (
                    f"{message}; convert it: zcat {path} | iconv -f latin1 -t utf-8 | gzip > {stem}.utf8.gz"
                )
            return f"{message}; convert it: iconv -f latin1 -t utf-8 {path} > {path}.utf8"
    return message
