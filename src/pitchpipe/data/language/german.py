"""A meaning said in German: verb-second and verb-final clauses, and the order of the middle field."""

from __future__ import annotations

from pitchpipe.data.language.german_forms import (
    ACCUSATIVE,
    CASES,
    DATIVE,
    HABEN,
    NOMINATIVE,
    RELATIVE,
    SEIN,
    WERDEN,
    GermanVerb,
    german_verb,
)
from pitchpipe.data.language.german_phrases import (
    COMMA,
    INDEFINITE,
    PRONOUNS,
    expression,
    is_plural,
    participant,
    predicate,
    prepositional,
)
from pitchpipe.data.language.meaning import (
    EXPLETIVE,
    FINITE,
    GLADLY,
    MAIN,
    MARK,
    NEGATION,
    Adverbial,
    Clause,
    Complement,
    Link,
    Name,
    NounPhrase,
    Pair,
    Participant,
    Predicate,
    PrepositionalPhrase,
    Pronoun,
    Sentence,
    Tags,
    Word,
)
from pitchpipe.data.language.verbs import THERE_IS, WEATHER
from pitchpipe.data.language.words import Expression

_REFLEXIVE = {
    "acc": ("mich", "dich", "sich", "uns", "euch", "sich"),
    "dat": ("mir", "dir", "sich", "uns", "euch", "sich"),
}
_MODALS = {
    verb.infinitive: verb
    for verb in (
        german_verb(f"{infinitive} {past} {past}")
        for infinitive, past in (
            ("können", "konnte"),
            ("müssen", "musste"),
            ("wollen", "wollte"),
            ("sollen", "sollte"),
            ("dürfen", "durfte"),
            ("möchten", "wollte"),
        )
    )
}


def say(sentence: Sentence) -> list[Word]:
    """The words of a sentence, each with the tags it realises."""
    clause = sentence.clause
    words = _linked_clause(clause)
    if sentence.second is not None and sentence.conjunction is not None:
        conjunction = expression(sentence.conjunction, sentence.tag)
        if sentence.conjunction.kind != "and":
            words.append((",", (sentence.tag + 2,)))
        if sentence.conjunction.kind == "so":
            words += _main_clause(sentence.second, conjunction)
        else:
            words += conjunction + _linked_clause(sentence.second)
    mark = "?" if clause.question else "!" if clause.imperative else "."
    words.append((mark, (sentence.tag + 3,)))
    return _tidy(words)


def _tidy(words: list[Word]) -> list[Word]:
    """One comma where two meet, and none before the final mark."""
    return [
        word
        for word, following in zip(words, [*words[1:], None], strict=True)
        if word[0] != "," or (following is not None and following[0] not in ".,?!")
    ]


def _linked_clause(clause: Clause) -> list[Word]:
    for link in clause.links:
        if link.first:
            return _main_clause(clause, [*_link(link), (",", (link.tag + 2,))])
    return _main_clause(clause)


def _main_clause(clause: Clause, lead: list[Word] | None = None) -> list[Word]:
    finite, end = _verbs(clause)
    if lead is None:
        lead, skip = _front(clause)
    else:
        skip = None
    field, tail = _fields(clause, skip)
    return [*lead, finite, *field, *end, *tail]


def _front(clause: Clause) -> tuple[list[Word], object]:
    """What opens a main clause, and the constituent it leaves no trace of further on."""
    if clause.imperative or clause.question == "yes-no":
        return [], None
    if isinstance(clause.question, Expression):
        return expression(clause.question, clause.tag + 8), None
    if clause.front is not None:
        return _constituent(clause.front), clause.front
    return _subject(clause), clause.subject or clause


def _final_clause(clause: Clause, lead: list[Word]) -> list[Word]:
    finite, end = _verbs(clause, final=True)
    field, tail = _fields(clause, None)
    return [*lead, *field, *end, finite, *tail]


def _infinitive_clause(clause: Clause) -> list[Word]:
    tags: tuple[int, ...] = (clause.tag + MAIN, clause.tag + FINITE)
    field, tail = _fields(clause, clause.subject)
    words = clause.verb.german.to_infinitive
    marks = [(*tags, clause.tag + EXPLETIVE)] if len(words) == 1 else [(clause.tag + EXPLETIVE,), tags]
    return [*field, *zip(words, marks, strict=True), *tail]


