"""A text cut into sentences, and put together again with its lines and spaces."""

from __future__ import annotations

import re
from collections.abc import Sequence

_END = re.compile(
    r"""(?<=[.!?…。！？])(["'»”“’)\]]*)(\s+)(?=["'«„“‘(\[¿¡]*[^\W_a-zß-öø-ÿ])|(?<=[。！？])()()(?=[^\s"'»”“’)\]])"""
)
"""After the end of a sentence: white space and something that is not a small letter; none is needed after full-width marks."""
_SHORT = re.compile(
    r"(^|[\s(.])(\w|\d+|Dr|Prof|Mr|Mrs|Ms|St|Hr|Fr|Nr|No|z\. ?B|u\. ?a|usw|bzw|vgl|ca|etc|vs)\.$"
)
"""What ends in a full stop without ending a sentence: initials, numbers, titles and a few abbreviations."""


def sentences_of(line: str) -> list[str]:
    """The sentences of a line, each with the white space behind it; one line of tokens is one sentence."""
    found, start = [], 0
    for end in _END.finditer(line):
        before = line[start : end.start()]
        if not _SHORT.search(before) and before.strip():
            found.append(line[start : end.end()])
            start = end.end()
    return [*found, line[start:]] if line[start:] or not found else found


def cut(text: str, into_sentences: bool) -> list[list[str]]:
    """The sentences of each line of a text."""
    lines = text.replace("\r\n", "\n").split("\n")
    return [sentences_of(line) if into_sentences else [line] for line in lines]


def joined(sources: Sequence[Sequence[str]], translations: Sequence[Sequence[str]]) -> str:
    """Translations with the white space of their sources around them."""
    return "\n".join(
        "".join(
            f"{_before(source)}{found}{_behind(source)}" for source, found in zip(line, others, strict=True)
        )
        for line, others in zip(sources, translations, strict=True)
    )


def _before(text: str) -> str:
    return text[: len(text) - len(text.lstrip())] if text.strip() else text


def _behind(text: str) -> str:
    return text[len(text.rstrip()) :] if text.strip() else ""
