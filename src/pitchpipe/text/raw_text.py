"""Whether text is raw or tokenised, by what it looks like."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

from pitchpipe.text.language_guess import sample, script_of
from pitchpipe.text.languages import SPACELESS

_LONG = {"japanese": 4.0, "han": 4.0}
_LONG_ELSEWHERE = 8.0
"""Characters between spaces, on average, above which text of a script without spaces has no words apart: words have
about two characters in Chinese and Japanese, and four to six in the other scripts."""
_MARKS = (".,،۔।॥။។。、，", '?!;:؟؛？！"()')
"""Punctuation that always follows its word; and some that is looked at if a text has none of that."""
_ALL = "".join(_MARKS)


def looks_raw(lines: Sequence[str]) -> bool | None:
    """Whether text is raw: its punctuation is glued to words, or its script has no spaces and neither has it.

    Over a sample of lines, full stops and commas at the ends of words are counted against those that stand alone; other
    punctuation if there are none of either. None for text that shows nothing.
    """
    looked_at = sample(lines)
    words = Counter(word for line in looked_at for word in line.split())
    script = script_of(looked_at)
    if script in SPACELESS:
        sizes = {word: count for word, count in words.items() if not _is_punctuation(word)}
        characters = sum(len(word) * count for word, count in sizes.items())
        return characters > _LONG.get(script, _LONG_ELSEWHERE) * sum(sizes.values())
    for marks in _MARKS:
        alone = sum(words[mark] for mark in marks)
        glued = sum(count for word, count in words.items() if word[-1] in marks and word.rstrip(_ALL))
        if alone or glued:
            return glued > alone
    return None


def has_words(lines: Sequence[str]) -> bool:
    """Whether words have spaces between them: false for raw text of a script without spaces."""
    return script_of(sample(lines)) not in SPACELESS or not looks_raw(lines)


def _is_punctuation(word: str) -> bool:
    return all(unicodedata.category(char)[0] in "PSZ" for char in word)
