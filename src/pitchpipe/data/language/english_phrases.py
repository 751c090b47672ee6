"""English noun phrases, names, pronouns and fixed expressions."""

from __future__ import annotations

from pitchpipe.data.language.english_forms import indefinite
from pitchpipe.data.language.english_verbs import Chooser
from pitchpipe.data.language.meaning import (
    DETERMINER,
    FIRST_ADJECTIVE,
    HEAD,
    MARK,
    NUMBER,
    POSSESSIVE,
    Name,
    NounPhrase,
    Pair,
    Participant,
    Predicate,
    PrepositionalPhrase,
    Pronoun,
    Word,
)
from pitchpipe.data.language.names import number_words
from pitchpipe.data.language.words import EnglishNoun, Expression

THIRD, PLURAL = 2, 5

PRONOUNS: dict[str, tuple[tuple[int, str, str], ...]] = {
    "ich": ((0, "I", "me"),),
    "du": ((1, "you", "you"),),
    "er": ((2, "he", "him"),),
    "sie": ((2, "she", "her"),),
    "es": ((2, "it", "it"),),
    "wir": ((3, "we", "us"),),
    "ihr": ((4, "you", "you"),),
    "they": ((5, "they", "them"),),
    "Sie": ((5, "you", "you"),),
    "jemand": ((2, "someone", "someone"), (2, "somebody", "somebody")),
    "niemand": ((2, "nobody", "nobody"), (2, "no one", "no one")),
    "man": ((1, "you", "you"), (5, "people", "people"), (2, "one", "one")),
    "alle": ((2, "everyone", "everyone"), (2, "everybody", "everybody")),
}
"""Ways to say a pronoun: person, subject form, object form."""
POSSESSIVES = {
    "ich": "my",
    "du": "your",
    "er": "his",
    "sie": "her",
    "es": "its",
    "wir": "our",
    "ihr": "your",
    "they": "their",
    "Sie": "your",
}
_QUANTIFIERS = {
    "many": ("many", "a lot of", "lots of"),
    "some": ("some", "several"),
    "few": ("few",),
    "all": ("all", "all the"),
    "both": ("both", "both the"),
}
_BARE_ARTICLE = "-"
_BEFORE_NOUNS = {"little"}
"""Adjectives that do not stand after `be`."""


def expression(item: Expression, tag: int, choose: Chooser) -> list[Word]:
    """One of the ways to say a fixed expression."""
    return [(word, tuple(tag + 4 + link for link in links)) for word, links in choose(item.english)]


def participant(
    who: Participant,
    choose: Chooser,
    *,
    subject: bool = False,
    negation: int | None = None,
    drop_article: bool = False,
) -> tuple[list[Word], int]:
    """The words of a participant, and its person for the verb.

    `negation` is the tag of a clause that says `not` itself, so that `kein` becomes `a` or `any`.
    """
    if isinstance(who, Pronoun):
        person, nominative, other = (2, "it", "it") if who.thing else choose(PRONOUNS[who.key])
        words = (nominative if subject else other).split()
        return [(word, (who.tag,)) for word in words], person
    if isinstance(who, Name):
        return _name(who, choose), THIRD
    if isinstance(who, Pair):
        left, _ = participant(who.left, choose, subject=subject)
        right, _ = participant(who.right, choose, subject=subject)
        return [*left, ("and", (who.tag,)), *right], PLURAL
    return _noun_phrase(who, choose, negation, drop_article)


def _name(name: Name, choose: Chooser) -> list[Word]:
    words: list[Word] = []
    if name.title:
        title = "Mr" if name.title == "Herr" else choose(("Mrs", "Ms"))
        words.append((title, (name.tag + MARK,)))
    return words + [(part, (name.tag + 8 + index,)) for index, part in enumerate(name.english.split())]


def _noun_phrase(
    phrase: NounPhrase, choose: Chooser, negation: int | None, drop_article: bool
) -> tuple[list[Word], int]:
    noun = choose(phrase.noun.english)
    plural = phrase.plural or phrase.noun.plural_only
    many = noun.number == "plural" or (plural and noun.number != "mass")
    core = _core(phrase, noun, many, choose)
    before, after = _possessor(phrase, choose)
    if not before:
        bare = not (phrase.adjectives or phrase.relative or phrase.attribute or phrase.number)
        if phrase.determiner == "no" and negation is not None:
            before = _any(phrase, noun, many, core[0][0])
        elif phrase.determiner != "the" or not (drop_article and bare):
            before = _determiner(phrase, noun, many, core[0][0], choose)
    words = [*before, *core, *after]
    if phrase.attribute is not None:
        words += prepositional(phrase.attribute, choose)
    if phrase.relative is not None:
        # A noun phrase may hold a clause, and a clause holds noun phrases.
        from pitchpipe.data.language.english import relative_clause

        words += relative_clause(phrase.relative, phrase, PLURAL if many else THIRD, choose)
    return words, PLURAL if many else THIRD


