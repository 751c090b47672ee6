"""Text as speech recognition compares it: without case, punctuation and marks of noise."""

from __future__ import annotations

import re
import unicodedata

from pitchpipe.errors import InputError
from pitchpipe.text import GroupedTexts, Texts

NORMALISERS = ("none", "case", "speech")
NORMALISER_HELP = (
    "how to normalise both texts: case ignores case; speech also ignores punctuation, symbols, and marks such as "
    "<unk> and [noise]"
)
_MARKS = re.compile(r"<[^<>\s]*>|\[[^\[\]]*\]")
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_KEPT = "\0"


def normalised(texts: GroupedTexts, how: str) -> GroupedTexts:
    """The texts as they are compared."""
    if how == "none":
        return texts
    if how not in NORMALISERS:
        raise InputError(f"found the normaliser {how!r}, expected one of {', '.join(NORMALISERS)}")
    change = str.casefold if how == "case" else spoken
    return GroupedTexts(Texts.of(map(change, texts.texts)), texts.groups)


def spoken(text: str) -> str:
    """What is said: letters, their marks and digits of any script in plain forms, and apostrophes within words."""
    plain = unicodedata.normalize("NFKC", _MARKS.sub(" ", text)).casefold()
    kept = (
        letter if unicodedata.category(letter)[0] in "LMN" or letter == _KEPT else " "
        for letter in _APOSTROPHE.sub(_KEPT, plain.replace(_KEPT, " "))
    )
    return " ".join("".join(kept).replace(_KEPT, "'").split())
