"""Random sentences: questions, requests, and clauses that hang together."""

from __future__ import annotations

from pitchpipe.data.language import modifiers
from pitchpipe.data.language.actions import DEEDS, PAST_RATHER, action, separate, set_tense, time_for
from pitchpipe.data.language.clauses import MOODS, decorate, description, quality, statement
from pitchpipe.data.language.meaning import (
    Adverbial,
    Clause,
    Link,
    Name,
    NounPhrase,
    Pair,
    Participant,
    Predicate,
    PrepositionalPhrase,
    Pronoun,
    Sentence,
)
from pitchpipe.data.language.thinker import Thinker
from pitchpipe.data.language.traits import is_human, is_many, is_vague, take_back_no
from pitchpipe.data.language.verbs import CONJUNCTIONS, CONTENT_VERBS, COPULA, INFINITIVE_VERBS
from pitchpipe.data.language.words import expression

INFINITIVES = {kind: expression(kind, kind, kind) for kind in ("zu", "um", "ohne")}
"""What opens an infinitive clause."""
_CIRCUMSTANTIAL = (
    "cause",
    "condition",
    "concession",
    "time",
    "once",
    "before",
    "soon",
    "meanwhile",
    "until",
    "after",
    "purpose",
)
"""Kinds of clauses that say why, when or under what condition."""


def sentence(think: Thinker) -> Sentence:
    """A statement, a question, a request, or two clauses that belong together."""
    roll = think.random()
    if roll < 0.1:
        return Sentence(_question(think))
    if roll < 0.13:
        return Sentence(_request(think))
    if roll < 0.27:
        return _joined(think)
    if roll < 0.57:
        return Sentence(_with_dependent(think))
    return Sentence(statement(think))


def _question(think: Thinker) -> Clause:
    """A yes-no question, or one with a question word."""
    clause = action(think, simple=True)
    subject = clause.subject
    if isinstance(subject, NounPhrase | Name) and think.chance(0.5) and is_human(subject):
        clause.subject = Pronoun(think.rng.choice(("du", "Sie", "ihr", "er")))
        separate(think, clause)
        set_tense(think, clause, "perfect" if clause.tense in ("past", "perfect") else "present")
    roll = think.random()
    clause.question = "yes-no"
    words = modifiers.QUESTION_WORDS
    slots = {slot.case: index for index, slot in enumerate(clause.verb.slots) if slot.preposition is None}
    if roll < 0.45:
        if think.chance(0.4):
            time = time_for(think, clause)
            clause.circumstances = (time,) if time else ()
    elif "acc" in slots and roll < 0.65 and "solo" not in clause.verb.flags:
        asked = clause.gap = clause.complements[slots["acc"]]
        people = isinstance(asked, Pronoun | Name | NounPhrase | Pair) and is_human(asked)
        clause.question = words["acc-human" if people else "acc"]
    elif "loc" in slots and roll < 0.8:
        clause.gap = clause.complements[slots["loc"]]
        clause.question = words["loc"]
    elif "dir" in slots and roll < 0.8 and clause.verb.german.infinitive != "kommen":
        clause.gap = clause.complements[slots["dir"]]
        clause.question = words["dir"]
    elif roll < 0.72 and "human" in clause.verb.subjects and "swap" not in clause.verb.flags:
        clause.subject = clause.gap = Pronoun("er")
        clause.question = words["nom"]
    else:
        clause.question = words["time" if think.chance(0.5) and "state" not in clause.verb.flags else "cause"]
    return clause


def _request(think: Thinker) -> Clause:
    """`Rufen Sie mich bitte an !`"""
    clause = action(think, Pronoun("Sie"), tense="present", simple=True, verbs=DEEDS)
    clause.imperative = True
    found: list[Adverbial | PrepositionalPhrase] = []
    if think.chance(0.7):
        found.append(Adverbial(modifiers.PLEASE, "comment"))
    if think.chance(0.4):
        found.append(think.time({"soon"}))
    clause.circumstances = tuple(found)
    return clause


def _joined(think: Thinker) -> Sentence:
    """Two main clauses: und, aber, denn, deshalb."""
    first = action(think)
    decorate(think, first)
    again = _again(think, first.subject)
    past = first.tense in ("past", "perfect")
    second = (
        action(think, again, tense=first.tense) if think.chance(0.6) else action(think, tense=first.tense)
    )
    if past and think.chance(0.2) and isinstance(again, Pronoun):
        second = Clause(COPULA, again, (quality(think, first.subject or again),), "past")
    return Sentence(first, CONJUNCTIONS[think.ranked(("and", "but", "for", "so"))], second)


def _again(think: Thinker, subject: Participant | None) -> Participant:
    """A pronoun for a subject that was named."""
    if isinstance(subject, Pronoun) and subject.key not in ("jemand", "niemand", "alle", "man"):
        return Pronoun(subject.key, subject.thing)
    if isinstance(subject, Name):
        return Pronoun("er" if subject.gender == "m" else "sie")
    if isinstance(subject, NounPhrase):
        gender, thing = subject.noun.gender, not is_human(subject)
        if is_many(subject):
            gender = "" if thing else "pl"
        elif (gender == "n" and not thing) or subject.noun.kind in ("event", "abstract", "food"):
            gender = ""
        if gender:
            return Pronoun({"m": "er", "f": "sie", "n": "es", "pl": "they"}[gender], thing)
    return think.participant(("human",), subject=True, light=True)