def _core(phrase: NounPhrase, noun: EnglishNoun, many: bool, choose: Chooser) -> list[Word]:
    words: list[Word] = []
    if phrase.number is not None:
        words.append((number_words(phrase.number)[1], (phrase.tag + NUMBER,)))
        if noun.number == "plural":
            words += [("pairs", (phrase.tag + HEAD,)), ("of", (phrase.tag + HEAD,))]
    for index, adjective in enumerate(phrase.adjectives):
        words.append((choose(adjective.english)[0], (phrase.tag + FIRST_ADJECTIVE + index,)))
    return words + [(word, (phrase.tag + HEAD,)) for word in (noun.plural if many else noun.singular)]


def _possessor(phrase: NounPhrase, choose: Chooser) -> tuple[list[Word], list[Word]]:
    """A possessor before the noun with 's, or after it with `of`."""
    owner = phrase.possessor
    if owner is None:
        return [], []
    words, person = participant(owner, choose)
    mark = (phrase.tag + POSSESSIVE,) if isinstance(owner, Name) else ()
    if isinstance(owner, Name) or owner.noun.kind in ("person", "family"):
        genitive = "'" if person == PLURAL and words[-1][0].endswith("s") else "'s"
        if isinstance(owner, Name) or choose((True, False)):
            return [*words, (genitive, mark)], []
    return [("the", (phrase.tag + DETERMINER,))], [("of", mark), *words]


def _determiner(
    phrase: NounPhrase, noun: EnglishNoun, many: bool, following: str, choose: Chooser
) -> list[Word]:
    tags = (phrase.tag + DETERMINER,)
    name = phrase.determiner
    if name in ("a", "role"):
        return _article(phrase, noun, many, following)
    if name in POSSESSIVES:
        return [(POSSESSIVES[name], tags)]
    if name in _QUANTIFIERS:
        return [(word, tags) for word in choose(_QUANTIFIERS[name]).split()]
    words = {
        "the": "the",
        "no": "no",
        "this": "these" if many else "this",
        "which": "which",
        "every": "every",
    }
    pair = ("pair", "of") if name == "every" and noun.number == "plural" else ()
    return [(word, tags) for word in (words[name], *pair)] if name in words else []


def _any(phrase: NounPhrase, noun: EnglishNoun, many: bool, following: str) -> list[Word]:
    """What becomes of `kein` after `not`."""
    countable = not many and noun.number == "any"
    return [(indefinite(following) if countable else "any", (phrase.tag + DETERMINER,))]


def _article(phrase: NounPhrase, noun: EnglishNoun, many: bool, following: str) -> list[Word]:
    """`a`, `an`, nothing, or `a pair of`; German has no article before a profession."""
    tags = () if phrase.determiner == "role" else (phrase.tag + DETERMINER,)
    if noun.number == "plural":
        return [(word, tags) for word in ("a", "pair", "of")]
    return [] if many or noun.number == "mass" else [(indefinite(following), tags)]


def prepositional(phrase: PrepositionalPhrase, choose: Chooser, instead: str | None = None) -> list[Word]:
    """A preposition and what it governs; `instead` is the preposition of a synonym of the verb."""
    preposition = phrase.english if instead is None else instead
    drop = preposition.endswith(_BARE_ARTICLE)
    words, _ = participant(phrase.inner, choose, drop_article=drop)
    return [*((word, (phrase.tag,)) for word in preposition.rstrip(_BARE_ARTICLE).split()), *words]


def predicate(item: Predicate, choose: Chooser) -> list[Word]:
    """An adjective after `be`."""
    positive, comparative = choose([pair for pair in item.adjective.english if pair[0] not in _BEFORE_NOUNS])
    tag = item.tag
    if item.than is None:
        degree = expression(item.degree, tag, choose) if item.degree else []
        return [*degree, (positive, (tag,))]
    compared, _ = participant(item.than, choose)
    if item.equal:
        return [("as", (tag + 1,)), (positive, (tag,)), ("as", (tag + 2,)), *compared]
    *more, last = comparative.split()
    head: list[Word] = [(last, (tag,) if more else (tag, tag + 1))]
    return [*((word, (tag + 1,)) for word in more), *head, ("than", (tag + 2,)), *compared]
