"""German noun phrases, names, pronouns and fixed expressions, in any case."""

from __future__ import annotations

from pitchpipe.data.language.german_forms import (
    CASES,
    CONTRACTIONS,
    DATIVE,
    DEFINITE,
    GENITIVE,
    MIXED,
    NOMINATIVE,
    STRONG,
    WEAK,
    article,
)
from pitchpipe.data.language.meaning import (
    DETERMINER,
    FIRST_ADJECTIVE,
    HEAD,
    MARK,
    NEGATION,
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
from pitchpipe.data.language.words import Expression

COMMA: Word = (",", ())
PRONOUNS: dict[str, tuple[int, str, str, str, str]] = {
    "ich": (0, "ich", "mich", "mir", "mein"),
    "du": (1, "du", "dich", "dir", "dein"),
    "er": (2, "er", "ihn", "ihm", "sein"),
    "sie": (2, "sie", "sie", "ihr", "ihr"),
    "es": (2, "es", "es", "ihm", "sein"),
    "wir": (3, "wir", "uns", "uns", "unser"),
    "ihr": (4, "ihr", "euch", "euch", "euer"),
    "they": (5, "sie", "sie", "ihnen", "ihr"),
    "Sie": (5, "Sie", "Sie", "Ihnen", "Ihr"),
    "jemand": (2, "jemand", "jemanden", "jemandem", "sein"),
    "niemand": (2, "niemand", "niemanden", "niemandem", "sein"),
    "man": (2, "man", "einen", "einem", "sein"),
    "alle": (5, "alle", "alle", "allen", "ihr"),
}
"""Person, nominative, accusative, dative, possessive."""
INDEFINITE = {"jemand", "niemand", "man", "alle"}
"""Pronouns that stand where nouns stand."""
_LIKE_DIES = {"this": "dies", "every": "jed", "which": "welch", "all": "all"}
_LIKE_EIN = {"a": "ein", "no": "kein", **{key: forms[4] for key, forms in PRONOUNS.items()}}
_QUANTIFIERS = {"many": "viel", "some": "einig", "few": "wenig", "both": "beid"}


def expression(item: Expression, tag: int) -> list[Word]:
    """The words of a fixed expression."""
    return [(word, tuple(tag + 4 + link for link in links)) for word, links in item.german]


def predicate(item: Predicate) -> list[Word]:
    """An adjective after `sein`."""
    adjective = item.adjective
    tag = item.tag
    if item.than is not None:
        compared = participant(item.than, NOMINATIVE)
        if item.equal:
            return [("so", (tag + 1,)), (adjective.german, (tag,)), ("wie", (tag + 2,)), *compared]
        return [(adjective.comparative, (tag, tag + 1)), ("als", (tag + 2,)), *compared]
    degree = expression(item.degree, tag) if item.degree else []
    return [*degree, (adjective.german, (tag,))]


def prepositional(phrase: PrepositionalPhrase, tail: list[Word] | None) -> list[Word]:
    """A preposition, contracted with a definite article, and what it governs."""
    inner = participant(phrase.inner, CASES[phrase.case], tail)
    if isinstance(phrase.inner, NounPhrase) and not phrase.inner.relative:
        word, tags = inner[0]
        contracted = CONTRACTIONS.get((phrase.german, word))
        if contracted and tags == (phrase.inner.tag + DETERMINER,):
            return [(contracted, (phrase.tag, *tags)), *inner[1:]]
    return [(phrase.german, (phrase.tag,)), *inner]


def participant(
    who: Participant, case: int, tail: list[Word] | None = None, negation: int | None = None
) -> list[Word]:
    """The words of a participant in a case; an extraposed relative clause goes to the tail."""
    if isinstance(who, Pronoun):
        forms = PRONOUNS[who.key][1:4]
        return [(forms[min(case, DATIVE)], (who.tag,))]
    if isinstance(who, Name):
        return _name(who, case)
    if isinstance(who, Pair):
        return [*participant(who.left, case), ("und", (who.tag,)), *participant(who.right, case)]
    return _noun_phrase(who, case, tail, negation)


def _name(name: Name, case: int) -> list[Word]:
    words: list[Word] = []
    if name.article:
        words.append((DEFINITE[name.gender][case], ()))
    if name.title:
        title = "Herrn" if name.title == "Herr" and case != NOMINATIVE else name.title
        words.append((title, (name.tag + MARK,)))
    parts = name.german.split()
    if case == GENITIVE and not name.article:
        parts[-1] += "'" if parts[-1].endswith(("s", "x", "z", "ß")) else "s"
    words += [(part, (name.tag + 8 + index,)) for index, part in enumerate(parts)]
    return words


def is_plural(phrase: NounPhrase) -> bool:
    """True where the German noun is plural."""
    return phrase.plural or phrase.noun.plural_only


def _noun_phrase(phrase: NounPhrase, case: int, tail: list[Word] | None, negation: int | None) -> list[Word]:
    noun = phrase.noun
    plural = is_plural(phrase)
    gender = "pl" if plural else noun.gender
    words, endings = _opening(phrase, gender, case, negation)
    for index, adjective in enumerate(phrase.adjectives):
        ending = endings[gender][case].removeprefix("e" if adjective.stem.endswith("e") else "")
        words.append((adjective.stem + ending, (phrase.tag + FIRST_ADJECTIVE + index,)))
    forms = noun.plural if plural and noun.plural else noun.singular
    words.append((forms[case], (phrase.tag + HEAD,)))
    if isinstance(phrase.possessor, NounPhrase):
        words += _noun_phrase(phrase.possessor, GENITIVE, None, None)
    if phrase.attribute is not None:
        words += prepositional(phrase.attribute, None)
    if phrase.relative is not None:
        # A noun phrase may hold a clause, and a clause holds noun phrases.
        from pitchpipe.data.language.german import relative_clause

        relative = [COMMA, *relative_clause(phrase.relative, phrase, gender), COMMA]
        if tail is not None and phrase.extraposed:
            tail += relative
        else:
            words += relative
    return words


def _opening(
    phrase: NounPhrase, gender: str, case: int, negation: int | None
) -> tuple[list[Word], dict[str, tuple[str, ...]]]:
    """A name in the genitive or a determiner, then a number; and the endings that adjectives take after it."""
    words: list[Word] = []
    endings = STRONG
    if isinstance(phrase.possessor, Name):
        words = _name(phrase.possessor, GENITIVE)
        words[-1] = (words[-1][0], (*words[-1][1], phrase.tag + POSSESSIVE))
    else:
        determiner, endings = _determiner(phrase.determiner, gender, case)
        tags = (phrase.tag + DETERMINER,)
        if determiner:
            words.append((determiner, tags if negation is None else (*tags, negation + NEGATION)))
    if phrase.number is not None:
        words.append((number_words(phrase.number)[0], (phrase.tag + NUMBER,)))
    return words, endings


def _determiner(name: str, gender: str, case: int) -> tuple[str, dict[str, tuple[str, ...]]]:
    if name == "the":
        return DEFINITE[gender][case], WEAK
    if name in _LIKE_DIES:
        return article(_LIKE_DIES[name], gender, case), WEAK
    if name in _QUANTIFIERS:
        return _QUANTIFIERS[name] + STRONG["pl"][case], WEAK if name == "both" else STRONG
    if name in _LIKE_EIN:
        return article(_LIKE_EIN[name], gender, case), MIXED
    return "", STRONG
