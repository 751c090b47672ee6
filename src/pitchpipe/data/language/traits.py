"""What can be told of a participant or a clause by looking at it."""

from __future__ import annotations

from pitchpipe.data.language.meaning import Clause, Name, NounPhrase, Pair, Participant, Pronoun

HUMAN = ("person", "family")
"""Kinds of nouns that are people."""


def is_human(who: Participant | None) -> bool:
    if isinstance(who, NounPhrase):
        return who.noun.kind in HUMAN
    if isinstance(who, Pair):
        return is_human(who.left)
    return who is not None and not (isinstance(who, Pronoun) and who.thing)


def is_many(who: Participant | None) -> bool:
    if isinstance(who, Pronoun):
        return who.key in ("wir", "they", "ihr", "alle")
    if isinstance(who, NounPhrase):
        return who.plural or who.noun.plural_only
    return isinstance(who, Pair)


def gender_of(who: Participant) -> str:
    """The gender of a person, where it is known."""
    if isinstance(who, Name):
        return who.gender
    if isinstance(who, NounPhrase):
        return who.noun.gender if who.noun.gender in ("m", "f") and not who.plural else ""
    return {"er": "m", "sie": "f"}.get(who.key, "") if isinstance(who, Pronoun) else ""


def is_quantified(phrase: NounPhrase) -> bool:
    return phrase.determiner in ("many", "some", "few", "all", "both", "every") or phrase.number is not None


def is_vague(clause: Clause) -> bool:
    people = (clause.subject, *clause.complements)
    return any(isinstance(who, Pronoun) and who.key in ("niemand", "jemand", "alle") for who in people)


def take_back_no(clause: Clause) -> None:
    """Take back `kein` from a clause that is no longer negated."""
    for complement in clause.complements:
        if isinstance(complement, NounPhrase) and complement.determiner == "no":
            complement.determiner = "a" if complement.noun.plural and not complement.plural else ""
