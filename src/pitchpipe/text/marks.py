"""Combining marks and joiners, which belong to the letters around them."""

from __future__ import annotations

import re
import unicodedata

_JOINERS = "\u200c\u200d"
_MAY_BE_MARKS = re.compile(
    r"[\u0300-\u036f\u0483-\u0489\u0591-\u1cff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff"
    r"\u2cef-\u2cf1\ua66f-\uabff\ufb1e\ufe00-\ufe2f\U00010000-\U000e01ef]"
)
"""A quick test that most lines of European text fail."""


def with_whole_letters(line: str, tokens: str) -> str:
    """Take back the cuts that a tokeniser made in a line next to a combining mark or a joiner.

    A mark stays with what it stands on, and letters on both sides of one stay together, as those of a virama.
    Spaces that the line has itself stay.
    """
    if not _MAY_BE_MARKS.search(line):
        return tokens
    kept: list[str] = []
    place = 0
    for at, char in enumerate(tokens):
        if char == " ":
            own = line[place : place + 1].isspace()
            if own or not _is_one(tokens[at - 1 : at], tokens[at + 1 : at + 2]):
                kept.append(char)
            continue
        while place < len(line) and line[place] != char:
            place += 1
        place += 1
        kept.append(char)
    return "".join(kept)


def _is_one(before: str, after: str) -> bool:
    if not (before and after):
        return False
    return _is_mark(after) or (_is_mark(before) and unicodedata.category(after)[0] == "L")


def _is_mark(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char)[0] == "M"
