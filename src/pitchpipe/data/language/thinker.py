"""Random participants and circumstances: who, what, where and when."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import TypeVar

from pitchpipe.data.language import modifiers, names
from pitchpipe.data.language.compounds import COMPOUNDS
from pitchpipe.data.language.meaning import (
    Adverbial,
    Name,
    NounPhrase,
    Pair,
    Participant,
    PrepositionalPhrase,
    Pronoun,
)
from pitchpipe.data.language.names import number_words
from pitchpipe.data.language.nouns import NOUNS, SUBSETS, kinds_of
from pitchpipe.data.language.words import Adjective, Expression, Noun, expression

T = TypeVar("T")

_PEOPLE_ONE_HAS = {
    "Freund",
    "Freundin",
    "Nachbar",
    "Nachbarin",
    "Kollege",
    "Kollegin",
    "Lehrer",
    "Lehrerin",
    "Chef",
}
_PEOPLE_ONE_HAS |= {"Arzt", "Kind", "Gast", "Kunde"}
_OWNED = {"thing", "vehicle", "device", "clothes", "animal", "family", "room"}
_PRONOUNS = ("ich", "er", "sie", "wir", "they", "du", "Sie", "ihr")
_SPOTS = (
    ("auf", "on"),
    ("unter", "under"),
    ("neben", "next to"),
    ("hinter", "behind"),
    ("vor", "in front of"),
)
_NEAR = (("vor", "in front of"), ("hinter", "behind"), ("neben", "next to"))
_FAST_WAYS = ("Auto", "Zug", "Bus", "Fahrrad", "Straßenbahn")


@cache
def zipf(size: int, flat: float = 2.0) -> tuple[float, ...]:
    """Cumulative weights 1 / (rank + flat) of the first `size` ranks."""
    return tuple(accumulate(1 / (rank + flat) for rank in range(size)))


@cache
def _nouns(kinds: tuple[str, ...]) -> tuple[tuple[Noun, ...], tuple[float, ...]]:
    """All nouns of some kinds, with cumulative weights: each kind by the root of its size, Zipf within it."""
    nouns: list[Noun] = []
    weights: list[float] = []
    for kind in kinds_of(kinds):
        members = NOUNS[kind]
        total = zipf(len(members))[-1]
        share = len(members) ** 0.5
        nouns += members
        weights += [share / ((rank + 2) * total) for rank in range(len(members))]
    return tuple(nouns), tuple(accumulate(weights))


@cache
def adjectives_for(kind: str) -> tuple[Adjective, ...]:
    names = {kind, "object"} if kind in ("thing", "clothes", "furniture", "device", "readable") else {kind}
    names |= {"person"} if kind == "family" else set()
    return tuple(adjective for adjective in modifiers.ADJECTIVES if adjective.kinds & names)


class Thinker:
    """Makes random participants and circumstances; all chances come from one generator."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.random = rng.random

    def chance(self, probability: float) -> bool:
        return self.random() < probability

    def ranked(self, options: Sequence[T], flat: float = 2.0) -> T:
        """One of the options, the first ones more often."""
        return self.rng.choices(options, cum_weights=zipf(len(options), flat))[0]

    def noun(self, kinds: tuple[str, ...]) -> Noun:
        nouns, weights = _nouns(kinds)
        noun = self.rng.choices(nouns, cum_weights=weights)[0]
        if noun.kind in COMPOUNDS and not SUBSETS.keys() & set(kinds) and self.chance(0.2):
            return self.ranked(COMPOUNDS[noun.kind], flat=100)
        return noun

    def phrase(self, kinds: tuple[str, ...], *, known: bool = False, light: bool = False) -> NounPhrase:
        """A noun with a determiner and perhaps adjectives, a number or an owner."""
        noun = self.noun(kinds)
        phrase = NounPhrase(noun)
        self._determine(phrase, known, light)
        if phrase.determiner != "role" and self.chance(0.12 if light else 0.28):
            fitting = adjectives_for(noun.kind)
            if fitting:
                phrase.adjectives = (self.ranked(fitting, 4),)
        if phrase.determiner == "the" and not light:
            self._own(phrase)
        if noun.kind == "person" and phrase.determiner in ("the", "a") and not light and self.chance(0.06):
            worn = self.phrase(("clothes",), light=True)
            phrase.attribute = PrepositionalPhrase("mit", "dat", "with", worn)
        return phrase

    def _determine(self, phrase: NounPhrase, known: bool, light: bool) -> None:
        noun, roll = phrase.noun, self.random()
        if noun.kind == "family":
            phrase.determiner = self.ranked(_PRONOUNS) if roll < 0.85 else "the"
            phrase.plural = not noun.plural_only and noun.plural is not None and self.chance(0.12)
            return
        if noun.plural is None:
            phrase.determiner = (
                "the" if roll < 0.45 or known else "" if roll < 0.85 else self.ranked(_PRONOUNS)
            )
            return
        if known:
            mine = noun.kind not in ("building", "outdoors") or noun.german in ("Haus", "Garten", "Büro")
            phrase.determiner = "the" if roll < 0.75 else "this" if roll < 0.85 or not mine else "ich"
        elif roll < 0.38:
            phrase.determiner = "the"
        elif roll < 0.66:
            phrase.determiner = "a"
        elif roll < 0.76:
            public = noun.kind in ("person", "building", "outdoors") and noun.german not in _PEOPLE_ONE_HAS
            public = public or noun in NOUNS["ride"]
            phrase.determiner = "the" if public else self.ranked(_PRONOUNS)
        elif roll < 0.83:
            phrase.determiner = "this"
        elif roll < 0.88:
            phrase.determiner = "a" if light else self.ranked(("many", "some", "all", "every", "few", "both"))
        else:
            phrase.determiner = ""
            phrase.number = self._number() if self.chance(0.6) else None
            phrase.plural = True
            return
        quantified = phrase.determiner in ("many", "some", "few", "all", "both")
        often = 0.03 if noun.kind in ("building", "outdoors", "room") else 0.15
        phrase.plural = quantified or (
            phrase.determiner in ("the", "this", *_PRONOUNS) and self.chance(often)
        )

    def _number(self) -> int:
        roll = self.random()
        if roll < 0.7:
            return 2 + int(self.random() ** 3 * 11)
        return self.rng.randrange(13, 100) if roll < 0.9 else self.rng.randrange(100, 5000)

    def _own(self, phrase: NounPhrase) -> None:
        if phrase.noun in NOUNS["ride"]:
            return
        if phrase.noun.kind in _OWNED and self.chance(0.8 if phrase.noun.kind == "family" else 0.2):
            human = self.chance(0.5)
            phrase.possessor = (
                self.phrase(("family",), known=True, light=True) if human else self.person_name(False)
            )

    def person_name(self, titled: bool = True) -> Name:
        """A first name, a full name, or a surname with a title."""
        woman = self.chance(0.5)
        first = self.ranked(names.WOMEN if woman else names.MEN, 6)
        gender = "f" if woman else "m"
        roll = self.random()
        if roll < 0.6 or not titled:
            return Name(first, first, gender)
        surname = self.ranked(names.SURNAMES, 200)
        if self.chance(0.2):
            surname = f"{surname}-{self.ranked(names.SURNAMES, 200)}"
        if roll < 0.9:
            return Name(surname, surname, gender, "Frau" if woman else "Herr")
        return Name(f"{first} {surname}", f"{first} {surname}", gender)

    def town(self) -> Name:
        if self.chance(0.3):
            village = self.ranked(names.VILLAGES, 200)
            return Name(village, village, "n")
        german, english = self.ranked(names.CITIES, 4)
        return Name(german, english, "n")

    def participant(
        self, kinds: tuple[str, ...], *, subject: bool = False, light: bool = False
    ) -> Participant:
        """Someone or something of these kinds; people are often pronouns or names."""
        if "city" in kinds:
            if self.chance(0.5):
                return self.town()
            kinds = tuple(kind for kind in kinds if kind != "city")
        if kinds[0] in ("human", "being", "person") and (len(kinds) == 1 or self.chance(0.5)):
            someone = self._someone(subject)
            if someone is not None:
                return someone
        elif self.chance(0.04):
            left = self.phrase(kinds, known=True, light=True)
            right = self.phrase(kinds, known=True, light=True)
            if left.noun is not right.noun and left.noun.kind == right.noun.kind:
                return Pair(left, right)
        return self.phrase(kinds, light=light)

    def _someone(self, subject: bool) -> Participant | None:
        """A pronoun, a name or two names; or nobody, where a noun is to be said."""
        roll = self.random()
        if roll < (0.42 if subject else 0.3):
            return Pronoun(self.ranked(_PRONOUNS, 3))
        if roll < (0.6 if subject else 0.45):
            return self.person_name()
        if roll < 0.63:
            left, right = self.person_name(False), self.person_name(False)
            return left if left.german == right.german else Pair(left, right)
        if roll < 0.66:
            return Pronoun(
                self.ranked(("jemand", "man", "niemand", "alle") if subject else ("jemand", "alle"))
            )
        return None

    def location(self, kinds: tuple[str, ...]) -> PrepositionalPhrase | Adverbial:
        """Where something is: in the dative."""
        return self._whereabouts(kinds, "dat", "place")

    def direction(self, kinds: tuple[str, ...]) -> PrepositionalPhrase | Adverbial:
        """Where something goes: in the accusative, or after `zu` and `nach`."""
        return self._whereabouts(kinds, "acc", "direction")

    def _whereabouts(self, kinds: tuple[str, ...], case: str, role: str) -> PrepositionalPhrase | Adverbial:
        going = role == "direction"
        if "city" in kinds and (len(kinds) == 1 or self.chance(0.5)):
            return self._town_phrase(going, role)
        if kinds[0] in ("spot", "seat"):
            noun = self.phrase(kinds, known=True, light=True)
            german, english = _SPOTS[0] if kinds[0] == "seat" else self.ranked(_SPOTS, 1)
            return PrepositionalPhrase(german, case, english, noun, role)
        if kinds[0] in ("place", "house") and self.chance(0.2):
            fixed = [row for row in modifiers.PLACES if row.kind == ("dir" if going else "loc")]
            return Adverbial(self.ranked(fixed), role)
        wanted = tuple(kind for kind in kinds if kind != "city")
        noun = self.phrase(wanted, known=True, light=True)
        if not going and noun.noun.kind == "building" and self.chance(0.15):
            german, english = self.ranked(_NEAR)
        else:
            german, english = noun.noun.direction if going else noun.noun.location
        governed = "dat" if german in ("zu", "nach") else case
        return PrepositionalPhrase(german, governed, english, noun, role)

    def _town_phrase(self, going: bool, role: str) -> PrepositionalPhrase:
        if self.chance(0.06):
            german, gender, english = self.ranked(names.COUNTRIES_WITH_ARTICLE)
            name = Name(german, english, gender, article=True)
            return PrepositionalPhrase("in", "acc" if going else "dat", "to" if going else "in", name, role)
        name = self.town()
        if going:
            return PrepositionalPhrase("nach", "dat", "to", name, role)
        return PrepositionalPhrase("in", "dat", "in", name, role)

    def time(self, kinds: set[str]) -> Adverbial:
        """A time of one of these kinds: a listed expression, or one with a number or a date."""
        if self.chance(0.4):
            made = self._dated(kinds)
            if made is not None:
                return Adverbial(made, "time")
        fitting = [row for row in modifiers.TIMES if row.kind in kinds]
        return Adverbial(self.ranked(fitting, 3), "time")

    def _dated(self, kinds: set[str]) -> Expression | None:
        roll = self.random()
        if "past" in kinds and roll < 0.35:
            return self.span("vor", "past")
        if "past" in kinds and roll < 0.5:
            year = 2024 - int(self.random() ** 2 * 120)
            return expression(f"im/0 Jahr/1 {year}/2", f"in/1 {year}/2", "past")
        if "soon" in kinds and roll < 0.25:
            return self.span("in", "soon")
        if kinds == {"habit"}:
            day, english_day = self.rng.choice(names.WEEKDAYS)
            return expression(f"{day.lower()}s", f"on/1 {english_day}s/1", "habit")
        return self._day(roll, next(iter(kinds - {"late"}), "late")) if "late" in kinds else None

    def _day(self, roll: float, kind: str) -> Expression:
        """A day of the week, an hour, or a date."""
        if roll < 0.65:
            day, english_day = self.rng.choice(names.WEEKDAYS)
            return expression(f"am/1 {day}/2", f"on/1 {english_day}/2", kind)
        if roll < 0.8:
            return self._clock(kind)
        date = self.rng.randrange(1, 29)
        month, english = self.rng.choice(names.MONTHS)
        said = f"on/1 {english}/3 {date}/2, on/1 {date}/2 {english}/3"
        return expression(f"am/1 {date}./2 {month}/3", said, kind)

    def _clock(self, kind: str) -> Expression:
        hour = self.rng.randrange(2, 13)
        german, english = number_words(hour)
        if self.chance(0.3):
            _, before = number_words(hour - 1)
            return expression(f"um/1 halb/2 {german}/3", f"at/1 half/2 past/2 {before}/3", kind)
        return expression(f"um/1 {german}/2 Uhr/3", f"at/1 {english}/2 o'clock/3", kind)

    def span(self, preposition: str, kind: str) -> Expression:
        """`vor drei Tagen`, `seit zwei Jahren`, `in vier Wochen`."""
        number = 2 + int(self.random() ** 3 * 29)
        german, english = number_words(number)
        unit, english_unit = self.ranked(names.UNITS[:4] if preposition == "seit" else names.UNITS)
        words = f"{preposition}/1 {german}/2 {unit}/3"
        said = {
            "vor": f"{english}/2 {english_unit}/3 ago/1",
            "seit": f"for/1 {english}/2 {english_unit}/3",
            "in": f"in/1 {english}/2 {english_unit}/3",
        }[preposition]
        return expression(words, said, kind)

    def means(self, walking: bool) -> PrepositionalPhrase | Adverbial:
        """`zu Fuß`, or `mit dem Bus`, which is `by bus`."""
        if walking:
            return Adverbial(modifiers.ON_FOOT, "means")
        german = self.ranked(_FAST_WAYS)
        noun = next(noun for noun in NOUNS["vehicle"] if noun.german == german)
        return PrepositionalPhrase("mit", "dat", "by-", NounPhrase(noun), "means")
