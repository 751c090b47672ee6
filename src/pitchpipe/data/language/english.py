"""A meaning said in English: subject, verb, object, manner, place, time.

Wherever English has a choice (a synonym, a tense, the place of an adverb) a `Chooser` makes it: the usual way, or
at random. Saying one meaning several times gives several references.
"""

from __future__ import annotations

from pitchpipe.data.language.english_forms import EnglishVerb
from pitchpipe.data.language.english_phrases import THIRD, expression, participant, predicate, prepositional
from pitchpipe.data.language.english_verbs import Chooser, VerbGroup, ending_of, verb_group
from pitchpipe.data.language.meaning import (
    EXPLETIVE,
    FINITE,
    MAIN,
    MARK,
    Adverbial,
    Clause,
    Link,
    Name,
    NounPhrase,
    Pair,
    Predicate,
    PrepositionalPhrase,
    Pronoun,
    Sentence,
    Word,
)
from pitchpipe.data.language.verbs import THERE_IS, WEATHER
from pitchpipe.data.language.words import Expression

_SIMPLE_AFTER = {"condition", "time", "soon", "until", "before", "purpose", "after", "once"}
"""Conjunctions after which English uses no `will`, and here neither progressive nor present perfect."""
_KEPT_LAST = {"dass", "ob", "until", "zu", "um", "ohne", "purpose"}
"""Kinds of dependent clauses that English does not move to the front."""
_NO_COMMA = {"perhaps", "maybe"}
_INSIDE = {"probably", "definitely"}
_END_ORDER = ("direction", "agent", "manner", "means", "place", "time")
_DIRECT = (NounPhrase, Name, Pronoun, Pair)


def say(sentence: Sentence, choose: Chooser) -> list[Word]:
    """The words of a sentence, each with the tags it realises."""
    words = _main(sentence.clause, choose)
    if sentence.second is not None and sentence.conjunction is not None:
        joined = expression(sentence.conjunction, sentence.tag, choose)
        if sentence.conjunction.kind in ("so", "but") or choose((False, True)):
            words.append((",", (sentence.tag + 2,)))
        words += [*joined, *_main(sentence.second, choose, opening=False)]
    mark = "?" if sentence.clause.question else "!" if sentence.clause.imperative else "."
    return [*words, (mark, (sentence.tag + 3,))]


def _main(clause: Clause, choose: Chooser, opening: bool = True) -> list[Word]:
    before: list[Word] = []
    after: list[Word] = []
    for link in clause.links:
        words = _link(link, choose)
        movable = link.conjunction.kind not in _KEPT_LAST
        first = link.first if not movable else choose((link.first, link.first, not link.first))
        if first and not clause.question:
            before += [*words, (",", (link.tag + 2,))]
        else:
            after += words
    return [*before, *_clause(clause, choose, opening=opening and not before), *after]


def _link(link: Link, choose: Chooser) -> list[Word]:
    kind = link.conjunction.kind
    clause = link.clause
    infinitive = (clause.tag + EXPLETIVE,)
    if kind == "ohne":
        return [("without", (link.tag + 5,)), *_clause(clause, choose, form="ing")]
    if kind in ("zu", "um"):
        order: list[Word] = [("in", (link.tag + 5,)), ("order", (link.tag + 5,))] if kind == "um" else []
        return [*(choose(([], order))), ("to", infinitive), *_clause(clause, choose, form="base")]
    lead = expression(link.conjunction, link.tag, choose)
    if kind == "dass" and choose((False, True)):
        lead = []
    return [*lead, *_clause(clause, choose, plain=kind in _SIMPLE_AFTER, nested=True)]


def relative_clause(clause: Clause, head: NounPhrase, person: int, choose: Chooser) -> list[Word]:
    """`who`, `which` or `that` and a clause with a gap; the pronoun may be left out where it is no subject."""
    human = head.noun.kind in ("person", "family")
    pronouns = ["who", "that"] if human else ["that", "which"]
    if clause.gap is not _subject_of(clause):
        pronouns = [*pronouns[:1], "", *pronouns[1:]]
    pronoun = choose(pronouns)
    lead: list[Word] = [(pronoun, (head.tag + MARK,))] if pronoun else []
    return [*lead, *_clause(clause, choose, gap_person=person, nested=True)]


