"""Random main clauses of every sort: actions, descriptions, `es gibt`, the weather, the passive."""

from __future__ import annotations

from functools import cache

from pitchpipe.data.language import modifiers
from pitchpipe.data.language.actions import action
from pitchpipe.data.language.meaning import (
    Adverbial,
    Clause,
    Complement,
    NounPhrase,
    Participant,
    Predicate,
    PrepositionalPhrase,
    Pronoun,
)
from pitchpipe.data.language.nouns import NOUNS
from pitchpipe.data.language.thinker import Thinker, adjectives_for
from pitchpipe.data.language.traits import gender_of, is_many, is_quantified, is_vague
from pitchpipe.data.language.verbs import BECOME, COPULA, THERE_IS, VERBS, WEATHER
from pitchpipe.data.language.words import Noun, Verb

_NOT_A_PROFESSION = {
    "Mann",
    "Frau",
    "Kind",
    "Freund",
    "Freundin",
    "Junge",
    "Mädchen",
    "Nachbar",
    "Nachbarin",
    "Gast",
}
_NOT_A_PROFESSION |= {"Kunde", "Zeuge", "Mieter", "Kollege", "Kollegin", "Chef"}
MOODS = {
    "müde",
    "krank",
    "traurig",
    "neugierig",
    "fleißig",
    "faul",
    "eifersüchtig",
    "höflich",
    "reich",
    "jung",
}
"""Adjectives that give a reason."""
_NOT_COMPARED = {"rot", "schwarz", "weiß", "blau", "grün", "kaputt", "geheim", "leer"}
_DESCRIBED = ("person", "object", "building", "animal", "food", "event", "abstract")


def statement(think: Thinker) -> Clause:
    """A main clause of any sort."""
    roll = think.random()
    if roll < 0.16:
        clause = description(think)
    elif roll < 0.2:
        clause = _existence(think)
    elif roll < 0.22:
        clause = _weather(think)
    elif roll < 0.29:
        clause = _passive(think)
    else:
        clause = action(think)
    decorate(think, clause)
    return clause


def description(think: Thinker) -> Clause:
    """`sein` with an adjective, a comparison, a profession or a place."""
    roll = think.random()
    if roll < 0.15:
        subject = think.participant(("human",), subject=True)
        many = is_many(subject)
        role = NounPhrase(think.ranked(_professions(gender_of(subject)), 4), "role", plural=many)
        verb = BECOME if think.chance(0.25) and not many else COPULA
        clause = Clause(verb, subject, (role,))
    elif roll < 0.35:
        subject = think.participant(("human",), subject=True)
        clause = Clause(COPULA, subject, (think.location(("place", "city")),))
    else:
        subject = think.phrase(
            think.ranked(
                (("person",), ("object",), ("building",), ("animal",), ("food",), ("event",), ("abstract",))
            ),
            known=True,
        )
        subject.adjectives = ()
        if think.chance(0.3):
            subject = Pronoun(think.ranked(("er", "sie", "ich", "wir", "they", "du"), 3))
        clause = Clause(COPULA, subject, (quality(think, subject),))
    clause.tense = "past" if think.chance(0.3) else "present"
    if clause.verb is BECOME:
        clause.tense = think.ranked(("perfect", "future", "past"))
    if think.chance(0.12) and not is_vague(clause) and clause.verb is COPULA and roll >= 0.15:
        clause.negated = not (isinstance(subject, NounPhrase) and is_quantified(subject))
    if clause.verb is COPULA and _passing(clause.complements[0]) and think.chance(0.4):
        kinds = {"past", "late"} if clause.tense == "past" else {"late"}
        clause.circumstances = (think.time(kinds),)
    return clause


