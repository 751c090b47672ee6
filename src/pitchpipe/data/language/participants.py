"""Random participants and circumstances: who, what, where and when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import TypeVar

from pitchpipe.data.language import dictionary
from pitchpipe.data.language.dictionary import NAMES, PHRASES, PRONOUNS, Adjective, Fixed, Noun, Preposition
from pitchpipe.data.language.meaning import Phrase

T = TypeVar("T")

OWNERS = ("ich", "er", "sie", "wir", "they", "du", "Sie", "ihr")
"""Pronouns of people, who are spoken of or own something."""
QUANTIFIERS = ("many", "some", "all", "few", "both")
_DETERMINERS = {"the": 44, "a": 28, "mine": 6, "this": 7, "every": 1, "quantifier": 4, "number": 7, "": 5}
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
    nouns: list[Noun] = []
    weights: list[float] = []
    for kind in dictionary.kinds_of(kinds):
        members = [noun for noun in dictionary.NOUNS if kind in noun.kinds]
        share = len(members) ** 0.5 / sum(1 / (rank + 2) for rank in range(len(members)))
        nouns += members
        weights += [share / (rank + 2) for rank in range(len(members))]
    return nouns, list(accumulate(weights))


@cache
def adjectives_for(kind: str) -> tuple[Adjective, ...]:
    kind = "person" if kind in ("family", "pronoun", "woman", "man") else kind
    return tuple(adjective for adjective in dictionary.ADJECTIVES if kind in adjective.kinds)


@cache
def _first_parts(kind: str) -> tuple[tuple[str, str], ...]:
    return tuple((german, english) for german, english, kinds in dictionary.COMPOUNDS if kind in kinds)


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
        return self.rng.choices(list(weights), weights.values())[0]

    def noun(self, kinds: tuple[str, ...]) -> Noun:
        nouns, weights = _nouns(kinds)
        noun = self.rng.choices(nouns, cum_weights=weights)[0]
        if "compound" in noun.kinds and self.chance(0.3):
            return dictionary.compound(*self.ranked(_first_parts(noun.kinds[0]), 8), noun)
        return noun

    def phrase(self, kinds: tuple[str, ...], *, known: bool = False) -> Phrase:
        """A noun with a determiner and perhaps an adjective, a number or an owner; `known` is plain and definite."""
        noun = self.noun(kinds)
        kind = noun.kinds[0]
        phrase = Phrase(noun, "the", plural=noun.gender == "pl")
        self._determine(phrase, "the" if known else self.pick(_DETERMINERS))
        if self.chance(0.12 if known else 0.28) and adjectives_for(kind):
            phrase.adjective = self.ranked(adjectives_for(kind), 4)
        if phrase.determiner == "the" and kind in _OWNED and not known and self.chance(0.2):
            phrase.owner = self.name() if self.chance(0.5) else self.phrase(("family",), known=True)
        return phrase

    def _determine(self, phrase: Phrase, choice: str) -> None:
        noun, kind = phrase.noun, phrase.noun.kinds[0]
        countable = bool(noun.plural) and not phrase.plural and not noun.english[0].number
        if kind == "family" or (choice == "mine" and kind in _OWNED):
            phrase.determiner = self.ranked(OWNERS)
        elif choice in ("the", "this"):
            phrase.determiner = choice
            phrase.plural |= countable and self.chance(0.12)
        elif not countable:
            phrase.determiner = "a" if noun.plural and not phrase.plural else ""
        elif choice in ("a", "every"):
            phrase.determiner = choice
        elif choice != "mine":
            phrase.plural = True
            phrase.determiner = self.ranked(QUANTIFIERS) if choice == "quantifier" else ""
            phrase.number = 2 + int(self.rng.random() ** 5 * 3000) if choice == "number" else 0

    def name(self) -> Phrase:
        """Someone by the first name, or by a surname."""
        kind = self.rng.choice(("woman", "man"))
        if self.chance(0.7):
            return Phrase(dictionary.proper_name(*self.ranked(NAMES[kind], 6), kind))
        surname = self._made_up("surname") + (f"-{self._made_up('surname')}" if self.chance(0.2) else "")
        return Phrase(dictionary.proper_name(surname, surname, kind))

    def _made_up(self, ending: str) -> str:
        return self.ranked(NAMES["stem"], 60)[0] + self.ranked(NAMES[ending], 8)[0]

    def participant(self, kinds: tuple[str, ...], *, subject: bool = False, known: bool = False) -> Phrase:
        """Someone or something of these kinds; people are often pronouns or names."""
        if "city" in kinds and self.chance(0.5):
            village = self._made_up("village")
            pair = (village, village) if self.chance(0.3) else self.ranked(NAMES["city"], 4)
            return Phrase(dictionary.proper_name(*pair, "city"))
        likely = (0.62 if subject else 0.5) / len(kinds) if kinds[0] in ("human", "being", "person") else 0
        if not self.chance(likely):
            return self.phrase(tuple(kind for kind in kinds if kind != "city") or ("region",), known=known)
        roll = self.rng.random()
        if roll < 0.58:
            return Phrase(PRONOUNS[self.ranked(OWNERS, 3)])
        if roll < 0.64:
            return Phrase(PRONOUNS[self.ranked(("jemand", "alle", "man", "niemand")[: 4 if subject else 2])])
        phrase, other = self.name(), self.name()
        phrase.joined = other if roll < 0.72 and phrase.noun is not other.noun else None
        return phrase

    def whereabouts(self, kinds: tuple[str, ...], going: bool) -> Phrase:
        """Where something is, or where it goes."""
        phrase = self.participant(kinds, known=True)
        phrase.preposition = phrase.noun.places[going]
        if kinds[0] in ("spot", "seat"):
            german, english = self.ranked(_SPOTS if kinds[0] == "spot" else _SPOTS[:1], 1)
            phrase.preposition = Preposition(german, "acc" if going else "dat", english)
        return phrase

    def adverb(self, role: str, *kinds: str) -> Fixed:
        """A fixed phrase of one of these kinds, with its blanks filled in."""
        rows = [row for row in PHRASES[role] if not kinds or set(row[0].split()) & set(kinds)]
        kind, german, english = self.ranked(rows, 3)
        for blank in re.findall("{(.*?)}", german):
            if blank in _DIGITS:
                filled = [str(self.rng.randrange(*_DIGITS[blank]))] * 2
            elif blank in PHRASES:
                filled = self.ranked(PHRASES[blank], 6)[1:]
            else:
                filled = [*dictionary.number_words(2 + int(self.rng.random() ** 2 * 29))]
            german, english = (
                german.replace(f"{{{blank}}}", filled[0]),
                english.replace(f"{{{blank}}}", filled[1]),
            )
        return dictionary.fixed(german, english, kind)
