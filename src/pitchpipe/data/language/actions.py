"""Random clauses with a verb of the table: its frame filled, a tense, adverbs, negation, relative clauses."""

from __future__ import annotations

from functools import cache

from pitchpipe.data.language import modifiers
from pitchpipe.data.language.meaning import (
    Adverbial,
    Clause,
    Complement,
    NounPhrase,
    Pair,
    Participant,
    PrepositionalPhrase,
    Pronoun,
)
from pitchpipe.data.language.nouns import kinds_of
from pitchpipe.data.language.thinker import Thinker
from pitchpipe.data.language.traits import is_human, is_many, is_quantified, is_vague
from pitchpipe.data.language.verbs import VERBS
from pitchpipe.data.language.words import Slot, Verb

_LASTING = {"wohnen", "arbeiten", "leben", "kennen", "warten", "schlafen", "suchen", "spielen"}
"""Verbs of which one says how long they have been going on."""
PAST_RATHER = {"sein", "haben", "wissen", "kennen", "stehen", "liegen", "wohnen", "geben", "mögen"}
"""Verbs whose past is told in the preterite, not in the perfect."""
_MODALS = ("können", "müssen", "wollen", "möchten", "sollen", "dürfen")
_WITH_RELATIVE = {"person", "thing", "readable", "clothes", "vehicle", "building"}
"""Kinds of nouns that relative clauses say more about."""
DEEDS = tuple(
    verb
    for verb in VERBS
    if "human" in verb.subjects and not {"state", "solo", "swap"} & verb.flags and not verb.german.phrase
)
"""What one can ask someone to do."""


def action(
    think: Thinker,
    subject: Participant | None = None,
    *,
    tense: str = "",
    simple: bool = False,
    verbs: tuple[Verb, ...] = VERBS,
) -> Clause:
    """A clause with a verb of the table; `simple` has no adverbs and no relative clauses."""
    verb = think.ranked(verbs if subject is None or verbs is not VERBS else _verbs_for(_sort(subject)), 6)
    if subject is None:
        subject = think.participant(verb.subjects, subject=True, light=simple)
    clause = Clause(verb, subject)
    clause.complements = tuple(_fill(think, slot, simple) for slot in verb.slots)
    separate(think, clause)
    set_tense(think, clause, tense)
    if not simple:
        _circumstances(think, clause)
        _polarity(think, clause)
        _relative(think, clause)
    return clause


def _fill(think: Thinker, slot: Slot, simple: bool) -> Complement:
    if slot.case == "loc":
        return think.location(slot.kinds)
    if slot.case == "dir":
        return think.direction(slot.kinds)
    inner = think.participant(slot.kinds, light=simple or slot.case == "dat")
    if slot.preposition is None:
        return inner
    return PrepositionalPhrase(slot.preposition, slot.case, slot.english, inner)


def separate(think: Thinker, clause: Clause) -> None:
    """No `ich sehe mich`: pronouns of one person do not meet in a clause."""
    seen = set()
    people = [
        clause.subject,
        *(c.inner if isinstance(c, PrepositionalPhrase) else c for c in clause.complements),
    ]
    for who in people:
        if isinstance(who, Pronoun):
            while _company(who.key) in seen:
                who.key = think.rng.choice(("er", "sie", "they", "wir", "Sie"))
            seen.add(_company(who.key))
        if isinstance(who, NounPhrase) and who.determiner in ("du", "ihr", "Sie") and seen & {"you"}:
            who.determiner = "ich" if "I" not in seen else "the"


