"""Translations that the user wants for some words of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from pitchpipe.decoder.tokens import tokens
from pitchpipe.errors import InputError

LONGEST_GIVEN = 100
"""Source words that a given translation may be for."""

NativeGiven = tuple[int, int, list[str], float, bool]


@dataclass(frozen=True)
class Given:
    """A translation that the user wants for the source words `begin` to `end - 1`.

    Others for the same words are alternatives, of which the model chooses one.
    """

    begin: int
    end: int
    text: str
    """Its tokens, as the model writes them."""
    probability: float = 1.0
    """Counts as the translation model's: its logarithm is shared out evenly among the scores of the first table."""
    inclusive: bool = False
    """Whether the model's own translations of these words stay in the race."""


def native_given(given: Sequence[Given], words: list[str]) -> list[NativeGiven]:
    """What the native decoder takes; spans that overlap without being the same are refused."""
    begin = end = 0
    for one in sorted(given, key=lambda one: (one.begin, one.end)):
        again = (one.begin, one.end) == (begin, end)
        if not (again or end <= one.begin) or not 0 <= one.begin < one.end <= len(words):
            raise InputError(
                f"a given translation is for the words {one.begin} to {one.end}, expected a span of its own "
                f"within the {len(words)} words of {' '.join(words)!r}"
            )
        if one.end - one.begin > LONGEST_GIVEN:
            raise InputError(
                f"a given translation is for {one.end - one.begin} words, expected at most {LONGEST_GIVEN}"
            )
        if not 0 < one.probability <= 1:
            raise InputError(
                f"a given translation has the probability {one.probability}, expected one above 0 and up to 1"
            )
        begin, end = one.begin, one.end
    return [(one.begin, one.end, tokens(one.text), log(one.probability), not one.inclusive) for one in given]
