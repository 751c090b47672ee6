"""Which words of two translations differ, as judges see them: bold and underlined."""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.analysis.changes import Piece, word_differences
from pitchpipe.judge.campaign import Item
from pitchpipe.text.raw_text import has_words

Marked = tuple[str, bool]
"""Text, and whether it is marked."""


def marked_texts(item: Item, highlight: bool) -> list[list[Marked]]:
    """The translations of an item in pieces; of two that stand side by side, the words that only one has are marked.

    Differences between the translations are marked, and not those from the reference, which would favour metrics that count
    edits (Cer 2011, section 4.5, footnote 8).
    """
    if len(item.texts) != 2 or not highlight:
        return [[(text, False)] for text in item.texts]
    return list(mutual(item.texts[0], item.texts[1]))


def mutual(text: str, other: str) -> tuple[list[Marked], list[Marked]]:
    """Two texts in pieces, with the words that only one of them has marked."""
    glue = " " if has_words([text, other]) else ""
    pieces = word_differences(text, other) if glue else word_differences(" ".join(text), " ".join(other))
    return _side(pieces, "removed", glue), _side(pieces, "added", glue)


def _side(pieces: Sequence[Piece], own: str, glue: str) -> list[Marked]:
    found: list[Marked] = []
    for kind, words in pieces:
        if kind in ("same", own):
            between: list[Marked] = [(glue, False)] if found and glue else []
            found += [*between, (words if glue else "".join(words.split()), kind == own)]
    return found


def as_html(pieces: Sequence[Marked]) -> str:
    """Pieces as HTML, for platforms that show it."""
    from html import escape

    return "".join(f"<b><u>{escape(text)}</u></b>" if mark else escape(text) for text, mark in pieces)