def set_tense(think: Thinker, clause: Clause, tense: str) -> None:
    """A tense, or a modal, that goes with verb and subject."""
    infinitive = clause.verb.german.infinitive
    roll = think.random()
    if tense:
        clause.tense = tense
    elif roll < 0.42:
        clause.tense = "present"
    elif roll < 0.66:
        clause.tense = "perfect"
    elif roll < 0.8:
        clause.tense = "past"
    elif roll < 0.86 and "state" not in clause.verb.flags:
        clause.tense = "future"
    elif not {"state", "solo"} & clause.verb.flags and is_human(clause.subject):
        clause.modal = think.ranked(_MODALS)
        clause.tense = "past" if clause.modal != "möchten" and think.chance(0.25) else "present"
    if clause.tense == "perfect" and infinitive in PAST_RATHER:
        clause.tense = "past"
    spoken_to = isinstance(clause.subject, Pronoun) and clause.subject.key in ("du", "ihr")
    if clause.tense == "past" and spoken_to and not clause.modal and infinitive not in PAST_RATHER:
        clause.tense = "perfect"


def _circumstances(think: Thinker, clause: Clause) -> None:
    """Adverbs and phrases of time, frequency, manner and place that fit."""
    flags = clause.verb.flags
    found: list[Adverbial | PrepositionalPhrase] = []
    if think.chance(0.5):
        time = time_for(think, clause)
        if time is not None:
            found.append(time)
    elif (
        clause.tense in ("present", "perfect")
        and not (clause.modal or "state" in flags)
        and think.chance(0.2)
    ):
        kind = {"often", "never"} if clause.tense == "present" else {"done", "never"}
        if not isinstance(clause.subject, Pronoun) or clause.subject.key not in ("niemand",):
            rows = [row for row in modifiers.FREQUENCIES if row.kind in kind]
            found.append(Adverbial(think.ranked(rows), "frequency"))
    if "place" in flags and think.chance(0.28):
        found.append(think.location(("place",)))
    elif clause.verb.german.infinitive in ("fahren", "reisen", "gehen") and think.chance(0.25):
        found.append(think.means(clause.verb.german.infinitive == "gehen"))
    company = "many" if is_many(clause.subject) else "one"
    if flags & {"care", "talk", "move"} and think.chance(0.16):
        rows = [row for row in modifiers.MANNERS if set(row.kind.split()) & (flags | {company})]
        found.append(Adverbial(think.ranked(rows), "manner"))
    clause.circumstances = tuple(found)
    if not found and "state" not in flags and "solo" not in flags and not clause.modal:
        likes = clause.tense == "present" and is_human(clause.subject) and "quick" not in flags
        clause.gladly = likes and think.chance(0.15)


def time_for(think: Thinker, clause: Clause) -> Adverbial | None:
    """A time that goes with the tense and the verb."""
    flags = clause.verb.flags
    if clause.tense in ("perfect", "past"):
        return think.time({"past", "late"})
    if clause.tense == "future" or clause.modal:
        return think.time({"soon", "late"})
    if clause.verb.german.infinitive in _LASTING and think.chance(0.4):
        return Adverbial(think.span("seit", "since"), "time")
    if "state" in flags:
        return None
    kinds = ({"habit"}, {"now"}, {"soon", "late"})
    return think.time(think.rng.choices(kinds, (3, 0 if "quick" in flags else 2, 5))[0])


def _polarity(think: Thinker, clause: Clause) -> None:
    """Perhaps a negation: `kein` before an indefinite object, else `nicht`."""
    kinds = {i.expression.kind for i in clause.circumstances if isinstance(i, Adverbial)}
    barred = bool(clause.gladly or kinds & {"done", "never", "often", "since", "now", "habit"})
    barred = barred or any(i.role == "manner" for i in clause.circumstances) or is_vague(clause)
    if barred or "solo" in clause.verb.flags or not think.chance(0.13) or not _deniable(clause):
        return
    clause.negated = True
    for complement in clause.complements:
        if isinstance(complement, NounPhrase) and complement.determiner in ("a", ""):
            complement.determiner = "no"
            break


