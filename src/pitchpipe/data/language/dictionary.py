"""The dictionary, from the tables in `words/`. The first lines of each table say how it is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from pitchpipe.data.language.english_forms import EnglishNoun, EnglishVerb, english_noun, english_verb
from pitchpipe.data.language.german_forms import GermanVerb, german_verb, noun_forms

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
    """A noun, a name or a pronoun: German forms by case, English synonyms, what it is, where it is and goes to."""

    german: str
    gender: str
    singular: tuple[str, ...]
    plural: tuple[str, ...]
    english: tuple[EnglishNoun, ...]
    kinds: tuple[str, ...]
    places: tuple[Preposition, ...] = (Preposition("in", "dat", "in"), Preposition("nach", "dat", "to"))
    person: int = 2


class Adjective(NamedTuple):
    """German before `sein` and before endings; English."""

    german: str
    stem: str
    english: tuple[str, ...]
    kinds: frozenset[str]


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


def table(name: str) -> list[list[str]]:
    """The rows of a table, with empty columns at the end."""
    text = files(__package__).joinpath("words", f"{name}.tsv").read_text(encoding="utf-8")
    return [[*line.split("\t"), "", "", ""] for line in text.splitlines() if not line.startswith("#")]


def kinds_of(names: Iterable[str]) -> tuple[str, ...]:
    """The kinds of nouns that these names stand for."""
    return tuple(kind for name in names for kind in _GROUPS.get(name, (name,)))


@cache
def compound(first: str, english: str, head: Noun) -> Noun:
    """German joins two nouns into a word, English sets them side by side."""
    singular, plural = (
        tuple(first + form.lower() for form in forms) for forms in (head.singular, head.plural)
    )
    ways = tuple(
        noun._replace(one=f"{english} {noun.one}", many=f"{english} {noun.many}") for noun in head.english
    )
    return Noun(singular[0], head.gender, singular, plural, ways, head.kinds, head.places)


@cache
def proper_name(german: str, english: str, kind: str) -> Noun:
    """The name of a woman, a man or a city."""
    genitive = german + ("'" if german.endswith(("s", "x", "z", "ß")) else "s")
    gender = {"woman": "f", "man": "m"}.get(kind, "n")
    kinds = (kind, "name", *(("person",) if gender != "n" else ()))
    return Noun(
        german, gender, (german, german, german, genitive), (), (EnglishNoun(english, english),), kinds
    )


@cache
def fixed(german: str, english: str, kind: str = "") -> Fixed:
    """A fixed phrase from `heute/1 Abend/2` and `this/1 evening/2, tonight/12`."""
    return Fixed(_linked(german), tuple(_linked(text) for text in english.split(", ")), kind)


def number_words(number: int) -> tuple[str, str]:
    """German and English: words up to twelve, then digits."""
    if number - 2 < len(PHRASES["number"]):
        _, german, english = PHRASES["number"][number - 2]
        return german, english
    return f"{number:,}".replace(",", "."), f"{number:,}"


def _linked(text: str) -> Linked:
    pairs = (token.partition("/") for token in text.split())
    return tuple((word, tuple((links or "1").replace("0", ""))) for word, _, links in pairs)


def _noun(kinds: str, german: str, english: str, place: str) -> Noun:
    words = german.split()
    singular, plural = noun_forms(words[0], words[-2], words[-1])
    (at, english_at), (to, english_to) = (pair.split(">") for pair in (place or "in>in in>to").split())
    places = (Preposition(at, "dat", english_at), Preposition(to, "dat" if to == "zu" else "acc", english_to))
    ways = tuple(english_noun(text) for text in english.split(", "))
    gender = words[-1].removesuffix("n") or "n"
    return Noun(words[0], gender, singular, plural, ways, tuple(kinds.split()), places)


def _pronoun(name: str, person: str, german: str, english: str) -> Noun:
    ways = tuple(EnglishNoun(*way.split()[1:3], way[0]) for way in english.split(", "))
    kinds = ("pronoun", name, "thing" if "it" in name or name == "es" else "person")
    return Noun(name, name, tuple(german.split()), (), ways, kinds, person=int(person))


def _adjective(german: str, english: str, kinds: str) -> Adjective:
    whole, _, stem = german.partition("/")
    return Adjective(whole, stem or whole, tuple(english.split(", ")), frozenset(kinds_of(kinds.split())))


def _slot(text: str) -> Slot:
    frame, _, english = text.partition(">")
    case, _, kinds = frame.partition(":")
    preposition, _, case = case.rpartition("+")
    governed = Preposition(preposition, case, english) if preposition or english else None
    return Slot("topic" if preposition else _ROLES[case], tuple(kinds.split(",")), governed)


def _verb(german: str, english: str, subject: str, frame: str, traits: str) -> Verb:
    content = "" if ":" in frame or frame == "-" else frame
    slots = tuple(_slot(text) for text in frame.split() if ":" in text)
    ways = tuple(english_verb(text) for text in english.split(", "))
    return Verb(
        german_verb(german), ways, tuple(subject.split(",")), slots, content, frozenset(traits.split())
    )


_GROUPS = {row[0]: tuple(row[1].split()) for row in table("kinds")}
NOUNS = tuple(_noun(*row[:4]) for row in table("nouns"))
PRONOUNS = {row[0]: _pronoun(*row[:4]) for row in table("pronouns")}
POSSESSIVES = {row[0]: (row[2].split()[3], row[3].split(", ")[0].split()[3]) for row in table("pronouns")}
"""German stem and English of the determiner that belongs to a pronoun."""
COMPOUNDS = tuple((row[0], row[1], row[2].split()) for row in table("compounds"))
ADJECTIVES = tuple(_adjective(*row[:3]) for row in table("adjectives"))
VERBS = tuple(_verb(*row[:5]) for row in table("verbs"))
PHRASES = {role: [row[1:4] for row in table("phrases") if row[0] == role] for role, *_ in table("phrases")}
NAMES = {
    kind: [(row[1], row[2] or row[1]) for row in table("names") if row[0] == kind]
    for kind, *_ in table("names")
}
"""Rows of a role or kind."""
CONJUNCTIONS, QUESTIONS = (
    {kind: fixed(german, english, kind) for kind, german, english in PHRASES[role]}
    for role in ("conjunction", "question")
)
