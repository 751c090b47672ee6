"""The dictionary: entries of the tables in `words/`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from pitchpipe.data.language.english_forms import EnglishNoun, EnglishVerb, english_noun, english_verb
from pitchpipe.data.language.german_forms import GermanVerb, german_verb, noun_forms
from pitchpipe.data.language.tables import grouped, table

Linked = tuple[tuple[str, tuple[str, ...]], ...]
"""Words of a fixed phrase, each with the numbers of the meanings it carries."""
_ROLES = {"acc": "object", "dat": "receiver", "loc": "place", "dir": "direction"}
"""What a complement of a verb is to its clause; one with a preposition is its `topic`."""


class Preposition(NamedTuple):
    """A preposition with the case that it governs, and its English."""

    german: str
    case: str
    english: str


@dataclass(frozen=True, slots=True, eq=False)
class Noun:
    """A noun, a name or a pronoun: German forms by case, English, what it is, where it is and goes to."""

    german: str
    gender: str
    singular: tuple[str, ...]
    plural: tuple[str, ...]
    english: tuple[EnglishNoun, ...]
    kinds: tuple[str, ...]
    places: tuple[Preposition, ...] = (Preposition("in", "dat", "in"), Preposition("nach", "dat", "to"))
    person: int = 2


class Adjective(NamedTuple):
    """German alone and before endings, English, and the kinds of nouns that it describes."""

    german: str
    stem: str
    english: tuple[str, ...]
    kinds: tuple[str, ...]


class Fixed(NamedTuple):
    """A fixed phrase in German and its English synonyms."""

    german: Linked
    english: tuple[Linked, ...]
    kind: str


class Slot(NamedTuple):
    """One complement of a verb: its role, the kinds of nouns that fill it, and its preposition."""

    role: str
    kinds: tuple[str, ...]
    preposition: Preposition | None


@dataclass(frozen=True, slots=True, eq=False)
class Verb:
    """A verb, who does it, its complements or the conjunction of the clause that completes it, and its traits."""

    german: GermanVerb
    english: tuple[EnglishVerb, ...]
    subject: tuple[str, ...]
    slots: tuple[Slot, ...]
    content: str
    traits: frozenset[str]


class Determiner(NamedTuple):
    """What it goes with, German stem, names of its endings and of those of an adjective after it, English."""

    use: str
    stem: str
    declines: str
    adjective: str
    english: list[str]


def kinds_of(names: Iterable[str]) -> tuple[str, ...]:
    """The kinds of nouns that these names stand for."""
    return tuple(kind for name in names for kind in _GROUPS.get(name, (name,)))


@cache
def compound(first: str, english: str, head: Noun) -> Noun:
    """German joins two nouns into a word, English sets them side by side."""
    one, many = (tuple(first + form.lower() for form in forms) for forms in (head.singular, head.plural))
    ways = (
        noun._replace(one=f"{english} {noun.one}", many=f"{english} {noun.many}") for noun in head.english
    )
    return Noun(one[0], head.gender, one, many, tuple(ways), head.kinds, head.places)


@cache
def proper_name(german: str, english: str, kind: str) -> Noun:
    """The name of a woman, a man or a city."""
    genitive = german + ("'" if german[-1] in "sxzß" else "s")
    gender = {"woman": "f", "man": "m"}.get(kind, "n")
    kinds = (kind, "city" if gender == "n" else "person")
    return Noun(
        german, gender, (german, german, german, genitive), (), (EnglishNoun(english, english),), kinds
    )


@cache
def fixed(german: str, english: str, kind: str = "") -> Fixed:
    """A fixed phrase from `heute/1 Abend/2` and `this/1 evening/2, tonight/12`."""
    return Fixed(_linked(german), tuple(_linked(text) for text in english.split(", ")), kind)


def number_words(number: int) -> tuple[str, str]:
    """German and English: words up to twelve, then digits."""
    if number <= 12:
        return PHRASES["number"][number - 2][1], PHRASES["number"][number - 2][2]
    return f"{number:,}".replace(",", "."), f"{number:,}"


def _linked(text: str) -> Linked:
    pairs = (token.partition("/") for token in text.split())
    return tuple((word, tuple((links or "1").replace("0", ""))) for word, _, links in pairs)


def _noun(kinds: str, german: str, english: str, place: str) -> Noun:
    words = german.split()
    at, to = (pair.split(">") for pair in (place or "in>in in>to").split())
    places = (Preposition(at[0], "dat", at[1]), Preposition(to[0], "dat" if to[0] == "zu" else "acc", to[1]))
    ways = tuple(english_noun(text) for text in english.split(", "))
    gender = words[-1].removesuffix("n") or "n"
    return Noun(words[0], gender, *noun_forms(words[0], *words[-2:]), ways, tuple(kinds.split()), places)


def _pronoun(name: str, kind: str, person: str, german: str, english: str) -> Noun:
    ways = tuple(
        EnglishNoun(one, other, number) for number, one, other in (way.split() for way in english.split(", "))
    )
    return Noun(name, "", tuple(german.split()), (), ways, ("pronoun", *kind.split()), person=int(person))


def _adjective(german: str, english: str, kinds: str) -> Adjective:
    whole, _, stem = german.partition("/")
    return Adjective(whole, stem or whole, tuple(english.split(", ")), kinds_of(kinds.split()))


def _slot(text: str) -> Slot:
    frame, _, english = text.partition(">")
    governed, _, kinds = frame.partition(":")
    german, _, case = governed.rpartition("+")
    preposition = Preposition(german, case, english) if german else None
    return Slot("topic" if german else _ROLES[case], tuple(kinds.split(",")), preposition)


def _verb(german: str, english: str, subject: str, frame: str, traits: str) -> Verb:
    slots = tuple(_slot(text) for text in frame.split() if ":" in text)
    ways = tuple(english_verb(text) for text in english.split(", "))
    content = "" if slots or frame == "-" else frame
    return Verb(
        german_verb(german), ways, tuple(subject.split(",")), slots, content, frozenset(traits.split())
    )


_GROUPS = {row[0]: row[1].split() for row in table("kinds")}
NOUNS = [_noun(*row[:4]) for row in table("nouns")]
PRONOUNS = {row[0]: _pronoun(*row[:5]) for row in table("pronouns")}
DETERMINERS = {
    row[0]: Determiner(row[2], row[3], row[4], row[5], row[6].split(", ")) for row in table("determiners")
}
WEIGHTS = {row[0]: int(row[1]) for row in table("determiners")}
COMPOUNDS = [(row[0], row[1], row[2].split()) for row in table("compounds")]
ADJECTIVES = [_adjective(*row[:3]) for row in table("adjectives")]
VERBS = [_verb(*row[:5]) for row in table("verbs")]
PHRASES, NAMES = grouped("phrases"), grouped("names")
CONJUNCTIONS = {row[0]: fixed(row[1], row[2], row[0]) for row in PHRASES["conjunction"]}
QUESTIONS = {row[0]: fixed(row[1], row[2], row[0]) for row in PHRASES["question"]}
