"""Random participants and circumstances: who, what, where and when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import TypeVar

from pitchpipe.data.language import dictionary
from pitchpipe.data.language.dictionary import DETERMINERS, NAMES, PHRASES, PRONOUNS, Adjective, Fixed, Noun
from pitchpipe.data.language.meaning import Phrase

T = TypeVar("T")

VAGUE = [noun for noun in PRONOUNS.values() if "vague" in noun.kinds]
_PERSONAL = [noun for noun in PRONOUNS.values() if noun.kinds == ("pronoun", "person")]
_OWNERS = {name: weight for name, weight in dictionary.WEIGHTS.items() if DETERMINERS[name].use == "own"}
_OWNED = ("thing", "vehicle", "device", "clothes", "animal", "family", "room")
_SPOTS = (
    ("auf", "on"),
    ("unter", "under"),
    ("neben", "next to"),
    ("hinter", "behind"),
    ("vor", "in front of"),
)
_DIGITS = {"year": (1905, 2025), "date": (1, 29)}


@cache
def _zipf(size: int, flat: float) -> tuple[float, ...]:
    """Cumulative weights 1 / (rank + flat) of the first `size` ranks."""
    return tuple(accumulate(1 / (rank + flat) for rank in range(size)))


@cache
def _nouns(kinds: tuple[str, ...]) -> tuple[list[Noun], list[float]]:
    """All nouns of some kinds, with cumulative weights: each kind by the root of its size, Zipf within it."""
    groups = [
        [noun for noun in dictionary.NOUNS if kind in noun.kinds] for kind in dictionary.kinds_of(kinds)
    ]
    weights = [
        len(group) ** 0.5 / _zipf(len(group), 2)[-1] / (rank + 2)
        for group in groups
        for rank in range(len(group))
    ]
    return [noun for group in groups for noun in group], list(accumulate(weights))


@cache
def adjectives_for(noun: Noun) -> list[Adjective]:
    """Adjectives that describe a noun."""
    kinds = {*noun.kinds, *(["person"] if "family" in noun.kinds else [])}
    return [adjective for adjective in dictionary.ADJECTIVES if kinds & {*adjective.kinds}]


@cache
def _first_parts(kind: str) -> list[tuple[str, str]]:
    return [(german, english) for german, english, kinds in dictionary.COMPOUNDS if kind in kinds]


@cache
def _rows(role: str, kinds: str) -> list[list[str]]:
    return [row for row in PHRASES[role] if not kinds or {*kinds.split()} & {*row[0].split()}]


class Participants:
    """Makes random participants and circumstances; all chances come from one generator."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def ranked(self, options: Sequence[T], flat: float = 2.0) -> T:
        """One of the options, the first ones more often."""
        return self.rng.choices(options, cum_weights=_zipf(len(options), flat))[0]

    def pick(self, weights: dict[str, int]) -> str:
        return self.rng.choices(list(weights), list(weights.values()))[0]

    def phrase(self, kinds: tuple[str, ...], *, known: bool = False) -> Phrase:
        """A noun with a determiner and perhaps an adjective, a number or an owner; `known` is plain and definite."""
        nouns, weights = _nouns(kinds)
        noun = self.rng.choices(nouns, cum_weights=weights)[0]
        if "compound" in noun.kinds and self.chance(0.3):
            noun = dictionary.compound(*self.ranked(_first_parts(noun.kinds[0]), 8), noun)
        phrase = Phrase(noun, plural=noun.gender == "pl")
        self._determine(phrase, "the" if known else self.pick(dictionary.WEIGHTS))
        if self.chance(0.12 if known else 0.28) and adjectives_for(noun):
            phrase.adjective = self.ranked(adjectives_for(noun), 4)
        if phrase.determiner == "the" and noun.kinds[0] in _OWNED and not known and self.chance(0.2):
            phrase.owner = self._name() if self.chance(0.5) else self.phrase(("family",), known=True)
        return phrase

    def _determine(self, phrase: Phrase, name: str) -> None:
        noun, use = phrase.noun, DETERMINERS[name].use
        countable = bool(noun.plural) and noun.gender != "pl" and not noun.english[0].number
        if noun.kinds[0] == "family":
            name = self.pick(_OWNERS)
        elif (use == "own" and noun.kinds[0] not in _OWNED) or (use in ("one", "many") and not countable):
            name = "the" if noun.plural else ""
        elif use == "many" or (use == "any" and countable and self.chance(0.12)):
            phrase.plural = True
        phrase.number = 2 + int(self.rng.random() ** 5 * 3000) if name == "number" and self.chance(0.6) else 0
        phrase.determiner = name if name != "number" else ""

    def _name(self) -> Phrase:
        """Someone by the first name, or by a surname."""
        kind = self.rng.choice(("woman", "man"))
        first = self.ranked(NAMES[kind], 6)[0]
        surname = self._made_up("surname") + (f"-{self._made_up('surname')}" if self.chance(0.2) else "")
        name = first if self.chance(0.7) else surname
        return Phrase(dictionary.proper_name(name, name, kind))

    def _made_up(self, ending: str) -> str:
        return self.ranked(NAMES["stem"], 60)[0] + self.ranked(NAMES[ending], 8)[0]

    def participant(self, kinds: tuple[str, ...], *, subject: bool = False, known: bool = False) -> Phrase:
        """Someone or something of these kinds; people are often pronouns or names."""
        if "city" in kinds and self.chance(0.5):
            town = self.ranked(NAMES["city"], 4) if self.chance(0.7) else [self._made_up("village"), ""]
            return Phrase(dictionary.proper_name(town[0], town[1] or town[0], "city"))
        people = kinds[0] in ("human", "being", "person")
        if not people or not self.chance((0.62 if subject else 0.5) / len(kinds)):
            return self.phrase(tuple(kind for kind in kinds if kind != "city") or ("region",), known=known)
        roll = self.rng.random()
        if roll < 0.64:
            vague = VAGUE if subject else VAGUE[:1]
            return Phrase(self.ranked(_PERSONAL, 3) if roll < 0.58 else self.ranked(vague))
        phrase, other = self._name(), self._name()
        phrase.joined = other if roll < 0.72 and phrase.noun is not other.noun else None
        return phrase

    def whereabouts(self, kinds: tuple[str, ...], going: bool) -> Phrase:
        """Where something is, or where it goes."""
        phrase = self.participant(kinds, known=True)
        phrase.preposition = phrase.noun.places[going]
        if kinds[0] in ("spot", "seat"):
            german, english = self.ranked(_SPOTS if kinds[0] == "spot" else _SPOTS[:1], 1)
            phrase.preposition = dictionary.Preposition(german, "acc" if going else "dat", english)
        return phrase

    def adverb(self, role: str, kinds: str = "") -> Fixed:
        """A fixed phrase of one of these kinds, with its blanks filled in."""
        kind, german, english, *_ = self.ranked(_rows(role, kinds), 3)
        for blank in re.findall("{.*?}", german):
            if blank[1:-1] in PHRASES:
                _, filled, meant, *_ = self.ranked(PHRASES[blank[1:-1]], 6)
            elif blank[1:-1] in _DIGITS:
                filled = meant = str(self.rng.randrange(*_DIGITS[blank[1:-1]]))
            else:
                filled, meant = dictionary.number_words(2 + int(self.rng.random() ** 2 * 29))
            german, english = german.replace(blank, filled), english.replace(blank, meant)
        return dictionary.fixed(german, english, kind)
