"""The tree of a sentence in Penn brackets, from marks that its words carry among their tags.

Words stay in flat rows while a sentence is put together: the first word of a constituent has a tag that opens it, the
last one a tag that closes it. No other language has these tags, so they align nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitchpipe.data.language.meaning import Tag, Word

_OPEN, _CLOSE = object(), object()
_PARTS_OF_SPEECH = {
    "head": "NN",
    "determiner": "DT",
    "number": "CD",
    "adjective": "JJ",
    "predicate": "JJ",
    "preposition": "IN",
    "conjunction": "IN",
    "owner": "POS",
    "and": "CC",
    "relative": "WDT",
    "question": "WRB",
    "main": "VB",
    "finite": "AUX",
    "not": "RB",
    "to": "TO",
    "comma": ",",
    "stop": ".",
}
"""Of words by the first part of the meaning that they realise; all others are adverbs, but for a comma without any."""


def constituent(label: str, words: list[Word]) -> list[Word]:
    """The words as a constituent, if there are any."""
    if not words:
        return []
    marked = list(words)
    word, tags = marked[0]
    marked[0] = word, ((_OPEN, label), *tags)
    word, tags = marked[-1]
    marked[-1] = word, (*tags, (_CLOSE, label))
    return marked


def penn(words: Iterable[Word]) -> str:
    """The tree of a sentence; each word has a part of speech above it."""
    written = []
    for word, tags in words:
        written += [f"({label}" for node, label in tags if node is _OPEN]
        written.append(f"({_part_of_speech(tags)} {word}){')' * sum(node is _CLOSE for node, _ in tags)}")
    return " ".join(written)


def _part_of_speech(tags: tuple[Tag, ...]) -> str:
    parts = [part for node, part in tags if node is not _OPEN and node is not _CLOSE]
    return _PARTS_OF_SPEECH.get(parts[0].rstrip("0123456789"), "RB") if parts else ","
