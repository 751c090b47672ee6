"""Completions of a translation that has been begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitchpipe.decoder.candidates import Candidate
from pitchpipe.decoder.given import Given
from pitchpipe.decoder.tokens import tokens
from pitchpipe.errors import InputError
from pitchpipe.model import ModelTexts

if TYPE_CHECKING:
    from pitchpipe.decoder.translator import Translator

LONGEST_PREFIX = 1000
"""Words; native/decoder/prefix.h has the same number."""
WIDER = 4
"""Times as wide as else is the search for a beginning that the model does not know: few ways lead to it."""
PENALTY = 10.0
"""Of a source word that stands for words of a prefix which no table has for it."""


@dataclass(frozen=True)
class Prefix:
    """How a translation begins, in the model's tokens."""

    words: tuple[str, ...] = ()
    partial: bool = False
    """Whether the last one is only the start of a word."""

    def __post_init__(self) -> None:
        if len(self.words) > LONGEST_PREFIX:
            raise InputError(
                f"found {len(self.words)} words that a translation begins with, expected at most {LONGEST_PREFIX}"
            )

    @classmethod
    def of(cls, text: str, texts: ModelTexts) -> Prefix:
        """What a person has typed, as the model would write it; the last word is whole if a space follows it."""
        words = tokens(texts.target([text])[0]) if text.strip() else []
        ended = not text or text[-1].isspace()
        if texts.pieces[1] is not None and not ended:  # how the rest of a word cuts its start is not known
            whole = text[: len(text) - len(text.rsplit(maxsplit=1)[-1])] if text.split() else ""
            return cls.of(whole, texts) if whole else cls()
        return cls(tuple(words), bool(words) and not ended)


@dataclass(frozen=True)
class Completion:
    """A translation that begins as asked."""

    candidate: Candidate
    known: bool
    """Whether the model could have begun so; otherwise words of its beginning are taken as they are."""


@dataclass(frozen=True)
class Suggestion:
    """A completion as a person reads it."""

    rest: str
    """What may follow the text that was typed."""
    text: str
    """All of the translation, as the model writes it."""
    known: bool


def suggest(
    translator: Translator, sentence: str, given: Sequence[Sequence[Given]], typed: str, nbest: int
) -> list[Suggestion]:
    """How a translation of a prepared sentence may go on after what was typed, the best first."""
    texts = translator.texts
    decoder = translator.decoder
    prefix = Prefix.of(typed, texts)
    tried = [prefix]
    if len(prefix.words) == 1 and prefix.partial:  # the first word may have its capital from its place only
        tried.append(Prefix((prefix.words[0][:1].swapcase() + prefix.words[0][1:],), True))
    found: list[Completion] = []
    for one in tried:
        found = decoder.complete([sentence], [one], nbest=nbest, given=given)[0]
        if found and found[0].known:
            break
    readable = texts.restored([one.candidate.text for one in found])
    suggestions = [
        Suggestion(_rest(text, typed), text, one.known) for text, one in zip(readable, found, strict=True)
    ]
    return [one for one in suggestions if one.rest or one.known]


def _rest(text: str, typed: str) -> str:
    """What of a text lies behind as many letters as were typed."""
    wanted = sum(not letter.isspace() for letter in typed)
    for place, letter in enumerate(text):
        if not wanted:
            rest = text[place:]
            return rest.lstrip() if not typed or typed[-1].isspace() else rest
        wanted -= not letter.isspace()
    return ""
