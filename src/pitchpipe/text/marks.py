"""Combining marks and joiners, which belong to the letters before them, and emoji of several characters."""

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
_EMOJI = r"[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]"
_CHANGED = r"(?:\ufe0f|[\U0001f3fb-\U0001f3ff])"
_EMOJI_OF_SEVERAL = re.compile(
    rf"[0-9#*]\ufe0f?\u20e3|[\U0001f1e6-\U0001f1ff]{{2}}"
    rf"|{_EMOJI}(?:{_CHANGED}(?:\u200d{_EMOJI}{_CHANGED}?)*|(?:\u200d{_EMOJI}{_CHANGED}?)+)"
)
"""Keycaps, flags, and pictures with a skin tone, a variation selector or others joined to them."""
_IN_EMOJI = re.compile("[\u200d\u20e3\ufe0f\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]")
_LETTERS = [chr(code) for code in range(0xA500, 0xA60C)]
"""Vai syllables: letters that are hardly in the same line as marks of another script."""


def with_marks_as_letters(cut: Callable[[str], str], line: str) -> str:
    """What a tokeniser makes of a line, if it takes combining marks for letters and leaves words with them whole.

    An emoji of several characters is a word of its own.

    sacremoses knows the marks of some scripts only, and would cut a word at a virama, an accent or a joiner.
    """
    emoji = sorted(set(_EMOJI_OF_SEVERAL.findall(line))) if _IN_EMOJI.search(line) else []
    marks = sorted({char for char in _AFTER_OTHERS.findall(line) if _is_mark(char)})
    if not marks and not emoji:
        return cut(line)
    letters = [letter for letter in _LETTERS if letter not in line]
    back = dict(zip(letters, emoji + marks, strict=False))
    there = {whole: letter for letter, whole in back.items()}
    if emoji:
        line = _EMOJI_OF_SEVERAL.sub(lambda found: f" {there.get(found[0], found[0])} ", line)
    marked = str.maketrans({mark: there[mark] for mark in marks if mark in there})
    return cut(line.translate(marked)).translate(str.maketrans(back))


def _is_mark(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char)[0] == "M"
