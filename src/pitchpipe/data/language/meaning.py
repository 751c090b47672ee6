"""What a sentence says, before any language: clauses, their participants and circumstances.

Every node has a tag of its own. Both languages mark each word with the tags that it realises (the node's tag
plus one of the numbers below), and words of the two languages that share a tag are aligned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias

from pitchpipe.data.language.words import Adjective, Expression, Noun, Verb

Tags = tuple[int, ...]
Word = tuple[str, Tags]

HEAD, DETERMINER, NUMBER, MARK, FIRST_ADJECTIVE = range(5)
POSSESSIVE = 10
"""What the words of a noun phrase realise."""
MAIN, FINITE, NEGATION, GLADLY, EXPLETIVE = range(5)
"""What the words of a clause realise."""

_fresh_tag: Callable[[], int] = count(step=16).__next__


def _tag() -> int:
    return field(default_factory=_fresh_tag)


@dataclass(eq=False, slots=True)
class Pronoun:
    """`ich du er sie es wir ihr they Sie`, or `jemand niemand man alle`; `thing` if English says `it`."""

    key: str
    thing: bool = False
    tag: int = _tag()


@dataclass(eq=False, slots=True)
class Name:
    """A person or a town; `title` is `Herr`, `Frau` or nothing."""

    german: str
    english: str
    gender: str
    title: str = ""
    article: bool = False
    tag: int = _tag()


@dataclass(eq=False, slots=True)
class NounPhrase:
    """A noun with what goes before and after it.

    `determiner` is `the a this every no which many some few all both`, a pronoun's key for a possessive, `role`
    for a profession (`er ist Lehrer`), or empty.
    """

    noun: Noun
    determiner: str = "the"
    plural: bool = False
    adjectives: tuple[Adjective, ...] = ()
    number: int | None = None
    possessor: NounPhrase | Name | None = None
    attribute: PrepositionalPhrase | None = None
    relative: Clause | None = None
    extraposed: bool = False
    """The relative clause stands after the verb at the end of the German clause."""
    tag: int = _tag()


@dataclass(eq=False, slots=True)
class Pair:
    """Two participants joined by `und`."""

    left: Participant
    right: Participant
    tag: int = _tag()


Participant: TypeAlias = Pronoun | Name | NounPhrase | Pair


@dataclass(eq=False, slots=True)
class PrepositionalPhrase:
    """A participant under a preposition; an English preposition that ends in `-` drops a bare article."""

    german: str
    case: str
    english: str
    inner: Participant
    role: str = "object"
    tag: int = _tag()


@dataclass(eq=False, slots=True)
class Predicate:
    """An adjective after `sein`: plain, with a degree, or compared with someone."""

    adjective: Adjective
    degree: Expression | None = None
    than: Participant | None = None
    equal: bool = False
    tag: int = _tag()


@dataclass(eq=False, slots=True)
class Adverbial:
    """An adverb or a fixed phrase; `role` is time, frequency, comment, manner, place or direction."""

    expression: Expression
    role: str
    tag: int = _tag()


Complement: TypeAlias = Participant | PrepositionalPhrase | Predicate | Adverbial


@dataclass(eq=False, slots=True)
class Link:
    """A clause that depends on another: by a conjunction, or as an infinitive (`zu`, `um`, `ohne`)."""

    conjunction: Expression
    clause: Clause
    first: bool = False
    tag: int = _tag()


@dataclass(eq=False, slots=True)
class Clause:
    """Who does what to whom, when, how and where.

    `tense` is present, perfect, past, pluperfect or future; `question` is `yes-no`, or the question word that
    stands for `gap` or for nothing in particular; in a relative clause `gap` is the participant that is the
    head. `front` opens a German main clause in place of the subject.
    """

    verb: Verb
    subject: Participant | None = None
    complements: tuple[Complement, ...] = ()
    tense: str = "present"
    modal: str = ""
    negated: bool = False
    passive: bool = False
    gladly: bool = False
    circumstances: tuple[Adverbial | PrepositionalPhrase, ...] = ()
    front: object = None
    question: str | Expression = ""
    gap: object = None
    imperative: bool = False
    links: tuple[Link, ...] = ()
    tag: int = _tag()


@dataclass(eq=False, slots=True)
class Sentence:
    """One main clause, or two that are joined by a conjunction."""

    clause: Clause
    conjunction: Expression | None = None
    second: Clause | None = None
    tag: int = _tag()