def _link(link: Link) -> list[Word]:
    lead = expression(link.conjunction, link.tag)
    if link.conjunction.kind in ("zu", "um", "ohne"):
        return [*(lead if link.conjunction.kind != "zu" else []), *_infinitive_clause(link.clause)]
    return _final_clause(link.clause, lead)


def _verbs(clause: Clause, final: bool = False) -> tuple[Word, list[Word]]:
    """The finite verb, and the verbal words at the end of the clause."""
    verb = clause.verb.german
    person = _person(clause)
    main: Tags = (clause.tag + MAIN,)
    finite: Tags = (clause.tag + FINITE,)
    past = clause.tense in ("past", "pluperfect")
    if clause.modal:
        modal = _MODALS[clause.modal]
        infinitive = [(verb.participle, main), ("werden", main)] if clause.passive else [(verb.full, main)]
        return ((modal.past if past else modal.present)[person], finite), infinitive
    if clause.passive:
        return _passive_verbs(clause, verb, person)
    if clause.tense == "future":
        return (WERDEN.present[person], finite), [(verb.full, main)]
    if clause.tense in ("perfect", "pluperfect"):
        auxiliary = SEIN if verb.auxiliary == "sein" else HABEN
        forms = auxiliary.past if past else auxiliary.present
        return (forms[person], finite), [(verb.participle, main)]
    form = (verb.past if past else verb.present)[person]
    if clause.imperative:
        form = "seien" if verb.infinitive == "sein" else verb.infinitive
    if final:
        return (verb.prefix + form, main + finite), []
    return (form, main + finite), [(verb.prefix, main)] if verb.prefix else []


def _passive_verbs(clause: Clause, verb: GermanVerb, person: int) -> tuple[Word, list[Word]]:
    main = (clause.tag + MAIN,)
    finite = (clause.tag + FINITE,)
    if clause.tense == "perfect":
        return (SEIN.present[person], finite), [(verb.participle, main), ("worden", finite)]
    if clause.tense == "future":
        return (WERDEN.present[person], finite), [(verb.participle, main), ("werden", main)]
    forms = WERDEN.past if clause.tense == "past" else WERDEN.present
    return (forms[person], finite), [(verb.participle, main)]


def _person(clause: Clause) -> int:
    if clause.verb is THERE_IS or clause.verb in WEATHER or clause.subject is None:
        return 2
    return person_of(clause.subject)


def person_of(subject: Participant) -> int:
    if isinstance(subject, Pronoun):
        return PRONOUNS[subject.key][0]
    if isinstance(subject, Pair):
        persons = (person_of(subject.left), person_of(subject.right))
        return 3 if 0 in persons or 3 in persons else 4 if 1 in persons or 4 in persons else 5
    return 5 if isinstance(subject, NounPhrase) and is_plural(subject) else 2


def _fields(clause: Clause, skip: object) -> tuple[list[Word], list[Word]]:
    """The words of the middle field without what stands in front, and those after the final verbs.

    Pronouns go before a subject that is a noun: `weil sich der Lehrer beeilt`.
    """
    tail: list[Word] = []
    parts = _middle(clause, skip, tail)
    expletive = clause.subject is None
    if skip is not (clause if expletive else clause.subject):
        light = expletive or isinstance(clause.subject, Pronoun)
        parts.append((_RANK["pronoun"] - 1 if light else _RANK["pronoun"] + 0.5, _subject(clause)))
    parts.sort(key=lambda part: part[0])
    return [word for _, words in parts for word in words], [*tail, *_trailing(clause)]


def _trailing(clause: Clause) -> list[Word]:
    words: list[Word] = []
    for link in clause.links:
        if not link.first:
            words += [(",", (link.tag + 2,)), *_link(link), COMMA]
    return words


def _subject(clause: Clause) -> list[Word]:
    if clause.verb is THERE_IS or clause.verb in WEATHER:
        return [("es", (clause.tag + EXPLETIVE,))]
    if clause.subject is None or clause.gap is clause.subject:
        return []
    return participant(clause.subject, NOMINATIVE)


