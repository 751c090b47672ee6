"""The tree of a sentence in Penn brackets, from marks that its words carry among their tags.

Words stay in flat rows while a sentence is put together: the first word of a constituent has a tag that opens it, the
last one a tag that closes it. Words of the source are aligned without them (`unmarked`).
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
"""Of words by the first part of the meaning that they realise; all others are adverbs, but for those without any."""
_ADVERBS = {"predicate": "ADJP", "question": "WHADVP"}
"""Constituents of fixed phrases by their role; the others are adverbs."""


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


def adverbial(role: str, words: list[Word]) -> list[Word]:
    """A fixed phrase as a constituent."""
    return constituent(_ADVERBS.get(role, "ADVP"), words)


def unmarked(words: Iterable[Word]) -> list[Word]:
    """The words without their marks."""
    return [(word, _parts(tags)) for word, tags in words]


def penn(words: Iterable[Word]) -> str:
    """The tree of a sentence; each word has a part of speech above it."""
    written = []
    for word, tags in words:
        written += [f"({label}" for node, label in tags if node is _OPEN]
        written.append(
            f"({_part_of_speech(word, tags)} {word}){')' * sum(node is _CLOSE for node, _ in tags)}"
        )
    return " ".join(written)


def _part_of_speech(word: str, tags: tuple[Tag, ...]) -> str:
    parts = _parts(tags)
    if not parts:
        return "," if word == "," else "RP"
    return _PARTS_OF_SPEECH.get(parts[0][1].rstrip("0123456789"), "RB")


def _parts(tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
    return tuple([tag for tag in tags if tag[0] is not _OPEN and tag[0] is not _CLOSE])
