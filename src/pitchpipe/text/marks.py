"""Combining marks and joiners, which belong to the letters before them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

_AFTER_OTHERS = re.compile(
    r"(?<=[^\s!-@\[-`{-~])[\u0300-\u036f\u0483-\u0489\u0591-\u1cff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff"
    r"\u2cef-\u2cf1\ua66f-\uabff\ufb1e\ufe20-\ufe2f\U00010a01-\U00011fff\U0001e000-\U0001e94a]"
)
"""Where marks and joiners are, and much else: most lines of European text have none of it."""
_JOINERS = "\u200c\u200d"
_LETTERS = [chr(code) for code in range(0xA500, 0xA60C)]
"""Vai syllables: letters that are hardly in the same line as marks of another script."""


def with_marks_as_letters(cut: Callable[[str], str], line: str) -> str:
    """What a tokeniser makes of a line, if it takes combining marks for letters and leaves words with them whole.

    sacremoses knows the marks of some scripts only, and would cut a word at a virama, an accent or a joiner.
    """
    marks = sorted({char for char in _AFTER_OTHERS.findall(line) if _is_mark(char)})
    if not marks:
        return cut(line)
    letters = [letter for letter in _LETTERS if letter not in line]
    back = dict(zip(letters, marks, strict=False))
    there = str.maketrans({mark: letter for letter, mark in back.items()})
    return cut(line.translate(there)).translate(str.maketrans(back))


def _is_mark(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char)[0] == "M"
