"""Tokens as the native decoder cuts them."""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.errors import InputError

LONGEST = 10_000
"""Tokens of a sentence; longer ones are refused."""


def tokens(sentence: str) -> list[str]:
    """The tokens of a sentence: cut at ASCII white space only, so that a no-break space stays within its token."""
    try:
        return [token.decode() for token in sentence.encode().split()]
    except UnicodeEncodeError:
        raise InputError(f"found {sentence!r}, expected valid Unicode") from None


def check_sentences(sentences: Sequence[str]) -> None:
    """Raise `InputError` if these are not sentences that a decoder takes."""
    if isinstance(sentences, str):
        raise InputError("found one text, expected several sentences: put it in a list")
    for number, sentence in enumerate(sentences, 1):
        size = len(tokens(sentence)) if len(sentence) > LONGEST or not sentence.isascii() else 0
        if size > LONGEST:
            raise InputError(f"sentence {number}: found {size} tokens, expected at most {LONGEST}")