def _subject_of(clause: Clause) -> object:
    return clause.complements[0] if "swap" in clause.verb.flags else clause.subject


def _clause(
    clause: Clause,
    choose: Chooser,
    *,
    form: str = "finite",
    plain: bool = False,
    nested: bool = False,
    gap_person: int = THIRD,
    opening: bool = False,
) -> list[Word]:
    by_vehicle = any(item.role == "means" for item in clause.circumstances)
    verb = clause.verb.english[0] if by_vehicle else choose(clause.verb.english)
    kein = any(isinstance(c, NounPhrase) and c.determiner == "no" for c in clause.complements)
    no_word = kein and clause.negated and choose((clause.verb is THERE_IS, clause.verb is not THERE_IS))
    negated = clause.negated and not no_word
    after = _after(clause, verb, choose, no_word)
    may_open = form == "finite" and not clause.question
    front, middle, end = _circumstances(clause, choose, may_open, opening)
    if form != "finite":
        main = [(ending_of(verb, form), (clause.tag + MAIN, clause.tag + FINITE))]
        return [*middle, *main, *after, *end]
    subject, person = _subject(clause, choose, gap_person)
    if clause.imperative:
        return [*front, (verb.base, (clause.tag + MAIN, clause.tag + FINITE)), *after, *end]
    asked = bool(clause.question) and not nested
    inverted = asked and not (clause.gap is not None and clause.gap is _subject_of(clause))
    group = verb_group(clause, verb, person, choose, negated=negated, inverted=inverted, plain=plain)
    lead: list[Word] = []
    if isinstance(clause.question, Expression):
        lead = expression(clause.question, clause.tag + 8, choose)
    return [*front, *lead, *_ordered(group, subject, middle, inverted), *after, *end]


def _ordered(group: VerbGroup, subject: list[Word], middle: list[Word], inverted: bool) -> list[Word]:
    if inverted:
        return [*group.operator, *subject, *group.negation, *middle, *group.rest]
    return [*subject, *group.operator, *group.negation, *middle, *group.rest]


def _subject(clause: Clause, choose: Chooser, gap_person: int) -> tuple[list[Word], int]:
    tags = (clause.tag + EXPLETIVE,)
    if clause.verb is THERE_IS:
        thing = clause.complements[0]
        assert isinstance(thing, NounPhrase)
        number = thing.noun.english[0].number
        many = number == "plural" or ((thing.plural or thing.noun.plural_only) and number != "mass")
        return [("there", tags)], 5 if many else THIRD
    if clause.verb in WEATHER:
        return [("it", tags)], THIRD
    subject = _subject_of(clause)
    if subject is clause.gap:
        return [], gap_person
    assert isinstance(subject, _DIRECT)
    return participant(subject, choose, subject=True)


def _after(clause: Clause, verb: EnglishVerb, choose: Chooser, no_word: bool) -> list[Word]:
    """Particle, objects and other complements, in order."""
    particle: list[Word] = [(word, (clause.tag + MAIN,)) for word in verb.particle]
    if "swap" in clause.verb.flags:
        if clause.subject is None or clause.subject is clause.gap:
            return particle
        return [*particle, *participant(clause.subject, choose)[0]]
    slots = clause.verb.slots
    if len(slots) == 2 and (slots[0].case, slots[1].case) == ("dat", "acc"):
        return _two_objects(clause, particle, choose, no_word)
    words: list[Word] = []
    negation = None if no_word else clause.tag
    for index, complement in enumerate(clause.complements):
        last = index == len(clause.complements) - 1
        override = verb.preposition if last else None
        said = _complement(clause, index, choose, override, negation)
        if index == 0 and particle and verb.movable and said:
            light = isinstance(complement, Pronoun)
            heavy = len(said) > 4 or complement is clause.gap
            between = light or (not heavy and choose((False, True)))
            words += [*said, *particle] if between else [*particle, *said]
            particle = []
        else:
            words += [*particle, *said]
            particle = []
    return [*words, *particle]


