"""The files that a moses.ini names, which must be text."""

from __future__ import annotations

from pathlib import Path

from pitchpipe.errors import InputError

_BINARY_ENDINGS = (
    ".binphr.idx", ".binphr.tgtvoc", ".binphr.srctree", ".minphr", ".binlexr.idx", ".minlexr", ".probing", ".ondisk",
)  # fmt: skip
_BINARY_STARTS = (b"mmap lm http://kheafield.com/code", b"blmt", b"Qblmt", b"BLMT")
"""How binary language models of KenLM and IRSTLM start."""


def text_file(path: Path, place: str) -> Path:
    """The file of a text table; Moses leaves out .gz."""
    try:
        return _text_file(path, place)
    except InputError:
        raise
    except (OSError, ValueError) as error:  # a name that is too long, or has a NUL character
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{place}: {str(path)[:60]!r}: cannot be read: {reason}") from None


def _text_file(path: Path, place: str) -> Path:
    for found in (path, path.with_name(path.name + ".gz")):
        if found.is_file() and not found.name.endswith(_BINARY_ENDINGS):
            return found
    beside = [path, *(path.with_name(path.name + ending) for ending in _BINARY_ENDINGS)]
    for one in beside:
        if one.exists():
            raise InputError(
                f"{place}: {one} is a binary table, expected the text table that it was made from; name that in the ini"
            )
    raise InputError(f"{place}: {path}: cannot be read: No such file or directory")


def arpa_file(path: Path, place: str) -> Path:
    """The file of an ARPA language model."""
    found = text_file(path, place)
    with open(found, "rb") as file:
        if file.read(64).startswith(_BINARY_STARTS):
            raise InputError(
                f"{place}: {found} is a binary language model, expected the ARPA file that it was made from; name that in "
                "the ini"
            )
    return found
