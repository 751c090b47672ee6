"""What a dictionary entry is, and how the readable tables of this package become entries.

A table has one entry a line and ` | ` between its columns. In the English column commas part synonyms,
the usual one first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from pitchpipe.data.language.english_forms import EnglishVerb, english_plural, english_verb
from pitchpipe.data.language.german_forms import GermanVerb, german_verb, noun_forms

Linked = tuple[tuple[str, tuple[int, ...]], ...]
"""Words of an expression, each with the numbers of the meanings it carries."""


@dataclass(frozen=True, slots=True)
class EnglishNoun:
    """Singular and plural; `number` is `any`, `plural` (scissors) or `mass` (furniture)."""

    singular: tuple[str, ...]
    plural: tuple[str, ...]
    number: str = "any"


@dataclass(frozen=True, slots=True, eq=False)
class Noun:
    """A noun with its German forms by case, and its English translations."""

    german: str
    gender: str
    singular: tuple[str, ...]
    plural: tuple[str, ...] | None
    english: tuple[EnglishNoun, ...]
    kind: str
    location: tuple[str, str] = ("in", "in")
    direction: tuple[str, str] = ("in", "to")
    plural_only: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Adjective:
    """An adjective: German stem before an ending, comparative; English with its comparative."""

    german: str
    stem: str
    comparative: str
    english: tuple[tuple[str, str], ...]
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """A fixed phrase in both languages whose words are linked by number."""

    german: Linked
    english: tuple[Linked, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """One complement of a verb: `acc`, `dat`, `loc`, `dir` or a preposition with its case, and what may fill it."""

    case: str
    preposition: str | None
    kinds: tuple[str, ...]
    english: str


@dataclass(frozen=True, slots=True, eq=False)
class Verb:
    """A verb of both languages with its frame."""

    german: GermanVerb
    english: tuple[EnglishVerb, ...]
    subjects: tuple[str, ...]
    slots: tuple[Slot, ...]
    flags: frozenset[str] = field(default_factory=frozenset)


def rows(table: str) -> list[list[str]]:
    """The lines of a table as lists of columns, without blank lines and notes."""
    lines = (line.strip() for line in table.splitlines())
    return [
        [column.strip() for column in line.split("|")] for line in lines if line and not line.startswith("#")
    ]


def commas(text: str) -> list[str]:
    """The parts between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def spaced(text: str) -> tuple[str, ...]:
    """The parts between spaces."""
    return tuple(text.split())


def read_nouns(kind: str, table: str) -> tuple[Noun, ...]:
    """Nouns of one kind from lines such as `Hand Hände f | hand | in>in, in>into`.

    `-` for a plural: there is none. `mn`: masculine with -n in all cases but one. `pl`: plural only.
    English `man/men` gives an odd plural, `/scissors` is always plural, `~furniture` always singular.
    """
    return tuple(_noun(kind, row) for row in rows(table))


def _noun(kind: str, row: Sequence[str]) -> Noun:
    german = row[0].split()
    singular, plural, gender = german if len(german) == 3 else (german[0], german[0], german[1])
    weak = gender == "mn"
    plural_only = gender == "pl"
    forms = noun_forms(singular, None if plural == "-" else plural, gender[0] if weak else gender, weak)
    places = [tuple(pair.split(">")) for pair in commas(row[2])] if len(row) > 2 else []
    location, direction = places or [("in", "in"), ("in", "to")]
    return Noun(
        singular,
        "m" if weak else gender,
        forms[0],
        forms[1],
        tuple(english_noun(text) for text in commas(row[1])),
        kind,
        (location[0], location[1]),
        (direction[0], direction[1]),
        plural_only,
    )


def english_noun(text: str) -> EnglishNoun:
    """An English noun from `door`, `front door`, `man/men`, `/scissors` or `~furniture`."""
    if text.startswith("/"):
        words = tuple(text[1:].split())
        return EnglishNoun(words, words, "plural")
    if text.startswith("~"):
        words = tuple(text[1:].split())
        return EnglishNoun(words, words, "mass")
    singular, _, plural = text.partition("/")
    words = tuple(singular.split())
    last = english_plural(words[-1])
    return EnglishNoun(words, tuple(plural.split()) if plural else (*words[:-1], last))


def read_adjectives(table: str) -> tuple[Adjective, ...]:
    """Adjectives from lines such as `teuer/teur teurer | expensive, costly/costlier | thing food`."""
    return tuple(_adjective(row) for row in rows(table))


def _adjective(row: Sequence[str]) -> Adjective:
    forms = row[0].split()
    german, _, stem = forms[0].partition("/")
    comparative = forms[1] if len(forms) > 1 else (stem or german) + "er"
    pairs = []
    for text in commas(row[1]):
        positive, _, higher = text.partition("/")
        pairs.append((positive, higher or f"more {positive}"))
    return Adjective(german, stem or german, comparative, tuple(pairs), frozenset(row[2].split()))


def read_expressions(table: str) -> tuple[Expression, ...]:
    """Expressions from lines such as `heute/1 Abend/2 | this/1 evening/2, tonight/12 | now`."""
    return tuple(expression(row[0], row[1], row[2] if len(row) > 2 else "") for row in rows(table))


@cache
def expression(german: str, english: str, kind: str = "") -> Expression:
    """One expression; a word without a number carries meaning 1, one with `/0` carries none."""
    return Expression(_linked(german), tuple(_linked(text) for text in commas(english)), kind)


def _linked(text: str) -> Linked:
    words = []
    for token in text.split():
        word, _, links = token.partition("/")
        words.append((word, tuple(int(link) for link in links or "1" if link != "0")))
    return tuple(words)


def read_verbs(table: str) -> tuple[Verb, ...]:
    """Verbs from lines such as `an+rufen rief angerufen | call, ring rang rung +up | human | acc:human | care`."""
    return tuple(
        Verb(
            german_verb(row[0]),
            tuple(english_verb(text) for text in commas(row[1])),
            tuple(row[2].split(",")),
            tuple(_slot(text) for text in row[3].split()),
            frozenset(row[4].split()) if len(row) > 4 else frozenset(),
        )
        for row in rows(table)
    )


def _slot(text: str) -> Slot:
    frame, _, english = text.partition(">")
    case, _, kinds = frame.partition(":")
    preposition, _, governed = case.rpartition("+")
    return Slot(governed, preposition or None, tuple(kinds.split(",")), english.replace("_", " "))