def _complement(
    clause: Clause, index: int, choose: Chooser, override: str | None, negation: int | None
) -> list[Word]:
    complement = clause.complements[index]
    if isinstance(complement, PrepositionalPhrase):
        return _governed(clause, complement, choose, override)
    if isinstance(complement, Predicate):
        return predicate(complement, choose)
    if isinstance(complement, Adverbial):
        return expression(complement.expression, complement.tag, choose)
    slots = clause.verb.slots
    preposition = override if override is not None else slots[index].english if index < len(slots) else ""
    lead: list[Word] = [(word, (clause.tag + MAIN,)) for word in preposition.split()]
    return (
        lead if complement is clause.gap else [*lead, *participant(complement, choose, negation=negation)[0]]
    )


def _governed(
    clause: Clause, phrase: PrepositionalPhrase, choose: Chooser, override: str | None
) -> list[Word]:
    """A complement with a preposition; of an object that is asked for, the preposition stays behind."""
    if phrase.role != "object":
        return [] if phrase is clause.gap else prepositional(phrase, choose)
    if phrase is clause.gap:
        return [(word, (phrase.tag,)) for word in (phrase.english if override is None else override).split()]
    return prepositional(phrase, choose, override)


def _two_objects(clause: Clause, particle: list[Word], choose: Chooser, no_word: bool) -> list[Word]:
    receiver, thing = clause.complements
    negation = None if no_word else clause.tag
    said: list[Word] = []
    if thing is not clause.gap:
        assert isinstance(thing, _DIRECT)
        said = participant(thing, choose, negation=negation)[0]
    to: list[Word] = [("to", ())]
    if receiver is clause.gap:
        return [*said, *particle, *to]
    assert isinstance(receiver, _DIRECT)
    whom = participant(receiver, choose)[0]
    heavy = isinstance(receiver, NounPhrase) and receiver.relative is not None
    last = "to" in clause.verb.flags or isinstance(thing, Pronoun)
    if not last and (isinstance(receiver, Pronoun) or (not heavy and choose((True, False)))):
        return [*particle, *whom, *said]
    return [*said, *particle, *to, *whom]


def _circumstances(
    clause: Clause, choose: Chooser, may_open: bool, opening: bool
) -> tuple[list[Word], list[Word], list[Word]]:
    """Adverbials before the subject, inside the verb group, and at the end: manner, place, time.

    After an object with a relative clause they would be taken for a part of it, so they come before.
    """
    front: list[Word] = []
    middle: list[Word] = []
    ends: dict[str, list[Word]] = {role: [] for role in _END_ORDER}
    spoken = [c for c in clause.complements if c is not clause.gap]
    heavy = any(isinstance(c, NounPhrase) and c.relative is not None for c in spoken)
    for item in clause.circumstances:
        if item is clause.gap:
            continue
        if isinstance(item, PrepositionalPhrase):
            ends[item.role] += prepositional(item, choose)
            continue
        words = expression(item.expression, item.tag, choose)
        early = (
            may_open and not front and (heavy or (opening and choose((item is clause.front, False, True))))
        )
        if item.role == "comment":
            front, middle = _comment(words, front, middle)
        elif item.role == "frequency" or (item.role == "manner" and heavy and words[0][0].endswith("ly")):
            middle = [*middle, *words]
        elif item.role == "time" and early:
            front = [*words, *([] if len(words) == 1 else [(",", ())])]
        else:
            ends[item.role] += words
    return front, middle, [word for role in _END_ORDER for word in ends[role]]


def _comment(words: list[Word], front: list[Word], middle: list[Word]) -> tuple[list[Word], list[Word]]:
    if words[0][0] in _INSIDE:
        return front, [*words, *middle]
    comma: list[Word] = [] if words[0][0] in _NO_COMMA or words[0][0] == "please" else [(",", ())]
    return [*words, *comma, *front], middle
