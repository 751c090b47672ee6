"""The English verb group: tense and aspect, auxiliaries, `do`, `not`, modals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TypeVar

from pitchpipe.data.language.english_forms import BE, BE_PAST, BE_PRESENT, HAVE, EnglishVerb, english_verb
from pitchpipe.data.language.meaning import FINITE, GLADLY, MAIN, NEGATION, Adverbial, Clause, Word
from pitchpipe.data.language.words import Expression

T = TypeVar("T")

_WANT, _NEED, _LIKE, _ENJOY, _GO = (
    english_verb(text) for text in ("want", "need", "like", "enjoy", "go went gone")
)
_USUAL = 0.55
"""How often the first of several ways is taken."""


class Chooser:
    """Takes one of several ways to say a thing: the usual one, or, with a random generator, any of them."""

    def __init__(self, rng: Random | None = None) -> None:
        self._random = rng.random if rng else None

    def __call__(self, options: Sequence[T]) -> T:
        if self._random is None or len(options) == 1:
            return options[0]
        for option in options[:-1]:
            if self._random() < _USUAL:
                return option
        return options[-1]


@dataclass(slots=True)
class VerbGroup:
    """The operator, which a question puts before the subject, and the words after it."""

    operator: list[Word]
    negation: list[Word]
    rest: list[Word]


@dataclass(frozen=True, slots=True)
class _Step:
    """One verb of a chain: how it makes the next one look (`base`, `to`, `ing`, `participle`), and its tags."""

    verb: EnglishVerb | str
    then: str
    tags: tuple[int, ...]


# For each German modal: English ways for (present, past, present negated); a plain string is a modal of English,
# a pair is a verb with an infinitive.
_MODALS: dict[str, tuple[tuple[tuple[str, ...], ...], ...]] = {
    "können": ((("can",), ("be", "able", "to")), (("could",), ("be", "able", "to")), (("can",),)),
    "müssen": ((("have", "to"), ("must",)), (("have", "to"),), (("have", "to"), ("need", "to"))),
    "wollen": ((("want", "to"),), (("want", "to"),), (("want", "to"),)),
    "sollen": ((("should",), ("be", "supposed", "to")), (("be", "supposed", "to"),), (("should",),)),
    "dürfen": (
        (("may",), ("be", "allowed", "to")),
        (("be", "allowed", "to"),),
        (("be", "allowed", "to"), ("must",)),
    ),
    "möchten": ((("would", "like", "to"), ("want", "to")), (("want", "to"),), (("want", "to"),)),
}
_ENGLISH_MODALS = {"can", "could", "must", "should", "may", "would", "will"}
_FINITE_VERBS = {"be": BE, "have": HAVE, "want": _WANT, "need": _NEED}
_CONTRACTIONS = {
    "do": "don't",
    "does": "doesn't",
    "did": "didn't",
    "is": "isn't",
    "are": "aren't",
    "was": "wasn't",
    "were": "weren't",
    "has": "hasn't",
    "have": "haven't",
    "had": "hadn't",
    "can": "can't",
    "could": "couldn't",
    "should": "shouldn't",
    "would": "wouldn't",
    "will": "won't",
}


def verb_group(
    clause: Clause,
    verb: EnglishVerb,
    person: int,
    choose: Chooser,
    *,
    negated: bool,
    inverted: bool,
    plain: bool,
) -> VerbGroup:
    """The words of the verb for a subject of this person; `plain` allows no progressive and no `will`."""
    past, steps = _chain(clause, verb, choose, plain, negated)
    first, rest = _finite(clause, [*steps, _Step(verb, "", ())], past, person, force=negated or inverted)
    if not negated or not first:
        return VerbGroup(first, [], rest)
    word, tags = first[0]
    mark = (clause.tag + NEGATION,)
    if word == "can" and not inverted:
        return VerbGroup([], [], [*choose(([("cannot", tags + mark)], [("can't", tags + mark)])), *rest])
    if word in _CONTRACTIONS and not inverted and choose((False, True)):
        return VerbGroup([(_CONTRACTIONS[word], tags + mark)], [], rest)
    return VerbGroup(first, [("not", mark)], rest)


def ending_of(verb: EnglishVerb, form: str) -> str:
    """The word for a non-finite form of a verb."""
    return {"base": verb.base, "to": verb.base, "ing": verb.ing, "participle": verb.participle}[form]


def _times(clause: Clause) -> set[str]:
    return {
        item.expression.kind
        for item in clause.circumstances
        if isinstance(item, Adverbial) and item.role in ("time", "frequency")
    }


def _chain(
    clause: Clause, verb: EnglishVerb, choose: Chooser, plain: bool, negated: bool
) -> tuple[bool, list[_Step]]:
    """Whether the first verb is past, and the verbs before the main one."""
    finite = (clause.tag + FINITE,)
    past = clause.tense in ("past", "pluperfect")
    steps: list[_Step] = []
    if clause.modal:
        present, before, negative = _MODALS[clause.modal]
        ways = before if past else negative if negated else present
        steps = _modal_steps(choose(ways), finite)
    elif clause.gladly:
        like, then = choose(((_LIKE, "to"), (_LIKE, "ing"), (_ENJOY, "ing")))
        past = past or clause.tense == "perfect"
        steps = [_Step(like, then, (clause.tag + GLADLY,))]
    else:
        past, steps = _tense_steps(clause, verb, choose, plain, finite)
    if clause.passive:
        steps.append(_Step(BE, "participle", finite))
    return past, steps


def _modal_steps(way: tuple[str, ...], tags: tuple[int, ...]) -> list[_Step]:
    if way[0] in _ENGLISH_MODALS:
        steps = [_Step(way[0], "base", tags)]
        return [*steps, _Step(_LIKE, "to", tags)] if len(way) > 1 else steps
    if len(way) == 3:
        return [_Step(BE, way[1], tags)]
    return [_Step(_FINITE_VERBS[way[0]], "to", tags)]


def _tense_steps(
    clause: Clause, verb: EnglishVerb, choose: Chooser, plain: bool, tags: tuple[int, ...]
) -> tuple[bool, list[_Step]]:
    have = _Step(HAVE, "participle", tags)
    if clause.tense == "past":
        return True, []
    if clause.tense == "pluperfect":
        return True, [have]
    if clause.tense == "perfect":
        times = _times(clause)
        if times & {"done", "never"}:
            return False, [have]
        finished = times & {"past", "late"} or clause.question or clause.links or plain
        return (True, []) if finished else choose(((True, []), (False, [have])))
    return False, choose(_present_ways(clause, verb, plain, tags))


def _present_ways(
    clause: Clause, verb: EnglishVerb, plain: bool, tags: tuple[int, ...]
) -> tuple[list[_Step], ...]:
    """What a German present or future may be in English, the usual way first."""
    times = _times(clause) | {link.conjunction.kind for link in clause.links}
    if isinstance(clause.question, Expression) and clause.question.kind == "time":
        times.add("when")
    state = "state" in clause.verb.flags or verb.base == "be" or clause.passive
    have, be = _Step(HAVE, "participle", tags), _Step(BE, "ing", tags)
    simple: list[_Step] = []
    progressive, will = [be], [_Step("will", "base", tags)]
    going = [be, _Step(_GO, "to", tags)]
    if clause.tense == "future":
        return will, going
    if "since" in times:
        return ([have],) if state else ([have, be], [have])
    if plain or state or times & {"habit", "often", "never", "time", "until"}:
        return (will,) if "soon" in times and not plain and not state else (simple,)
    known: dict[str, tuple[list[_Step], ...]] = {
        "condition": (will, simple),
        "when": (progressive, will),
        "now": (progressive,),
        "soon": (will, going, progressive),
    }
    usual = (simple, progressive) if "quick" in clause.verb.flags else (progressive, simple)
    return next((ways for kind, ways in known.items() if kind in times), usual)


def _finite(
    clause: Clause, steps: list[_Step], past: bool, person: int, *, force: bool
) -> tuple[list[Word], list[Word]]:
    """The operator (none where a full verb is finite) and the rest of the chain."""
    main, finite = (clause.tag + MAIN,), (clause.tag + FINITE,)
    alone = len(steps) == 1
    first, words = steps[0], []
    head = first.verb
    tags: tuple[int, ...] = main + finite if alone else first.tags
    if isinstance(head, str):
        operator: list[Word] = [(head, tags)]
    elif head.base == "be":
        operator = [((BE_PAST if past else BE_PRESENT)[person], tags)]
    elif first.verb is HAVE and first.then == "participle":
        operator = [("had" if past else "has" if person == 2 else "have", tags)]
    elif force:
        operator = [("did" if past else "does" if person == 2 else "do", finite)]
        words = [(head.base, main if alone else tags)]
    else:
        operator = []
        words = [(head.past if past else head.third if person == 2 else head.base, tags)]
    return operator, [*words, *_chained(steps, main)]


def _chained(steps: list[_Step], main: tuple[int, ...]) -> list[Word]:
    """The verbs after the first one, each in the form that the one before it asks for."""
    words: list[Word] = []
    for step, following in pairwise(steps):
        assert isinstance(following.verb, EnglishVerb)
        form = step.then
        if form in ("able", "supposed", "allowed"):
            words.append((form, step.tags))
            form = "to"
        if form == "to":
            words.append(("to", step.tags))
        words.append((ending_of(following.verb, form), following.tags or main))
    return words
