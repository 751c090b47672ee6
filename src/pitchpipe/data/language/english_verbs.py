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
_FORMS = ("be was been", "have had had", "do did done", "want", "need")
_HELPERS = {verb.base: verb for verb in map(english_verb, _FORMS)}


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
    clause: Clause, verb: EnglishVerb, person: int, facts: set[str], choose: Chooser
) -> tuple[list[Word], list[Word], list[Word]]:
    """The operator, which a question puts before the subject, `not`, and the verbs after it.

    The facts are conditions of the table, and `inverted`.
    """
    way = choose(_ways(clause, verb, facts))
    past = way.startswith("<")
    first, *rest = way.removeprefix("<").split()
    forms = {"V": verb.base, "V-ing": verb.ing, "V-en": verb.participle}
    words = [say(forms.get(word, word), clause, "main" if word in forms else "finite")[0] for word in rest]
    tags = ("main", "finite") if first == "V" else ("finite",)
    head = verb if first == "V" else _HELPERS.get(first)
    if head is None:
        operator = say(first, clause, *tags)
    elif head.base == "be" or (first == "have" and rest[0] != "to"):
        operator = say(head.finite(past, person), clause, *tags)
    elif facts & {"negated", "inverted"}:
        operator = say(_HELPERS["do"].finite(past, person), clause, "finite")
        words = [*say(head.base, clause, tags[0]), *words]
    else:
        return [], [], [*say(head.finite(past, person), clause, *tags), *words]
    if "negated" not in facts:
        return operator, [], words
    (word, tagged), negation = operator[0], (clause.negator, "not")
    if "inverted" in facts or word in ("am", "may", "must") or (word != "can" and choose((True, False))):
        return operator, [("not", (negation,))], words
    joined = choose(("cannot", "can't")) if word == "can" else "won't" if word == "will" else f"{word}n't"
    return [(joined, (*tagged, negation))], [], words


def _ways(clause: Clause, verb: EnglishVerb, facts: set[str]) -> list[str]:
    """What the table gives for a tense under the conditions of a clause."""
    facts = {*facts, *clause.verb.traits, clause.tense, clause.linked_by}
    facts |= {adverb.kind for adverb in clause.adverbs.values()}
    facts |= {*["linked"] * bool(clause.link), *["asked"] * clause.asked, *["state"] * (verb.base == "be")}
    rows = _TENSES[clause.modal or clause.tense]
    return next(ways for conditions, ways in rows if conditions <= facts)