def _deniable(clause: Clause) -> bool:
    """No number, quantifier or pair that a negation could be about."""
    parts = [c.inner if isinstance(c, PrepositionalPhrase) else c for c in clause.complements]
    if any(
        isinstance(part, Pair) or (isinstance(part, NounPhrase) and is_quantified(part)) for part in parts
    ):
        return False
    subject = clause.subject
    governed = [c.inner for c in clause.complements if isinstance(c, PrepositionalPhrase)]
    nouns = [part for part in (subject, *governed) if isinstance(part, NounPhrase)]
    return not any(is_quantified(noun) or noun.determiner in ("a", "") for noun in nouns)


def _relative(think: Thinker, clause: Clause) -> None:
    """Perhaps a relative clause on the subject or on an object."""
    if clause.negated or not think.chance(0.13):
        return
    candidates = [clause.subject, *clause.complements]
    fitting = [
        item
        for item in candidates
        if isinstance(item, NounPhrase)
        and item.determiner in ("the", "a")
        and not item.possessor
        and (
            item.noun.kind == "person"
            or item.noun.kind in ("thing", "readable", "clothes", "vehicle", "building")
        )
    ]
    if fitting:
        head = think.rng.choice(fitting)
        head.relative = _relative_clause(think, head, clause)
        head.extraposed = head is clause.complements[-1] if clause.complements else False


def _relative_clause(think: Thinker, head: NounPhrase, main: Clause) -> Clause:
    """A clause in which the head is the subject, an object, or under a preposition."""
    frames = _frames_with(head.noun.kind)
    if head.noun.kind == "person" and think.chance(0.5):
        verb = think.ranked(_verbs_for("human"), 6)
        clause = Clause(verb, head, tuple(_fill(think, slot, True) for slot in verb.slots), gap=head)
    else:
        clause = _object_gap(think, *think.ranked(frames, 4), head)
    separate(think, clause)
    told = main.tense if main.tense in ("past", "perfect") and not main.modal else "past"
    past = main.tense in ("past", "perfect")
    set_tense(think, clause, told if past else think.rng.choice(("present", "perfect")))
    if clause.tense != "present" and think.chance(0.3):
        clause.circumstances = (think.time({"past", "late"}),)
    return clause


def _object_gap(think: Thinker, verb: Verb, spot: int, head: NounPhrase) -> Clause:
    parts = [_fill(think, slot, True) for slot in verb.slots]
    slot = verb.slots[spot]
    gap: Complement = head
    if slot.preposition is not None:
        gap = PrepositionalPhrase(slot.preposition, slot.case, slot.english, head)
    parts[spot] = gap
    subject: Participant = Pronoun(think.ranked(("ich", "er", "sie", "wir", "du", "they"), 3))
    if think.chance(0.35):
        subject = (
            think.person_name() if think.chance(0.5) else think.phrase(("human",), known=True, light=True)
        )
    return Clause(verb, subject, tuple(parts), gap=gap)


@cache
def _verbs_for(sort: str) -> tuple[Verb, ...]:
    """The verbs whose subject may be human, or a noun of this kind, or any thing."""
    if sort == "human":
        people = {"human", "being", "person"}
        return tuple(verb for verb in VERBS if people & set(verb.subjects) and "swap" not in verb.flags)
    return tuple(verb for verb in VERBS if sort in kinds_of(verb.subjects) or "goods" in verb.subjects)


@cache
def _frames_with(kind: str) -> tuple[tuple[Verb, int], ...]:
    """Verbs that people do to a noun of this kind, with its place in the frame."""
    return tuple(
        (verb, index)
        for verb in _verbs_for("human")
        for index, slot in enumerate(verb.slots)
        if kind in kinds_of(slot.kinds) and slot.case in ("acc", "dat")
    )


def _sort(subject: Participant) -> str:
    if is_human(subject):
        return "human"
    return subject.noun.kind if isinstance(subject, NounPhrase) else "thing"


def _company(key: str) -> str:
    """Pronouns that cannot be told apart, or that include one another."""
    if key in ("ich", "wir"):
        return "I"
    return "you" if key in ("du", "ihr", "Sie") else key
