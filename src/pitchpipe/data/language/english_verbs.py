"""The English verb group: tenses and modals by the table `words/tenses.tsv`, `do`, `not`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from pitchpipe.data.language.english_forms import EnglishVerb, english_verb
from pitchpipe.data.language.meaning import Clause, Word, say
from pitchpipe.data.language.tables import grouped

T = TypeVar("T")

_USUAL = 0.55
"""How often the first of several ways is taken."""
_TENSES = {
    tense: [(frozenset(row[0].split()), row[1].split(", ")) for row in rows]
    for tense, rows in grouped("tenses").items()
}
_BE, _HAVE, _DO, _WANT, _NEED = map(
    english_verb, ("be was been", "have had had", "do did done", "want", "need")
)
_HELPERS = {"be": _BE, "have": _HAVE, "want": _WANT, "need": _NEED}


class Chooser:
    """Takes one of several ways to say a thing: the usual one, or, with a random generator, any of them."""

    def __init__(self, rng: Random | None = None) -> None:
        self._random = rng.random if rng else lambda: 0.0

    def __call__(self, options: Sequence[T]) -> T:
        for option in options[:-1]:
            if self._random() < _USUAL:
                return option
        return options[-1]


def verb_group(
    clause: Clause,
    verb: EnglishVerb,
    person: int,
    choose: Chooser,
    *,
    negated: bool,
    inverted: bool,
    plain: bool,
) -> tuple[list[Word], list[Word]]:
    """The operator, which a question puts before the subject, and the words after it; `plain` is as in the table."""
    way = choose(_ways(clause, verb, negated, plain))
    past = way.startswith("<")
    first, *rest = way.removeprefix("<").split()
    forms = {"V": verb.base, "V-ing": verb.ing, "V-en": verb.participle}
    words = [
        pair
        for word in rest
        for pair in say(forms.get(word, word), clause, "main" if word in forms else "finite")
    ]
    tags = ("main", "finite") if first == "V" else ("finite",)
    head = verb if first == "V" else _HELPERS.get(first)
    if head is None:
        operator = say(first, clause, *tags)
    elif head.base == "be" or (first == "have" and rest[0] != "to"):
        operator = say(head.finite(past, person), clause, *tags)
    elif negated or inverted:
        operator = say(_DO.finite(past, person), clause, "finite")
        words = [*say(head.base, clause, tags[0]), *words]
    else:
        return [], [*say(head.finite(past, person), clause, *tags), *words]
    return _negated(operator[0], words, clause.negator, choose, inverted) if negated else (operator, words)


def _negated(
    operator: Word, rest: list[Word], node: object, choose: Chooser, inverted: bool
) -> tuple[list[Word], list[Word]]:
    word, tags = operator
    if inverted or word in ("am", "may", "must") or (word != "can" and choose((True, False))):
        return [operator], [*say("not", node, "not"), *rest]
    joined = choose(("cannot", "can't")) if word == "can" else "won't" if word == "will" else f"{word}n't"
    return [(joined, (*tags, (node, "not")))], rest


def _ways(clause: Clause, verb: EnglishVerb, negated: bool, plain: bool) -> list[str]:
    """What the table gives for a tense under the conditions of a clause."""
    facts = {*clause.verb.traits, *(adverb.kind for adverb in clause.adverbs.values()), clause.tense}
    facts |= {clause.conjunction.kind, "linked"} if clause.conjunction else set()
    named = {"negated": negated, "plain": plain, "asked": clause.asked, "state": verb.base == "be"}
    facts |= {name for name, true in named.items() if true}
    rows = _TENSES[clause.modal or clause.tense]
    return next(ways for conditions, ways in rows if conditions <= facts)
