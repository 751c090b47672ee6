"""The English verb group: tense and aspect, auxiliaries, `do`, `not`, modals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from pitchpipe.data.language.english_forms import BE, BE_PAST, BE_PRESENT, HAVE, EnglishVerb, english_verb
from pitchpipe.data.language.meaning import FINITE, GLADLY, MAIN, NEGATION, Adverbial, Clause, Word
from pitchpipe.data.language.words import Expression

T = TypeVar("T")

_WANT, _TRY, _LIKE, _ENJOY, _GO = (english_verb(text) for text in ("want", "need", "like", "enjoy", "go went gone"))
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
_FINITE_VERBS = {"be": BE, "have": HAVE, "want": _WANT, "need": _TRY}
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
    clause: Clause, verb: EnglishVerb, person: int, choose: Chooser, *, negated: bool, inverted: bool, plain: bool
) -> VerbGroup:
    """The words of the verb for a subject of this person; `plain` allows no progressive and no `will`."""
    past, steps = _chain(clause, verb, choose, plain, negated)
    main = (clause.tag + MAIN,)
    finite = (clause.tag + FINITE,)
    first, rest = _finite(steps, verb, past, person, main, finite, force=negated or inverted)
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
    state = "state" in clause.verb.flags or verb.base == "be" or clause.passive
    times = _times(clause)
    have, be = _Step(HAVE, "participle", tags), _Step(BE, "ing", tags)
    will, going = [_Step("will", "base", tags)], [_Step(BE, "ing", tags), _Step(_GO, "to", tags)]
    if clause.tense == "past":
        return True, []
    if clause.tense == "pluperfect":
        return True, [have]
    if clause.tense == "perfect":
        if times & {"done", "never"}:
            return False, [have]
        if times & {"past", "late"} or clause.question or clause.links or plain:
            return True, []
        return choose(((True, []), (False, [have])))
    if clause.tense == "future":
        return False, choose((will, going))
    if "since" in times:
        return False, [have] if state else choose(([have, be], [have]))
    if plain or state or times & {"habit", "often", "never"}:
        soon = "soon" in times and not plain
        return False, list(will) if soon else []
    if isinstance(clause.question, Expression) and clause.question.kind == "time":
        return False, choose(([be], will))
    if "now" in times:
        return False, [be]
    if "soon" in times:
        return False, choose((will, going, [be]))
    ways: tuple[list[_Step], ...] = ([be], []) if "quick" not in clause.verb.flags else ([], [be])
    return False, choose(ways)


def _finite(
    steps: list[_Step],
    verb: EnglishVerb,
    past: bool,
    person: int,
    main: tuple[int, ...],
    finite: tuple[int, ...],
    force: bool,
) -> tuple[list[Word], list[Word]]:
    """The operator (none where a full verb is finite) and the rest of the chain."""
    words: list[Word] = []
    chain: list[tuple[EnglishVerb | str, tuple[int, ...]]] = [(step.verb, step.tags) for step in steps]
    chain.append((verb, main if steps else main + finite))
    head, tags = chain[0]
    if isinstance(head, str):
        operator: list[Word] = [(head, tags)]
    elif head.base == "be":
        operator = [((BE_PAST if past else BE_PRESENT)[person], tags)]
    elif head is HAVE and steps and steps[0].then == "participle":
        operator = [("had" if past else "has" if person == 2 else "have", tags)]
    elif force:
        do = "did" if past else "does" if person == 2 else "do"
        operator = [(do, finite)]
        words = [(head.base, tags if steps else main)]
    else:
        operator = []
        words = [(head.past if past else head.third if person == 2 else head.base, tags)]
    for step, (following, following_tags) in zip(steps, chain[1:], strict=True):
        form = step.then
        if form in ("able", "supposed", "allowed"):
            words.append((form, step.tags))
            form = "to"
        if form == "to":
            words.append(("to", step.tags))
        assert isinstance(following, EnglishVerb)
        words.append((ending_of(following, form), following_tags))
    return operator, words
