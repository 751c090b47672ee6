"""A meaning said in English: subject, verb, object, manner, place, time.

Wherever English has a choice (a synonym, a tense, the place of an adverb) a `Chooser` makes it. Saying one meaning
several times gives several references.
"""

from __future__ import annotations

from pitchpipe.data.language.english_forms import EnglishVerb
from pitchpipe.data.language.english_phrases import THIRD, english_phrase
from pitchpipe.data.language.english_verbs import Chooser, verb_group
from pitchpipe.data.language.meaning import COORDINATING, Clause, Phrase, Word, say, say_fixed

Said = dict[str, list[Word]]
"""The words of each role."""
_PLAIN = ("condition", "time", "soon", "until", "before", "purpose", "after", "once")
"""Conjunctions after which English uses neither `will` nor, here, progressive and present perfect."""
_KEPT_LAST = ("dass", "ob", "until", "zu", "um", "ohne", "purpose")
"""Kinds of dependent clauses that English does not move to the front."""
_NO_COMMA = ("perhaps", "maybe")
_END = ("object", "topic", "predicate", "direction", "manner", "place", "time")


def english(clause: Clause, choose: Chooser) -> list[Word]:
    """The words of a sentence, each with what it realises."""
    return [*_main(clause, choose), *say("?" if clause.asked else ".", clause, "stop")]


def _main(clause: Clause, choose: Chooser, *, opening: bool = True) -> list[Word]:
    if not clause.conjunction:
        return _clause(clause, choose, opening=opening)
    kind, comma = clause.conjunction.kind, say(",", clause, "comma")
    linked = _linked(clause, kind, choose)
    first = clause.linked_first
    if kind in COORDINATING:
        comma = comma if kind in ("so", "but") else choose(([], comma))
        return [*_clause(clause, choose, opening=opening), *comma, *linked]
    if kind not in _KEPT_LAST and choose((first, first, not first)):
        return [*linked, *comma, *_clause(clause, choose)]
    return [*_clause(clause, choose, opening=opening), *linked]


def _linked(clause: Clause, kind: str, choose: Chooser) -> list[Word]:
    """The clause that this one leads to, with its conjunction."""
    assert clause.link and clause.conjunction
    link, lead = clause.link, say_fixed(choose(clause.conjunction.english), clause, "conjunction")
    if kind in COORDINATING:
        return [*lead, *_main(link, choose, opening=False)]
    if kind == "ohne":
        return [*lead, *_clause(link, choose, form="ing")]
    if kind in ("zu", "um"):
        return [*lead[:-1], *say("to", link, "to"), *_clause(link, choose, form="base")]
    lead = choose((lead, [])) if kind == "dass" else lead
    return [*lead, *_clause(link, choose, plain=kind in _PLAIN)]


def _relative(phrase: Phrase, person: int, choose: Chooser) -> list[Word]:
    """`who`, `which` or `that` and a clause with a gap; the pronoun may be left out where it is no subject."""
    clause = phrase.relative
    assert clause
    ways = ["who", "that"] if "person" in phrase.noun.kinds else ["that", "which"]
    if clause.gap != "subject":
        ways.insert(1, "")
    lead = say(choose(ways), clause.parts[clause.gap], "relative")
    return [*lead, *_clause(clause, choose, person=person)]


def _clause(
    clause: Clause,
    choose: Chooser,
    *,
    form: str = "",
    person: int = THIRD,
    plain: bool = False,
    opening: bool = False,
) -> list[Word]:
    """One clause; `form` is that of an infinite verb, `person` that of a subject which is the gap."""
    verb = choose(clause.verb.english)
    parts, gap = dict(clause.parts), clause.gap
    if "swap" in clause.verb.traits:
        parts["subject"], parts["object"] = parts.pop("receiver"), parts["subject"]
        gap = {"receiver": "subject", "subject": "object"}.get(gap, gap)
    negated = clause.negated and (clause.negator is clause or choose((True, False)))
    subject, said = (
        parts.pop("subject"),
        {role: say_fixed(choose(fixed.english), clause, role) for role, fixed in clause.adverbs.items()},
    )
    for role, phrase in parts.items():
        lead = _preposition(clause, phrase, role, verb, stranded=role == gap)
        rest = english_phrase(phrase, choose, _relative, denied=negated)[0] if role != gap else []
        said[role] = [*lead, *rest]
    frequency = said.pop("frequency", [])
    if form:
        main = say(verb.ing if form == "ing" else verb.base, clause, "main", "finite")
        return [*frequency, *main, *_after(clause, verb, said, parts, choose)]
    words: list[Word] = []
    if gap != "subject":
        words, person = english_phrase(subject, choose, _relative, subject=True)
    inverted = clause.asked and gap != "subject"
    operator, rest = verb_group(clause, verb, person, choose, negated=negated, inverted=inverted, plain=plain)
    front = _front(clause, said, choose, opening)
    start = [*operator, *words] if inverted else [*words, *operator]
    cut = 1 if rest and rest[0][0] == "not" else 0
    return [*front, *start, *rest[:cut], *frequency, *rest[cut:], *_after(clause, verb, said, parts, choose)]


def _front(clause: Clause, said: Said, choose: Chooser, opening: bool) -> list[Word]:
    """What stands before the subject, taken out of what is said: a question word, a comment, perhaps the time.

    After an object with a relative clause a time would be taken for a part of it, so it comes before.
    """
    words = [*said.pop("question", []), *said.pop("comment", [])]
    if "comment" in clause.adverbs and words[0][0] not in _NO_COMMA:
        words += say(",", None)
    heavy = "object" in clause.parts and clause.parts["object"].relative
    if (
        "time" in said
        and not clause.asked
        and (heavy or (opening and choose((clause.front == "time", False, True))))
    ):
        time = said.pop("time")
        words += [*time, *(say(",", None) if len(time) > 1 else [])]
    return words


def _preposition(
    clause: Clause, phrase: Phrase, role: str, verb: EnglishVerb, *, stranded: bool
) -> list[Word]:
    """The preposition of a phrase, which a synonym of the verb may change; one of place is not left behind."""
    given = phrase.preposition
    if stranded and role in ("place", "direction"):
        return []
    text = given.english if given else ""
    if verb.preposition is not None and clause.verb.slots[-1].role == role:
        text = verb.preposition
    return say(text, phrase, "preposition") if given and given.german else say(text, clause, "main")


def _after(
    clause: Clause, verb: EnglishVerb, said: Said, parts: dict[str, Phrase], choose: Chooser
) -> list[Word]:
    """Everything after the verb: particle, objects and other complements, circumstances."""
    thing, particle = said.get("object", []), say(verb.particle, clause, "main")
    light = "object" in parts and "pronoun" in parts["object"].noun.kinds
    if verb.movable and thing and (light or (len(thing) <= 4 and choose((False, True)))):
        thing, particle = [*thing, *particle], []
    if "receiver" in said:
        receiver, gap = said.pop("receiver"), clause.gap == "receiver"
        last = "object" in parts and (gap or light or "to" in clause.verb.traits or choose((False, True)))
        to = say("to", parts["receiver"], "head") if last else []
        thing = [*thing, *to, *receiver] if last else [*receiver, *thing]
    said["object"] = thing
    return [*particle, *(word for role in _END for word in said.get(role, ()))]
