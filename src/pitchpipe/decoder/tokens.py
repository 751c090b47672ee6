"""Tokens as the native decoder cuts them."""

from __future__ import annotations

from pitchpipe.errors import InputError


def tokens(sentence: str) -> list[str]:
    """The tokens of a sentence: cut at ASCII white space only, so that a no-break space stays within its token."""
    try:
        return [token.decode() for token in sentence.encode().split()]
    except UnicodeEncodeError:
        raise InputError(f"found {sentence!r}, expected valid Unicode") from None
