"""English inflection: plurals, verbs, `a` or `an`."""

from __future__ import annotations

from dataclasses import dataclass

_SIBILANTS = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"
_DOUBLED = {"stop", "plan", "chat", "get", "sit", "put", "cut", "shop", "travel", "forget", "begin", "run"}
_DOUBLED |= {"swim", "set", "let", "win", "beg", "hug", "admit", "prefer", "grab", "spot"}


def english_plural(noun: str) -> str:
    """The regular plural."""
    if noun.endswith(_SIBILANTS):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in _VOWELS:
        return noun[:-1] + "ies"
    return noun + "s"


def indefinite(word: str) -> str:
    """`a` or `an`, by the word that follows."""
    lower = word.lower()
    if lower.startswith(("hour", "honest", "8", "11", "18")):
        return "an"
    if lower.startswith(("uni", "eu", "one", "use", "usu")):
        return "a"
    return "an" if lower[0] in _VOWELS else "a"


@dataclass(frozen=True, slots=True)
class EnglishVerb:
    """All the forms of a verb, the particle that follows it, and whether an object may stand between them.

    `preposition` stands in for the one that the frame gives its last complement.
    """

    base: str
    third: str
    past: str
    participle: str
    ing: str
    particle: tuple[str, ...] = ()
    movable: bool = False
    preposition: str | None = None


def english_verb(text: str) -> EnglishVerb:
    """A verb from its parts: `cook`, `eat ate eaten`, `pick +up`, `look =forward`, `wait >for`.

    `+up` may stand after the object, `=forward` may not; `_` joins the words of a long particle.
    """
    parts = text.split()
    particle: tuple[str, ...] = ()
    movable = False
    preposition = None
    while parts[-1][0] in "+=>":
        mark = parts.pop()
        if mark[0] == ">":
            preposition = mark[1:].replace("_", " ")
        else:
            particle = tuple(mark[1:].split("_"))
            movable = mark[0] == "+"
    base = parts[0]
    past, participle = (parts[1], parts[2]) if len(parts) > 1 else (_regular_past(base),) * 2
    third = {"have": "has", "be": "is"}.get(base) or _third(base)
    return EnglishVerb(base, third, past, participle, _ing(base), particle, movable, preposition)


def _third(base: str) -> str:
    return base + "es" if base.endswith(("o", *_SIBILANTS)) else english_plural(base)


def _regular_past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ied"
    return (base + base[-1] if base in _DOUBLED else base) + "ed"


def _ing(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe")) and base != "be":
        return base[:-1] + "ing"
    return (base + base[-1] if base in _DOUBLED else base) + "ing"


BE_PRESENT = ("am", "are", "is", "are", "are", "are")
BE_PAST = ("was", "were", "was", "were", "were", "were")
BE = english_verb("be was been")
HAVE = english_verb("have had had")