def _with_dependent(think: Thinker) -> Clause:
    """A main clause with a dependent one."""
    roll = think.random()
    if roll < 0.3:
        return _content(think)
    if roll < 0.48:
        return _infinitive(think)
    kind = think.ranked(_CIRCUMSTANTIAL, 3)
    main = action(think)
    inner = _dependent(think, main, kind)
    first = kind not in ("purpose", "until") and think.chance(0.4)
    main.links = (Link(CONJUNCTIONS[kind], inner, first),)
    if not first:
        decorate(think, main)
    return main


def _dependent(think: Thinker, main: Clause, kind: str) -> Clause:
    subject = _again(think, main.subject) if think.chance(0.5) else None
    past = main.tense in ("past", "perfect", "pluperfect")
    tense = main.tense if past and not main.modal else "past" if past else "present"
    if kind in ("once", "after", "meanwhile", "before") and not past:
        main.modal = ""
        main.tense = "perfect" if main.verb.german.infinitive not in PAST_RATHER else "past"
        tense = main.tense
    elif kind in ("condition", "time", "soon", "until") and past:
        main.tense = "present"
        _retime(think, main, {"late"})
        tense = "present"
    if kind in ("once", "after", "meanwhile", "before"):
        _retime(think, main, {"past", "late"})
    if kind == "after":
        tense = "pluperfect"
    if kind in ("condition", "time", "soon", "until"):
        _retime(think, main, {"soon", "late", "habit", "often"})
    if kind in ("cause", "concession") and think.chance(0.35):
        return _reason(think, subject, tense)
    inner = action(think, subject, tense=tense, simple=think.chance(0.5))
    if kind not in ("cause", "condition", "concession", "purpose"):
        _retime(think, inner, set())
        inner.modal, inner.negated = "", False
        take_back_no(inner)
    if kind == "purpose":
        inner.modal, inner.tense, inner.gladly = "können", "past" if past else "present", False
    return inner


def _reason(think: Thinker, subject: Participant | None, tense: str) -> Clause:
    who = (
        subject
        if isinstance(subject, Pronoun) and not subject.thing
        else think.participant(("human",), subject=True, light=True)
    )
    adjective = think.ranked([a for a in modifiers.ADJECTIVES if a.german in MOODS])
    degree = think.ranked(modifiers.DEGREES) if think.chance(0.4) else None
    return Clause(COPULA, who, (Predicate(adjective, degree),), "present" if tense == "present" else "past")


def _retime(think: Thinker, clause: Clause, kinds: set[str]) -> None:
    """Drop times that do not fit a tense that has changed."""
    clause.gladly = False
    clause.circumstances = tuple(
        item
        for item in clause.circumstances
        if not isinstance(item, Adverbial)
        or item.role not in ("time", "frequency")
        or item.expression.kind in kinds
    )


def _content(think: Thinker) -> Clause:
    """`Ich weiß, dass ...`, `Sie fragt, ob ...`"""
    verb = think.ranked(CONTENT_VERBS)
    subject = think.participant(("human",), subject=True, light=True)
    tense = "present" if think.chance(0.6) else "past"
    if isinstance(subject, Pronoun) and subject.key in ("du", "ihr"):
        tense = "present"
    clause = Clause(verb, subject, tense=tense)
    if verb.slots[0].case == "ob" and verb.german.infinitive == "wissen":
        clause.negated = not is_vague(clause)
    inner_tense = "" if tense == "present" else think.rng.choice(("past", "pluperfect"))
    described = think.chance(0.2)
    inner = description(think) if described else action(think, tense=inner_tense)
    if described and tense == "past":
        inner.tense, inner.circumstances = "past", ()
    elif inner_tense == "pluperfect":
        inner.circumstances, inner.gladly, inner.modal = (), False, ""
    elif inner_tense == "past":
        _retime(think, inner, {"past", "late"})
    clause.links = (Link(CONJUNCTIONS[verb.slots[0].case], inner),)
    return clause


def _infinitive(think: Thinker) -> Clause:
    """`Er versucht, das Fenster zu öffnen`, `Sie geht in die Stadt, um einzukaufen`."""
    kind = think.ranked(("zu", "um", "ohne"), 1)
    if kind == "zu":
        subject = think.participant(("human",), subject=True, light=True)
        main = Clause(think.ranked(INFINITIVE_VERBS), subject)
        set_tense(think, main, think.rng.choice(("present", "perfect", "past")))
    else:
        main = action(think, think.participant(("human",), subject=True), verbs=DEEDS)
        main.gladly = main.negated = False
        take_back_no(main)
    inner = action(think, main.subject, tense="present", simple=True, verbs=DEEDS)
    inner.modal = ""
    main.links = (Link(INFINITIVES[kind], inner),)
    return main