_RANK = {
    "pronoun": 0,
    "comment": 1,
    "time": 2,
    "frequency": 3,
    "dative": 4,
    "definite": 5,
    "negation": 6,
    "gladly": 7,
    "manner": 8,
    "indefinite": 9,
    "means": 10,
    "agent": 11,
    "place": 12,
    "phrase": 13,
    "object": 14,
    "direction": 15,
    "predicate": 16,
}
"""The order of the middle field: light before heavy, known before new, time before manner before place."""


def _middle(clause: Clause, skip: object, tail: list[Word]) -> list[tuple[float, list[Word]]]:
    parts: list[tuple[float, list[Word]]] = []
    if clause.verb.german.reflexive:
        person = _person(clause)
        pronoun = _REFLEXIVE[clause.verb.german.reflexive][person]
        parts.append((_RANK["pronoun"], [(pronoun, (clause.tag + MAIN,))]))
    if clause.verb.german.phrase:
        phrase: list[Word] = [(word, (clause.tag + MAIN,)) for word in clause.verb.german.phrase]
        parts.append((_RANK["phrase"], phrase))
    if clause.negated and not _has_no(clause):
        parts.append((_RANK["negation"], [("nicht", (clause.tag + NEGATION,))]))
    if clause.gladly:
        parts.append((_RANK["gladly"], [("gern", (clause.tag + GLADLY,))]))
    for complement, case in zip(clause.complements, _cases(clause), strict=True):
        if complement is not skip and complement is not clause.gap:
            parts.append((_rank(complement, case), _said(complement, case, clause, tail)))
    circumstances = (item for item in clause.circumstances if item is not skip and item is not clause.gap)
    return [*parts, *((_RANK[item.role], _constituent(item)) for item in circumstances)]


def _has_no(clause: Clause) -> bool:
    """Negated by `kein`."""
    return any(isinstance(c, NounPhrase) and c.determiner == "no" for c in clause.complements)


def _cases(clause: Clause) -> list[int]:
    if clause.verb.slots and len(clause.verb.slots) == len(clause.complements):
        return [CASES.get(slot.case, NOMINATIVE) for slot in clause.verb.slots]
    return [NOMINATIVE] * len(clause.complements)


def _rank(complement: Complement, case: int) -> float:
    if isinstance(complement, PrepositionalPhrase | Adverbial):
        return _RANK[complement.role]
    if isinstance(complement, Pronoun) and complement.key not in INDEFINITE:
        return _RANK["pronoun"] + (0.2 if case == DATIVE else 0.0)
    if isinstance(complement, Predicate) or case == NOMINATIVE:
        return _RANK["predicate"]
    if case == DATIVE:
        return _RANK["dative"]
    new = (
        isinstance(complement, NounPhrase)
        and complement.determiner in ("a", "", "no")
        and complement.number is None
    )
    return _RANK["indefinite" if new else "definite"]


def _said(complement: Complement, case: int, clause: Clause, tail: list[Word]) -> list[Word]:
    if isinstance(complement, PrepositionalPhrase):
        return prepositional(complement, tail)
    if isinstance(complement, Predicate):
        return predicate(complement)
    if isinstance(complement, Adverbial):
        return expression(complement.expression, complement.tag)
    negative = isinstance(complement, NounPhrase) and complement.determiner == "no"
    return participant(complement, case, tail, clause.tag if negative else None)


def _constituent(item: object) -> list[Word]:
    if isinstance(item, Adverbial):
        return expression(item.expression, item.tag)
    if isinstance(item, PrepositionalPhrase):
        return prepositional(item, None)
    assert isinstance(item, NounPhrase | Name | Pronoun | Pair)
    return participant(item, ACCUSATIVE)


def relative_clause(clause: Clause, head: NounPhrase, gender: str) -> list[Word]:
    """A relative pronoun, alone or under a preposition, and a verb-final clause."""
    gap = clause.gap
    if isinstance(gap, PrepositionalPhrase):
        pronoun = RELATIVE[gender][CASES[gap.case]]
        return _final_clause(clause, [(gap.german, (gap.tag,)), (pronoun, (head.tag + MARK,))])
    case = NOMINATIVE
    if gap is not clause.subject:
        case = _cases(clause)[[c is gap for c in clause.complements].index(True)]
    return _final_clause(clause, [(RELATIVE[gender][case], (head.tag + MARK,))])
