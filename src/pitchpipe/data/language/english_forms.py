"""English inflection: plurals, verbs, `a` or `an`."""

from __future__ import annotations

import re
from typing import NamedTuple

_DOUBLED = "stop|plan|chat|get|sit|put|cut|shop|travel|forget|begin|run|swim|set|let|win|shut"
"""Verbs that double their last letter before -ed and -ing."""
_BE = (("am", "are", "is", "are", "are", "are"), ("was", "were", "was", "were", "were", "were"))


class EnglishNoun(NamedTuple):
    """Singular and plural, or nominative and accusative of a pronoun.

    `number` is empty, `plural` (scissors), `mass` (furniture), or the person of a pronoun.
    """

    one: str
    many: str
    number: str = ""


class EnglishVerb(NamedTuple):
    """The forms of a verb, its particle and whether an object may precede it."""

    base: str
    past: str
    participle: str
    ing: str
    particle: str
    movable: bool

    def finite(self, past: bool, person: int) -> str:
        """The form for a person from 0 (I) to 5 (they)."""
        if self.base == "be":
            return _BE[past][person]
        if past or person != 2:
            return self.past if past else self.base
        return "has" if self.base == "have" else _with_s(self.base)


def english_noun(text: str) -> EnglishNoun:
    """A noun from `door`, `man/men`, `/scissors` or `~furniture`."""
    if text[0] in "/~":
        return EnglishNoun(text[1:], text[1:], "plural" if text[0] == "/" else "mass")
    one, _, many = text.partition("/")
    return EnglishNoun(one, many or _with_s(one))


def english_verb(text: str) -> EnglishVerb:
    """A verb from its parts: `cook`, `eat ate eaten`, `pick +up`, `look =forward`."""
    base, *forms = (part for part in text.split() if part[0] not in "+=")
    particle = re.sub("^[^+=]*[+=]?", "", text).replace("_", " ")
    regular = re.sub("eed$", "ed", re.sub("([^aeiou])y$", r"\1i", _doubled(base)) + "ed")
    past, participle = forms or (regular, regular)
    stem = re.sub("ie$", "y", base)
    ing = (stem[:-1] if re.search(".[^eo]e$", stem) else _doubled(stem)) + "ing"
    return EnglishVerb(base, past, participle, ing, particle, "+" in text)


def indefinite(word: str) -> str:
    """`a` or `an`, by the word that follows."""
    return "an" if re.match("hour|honest|8|11|18|(?!uni|eu|one|use|usu)[aeiou]", word.lower()) else "a"


def _with_s(word: str) -> str:
    if re.search("[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if re.search("(s|x|z|ch|sh|go|do)$", word) else "s")


def _doubled(base: str) -> str:
    return base + base[-1] if re.fullmatch(_DOUBLED, base) else base