def quality(think: Thinker, subject: Participant) -> Predicate:
    kind = subject.noun.kind if isinstance(subject, NounPhrase) else "person"
    adjective = think.ranked(adjectives_for(kind), 4)
    if think.chance(0.2) and adjective.german not in _NOT_COMPARED:
        than = think.phrase((kind,), known=True, light=True)
        return Predicate(adjective, than=than, equal=think.chance(0.3))
    return Predicate(adjective, think.ranked(modifiers.DEGREES) if think.chance(0.45) else None)


def _existence(think: Thinker) -> Clause:
    """`es gibt`."""
    phrase = think.phrase(("building", "abstract", "animal", "event", "outdoors"), light=True)
    phrase.possessor = None
    if phrase.determiner not in ("a", "many", "some", "few") and phrase.number is None:
        phrase.determiner = "a" if phrase.noun.plural else ""
        phrase.plural = False
    clause = Clause(THERE_IS, None, (phrase,), "past" if think.chance(0.3) else "present")
    if phrase.noun.kind != "abstract" or think.chance(0.4):
        clause.circumstances = (think.location(("city", "outdoors")),)
    if phrase.determiner == "a" and think.chance(0.25):
        phrase.determiner = "no"
        clause.negated = True
    return clause


def _weather(think: Thinker) -> Clause:
    clause = Clause(think.ranked(WEATHER), None)
    clause.tense = think.rng.choice(("present", "perfect"))
    clause.circumstances = (think.time({"past"} if clause.tense == "perfect" else {"habit", "now"}),)
    if think.chance(0.5):
        clause.circumstances += (think.location(("city",)),)
    return clause


def _passive(think: Thinker) -> Clause:
    """The object of a verb as its subject; the doer may be named."""
    verb = think.ranked([verb for verb in VERBS if "passive" in verb.flags and len(verb.slots) == 1])
    subject = think.phrase(verb.slots[0].kinds)
    clause = Clause(
        Verb(verb.german, verb.english, verb.slots[0].kinds, (), verb.flags), subject, passive=True
    )
    clause.tense = think.ranked(("past", "perfect", "future", "present"), 1)
    if think.chance(0.15):
        clause.modal, clause.tense = think.ranked(("müssen", "können", "sollen")), "present"
    kinds = {"past", "late"} if clause.tense in ("past", "perfect") else {"soon", "late"}
    found: list[Adverbial | PrepositionalPhrase] = [think.time(kinds)] if think.chance(0.6) else []
    if think.chance(0.3):
        doer = think.phrase(("person",), known=True, light=True)
        found.append(PrepositionalPhrase("von", "dat", "by", doer, "agent"))
    clause.circumstances = tuple(found)
    return clause


def decorate(think: Thinker, clause: Clause) -> None:
    """A comment, and something other than the subject in front."""
    if think.chance(0.07) and not clause.gladly:
        comment = Adverbial(think.ranked(modifiers.COMMENTS, 3), "comment")
        clause.circumstances = (comment, *clause.circumstances)
        clause.front = comment if think.chance(0.5) else None
    if clause.front is None and think.chance(0.45):
        roles = ("time", "place") if think.chance(0.7) else ("time",)
        fronted = [item for item in clause.circumstances if item.role in roles]
        if fronted:
            clause.front = think.rng.choice(fronted)
    if clause.front is None and clause.complements and not clause.negated and think.chance(0.05):
        first = clause.complements[0]
        slots = clause.verb.slots
        known = isinstance(first, NounPhrase) and first.determiner in ("the", "this") and not first.relative
        if known and slots and slots[0].case == "acc":
            clause.front = first


def _passing(quality: Complement) -> bool:
    """True of a state that comes and goes: a mood, a place."""
    if isinstance(quality, Predicate):
        return quality.adjective.german in MOODS and quality.than is None
    return not isinstance(quality, NounPhrase)


@cache
def _professions(gender: str) -> tuple[Noun, ...]:
    return tuple(
        n for n in NOUNS["person"] if n.german not in _NOT_A_PROFESSION and n.gender in (gender or n.gender)
    )
