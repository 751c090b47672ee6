"""What a sentence says, before any language, and the words that say it.

Every language tags each word with the parts of the meaning that it realises: a node and the name of a part, such
as a phrase and its `head`. Words of two languages that share a tag are aligned.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitchpipe.data.language.dictionary import Adjective, Fixed, Linked, Noun, Preposition, Verb

Tag = tuple[object, str]
Word = tuple[str, tuple[Tag, ...]]
COORDINATING = ("and", "but", "for", "so")
INFINITIVE = ("zu", "um", "ohne")
"""Kinds of conjunctions; all others open a dependent clause."""


@dataclass(eq=False, slots=True)
class Phrase:
    """Someone or something: a noun, name or pronoun with what goes around it.

    `determiner` is `the a this every no many some few all both`, a pronoun for a possessive, or empty.
    """

    noun: Noun
    determiner: str = ""
    plural: bool = False
    adjective: Adjective | None = None
    number: int = 0
    owner: Phrase | None = None
    relative: Clause | None = None
    joined: Phrase | None = None
    preposition: Preposition | None = None


@dataclass(eq=False, slots=True)
class Clause:
    """Who does what to whom, when, how and where.

    `parts` has the roles subject, object, receiver, topic, place and direction, `adverbs` also comment,
    time, frequency, manner, predicate and question. `front` is the role that opens a German main clause; `gap` the one that
    is asked for, or that the head of a relative clause has in it. `link` is the clause that this one leads to,
    with its conjunction, `linked_first` if German says it first.
    """

    verb: Verb
    parts: dict[str, Phrase]
    adverbs: dict[str, Fixed] = field(default_factory=dict)
    tense: str = "present"
    modal: str = ""
    negated: bool = False
    asked: bool = False
    front: str = "subject"
    gap: str = ""
    conjunction: Fixed | None = None
    link: Clause | None = None
    linked_first: bool = False

    @property
    def linked_by(self) -> str:
        """The kind of the conjunction, or nothing."""
        return self.conjunction.kind if self.conjunction else ""

    @property
    def negator(self) -> object:
        """What says that the clause is negated: its object with `kein`, or the clause itself."""
        thing = self.parts.get("object")
        return thing if thing and thing.determiner == "no" else self


def say(text: str, node: object, *parts: str) -> list[Word]:
    """The words of a text, each of which realises these parts of a node."""
    if not text:
        return []
    tags = tuple([(node, part) for part in parts])
    return [(word, tags) for word in text.split()] if " " in text else [(text, tags)]


def say_fixed(words: Linked, node: object, role: str) -> list[Word]:
    """The words of a fixed phrase that has a role in a node."""
    return [(word, tuple([(node, role + link) for link in links])) for word, links in words]


def text(words: Iterable[Word]) -> str:
    """The words without their tags."""
    return " ".join([word for word, _ in words])


def places_of(words: list[Word]) -> dict[Tag, list[int]]:
    """Where the words are that realise each part of a meaning."""
    places: dict[Tag, list[int]] = {}
    for position, (_, tags) in enumerate(words):
        for tag in tags:
            places.setdefault(tag, []).append(position)
    return places


def align(source: list[Word], target: list[Word]) -> list[tuple[int, int]]:
    """Links between the words of two languages that realise the same part of a meaning."""
    places = places_of(target)
    found = {(at, to) for at, (_, tags) in enumerate(source) for tag in tags for to in places.get(tag, ())}
    return sorted(found)
