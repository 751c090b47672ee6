"""A meaning said in German: verb-second and verb-final clauses, agreement in case, gender and number."""

from __future__ import annotations

from pitchpipe.data.language.german_forms import (
    ACCUSATIVE,
    CASES,
    CONTRACTIONS,
    DATIVE,
    DEFINITE,
    GENITIVE,
    HABEN,
    MIXED,
    NOMINATIVE,
    RELATIVE,
    SEIN,
    STRONG,
    WEAK,
    WERDEN,
    GermanVerb,
    article,
    german_verb,
)
from pitchpipe.data.language.meaning import (
    DETERMINER,
    EXPLETIVE,
    FINITE,
    FIRST_ADJECTIVE,
    GLADLY,
    HEAD,
    MAIN,
    MARK,
    NEGATION,
    NUMBER,
    POSSESSIVE,
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
    Word,
)
from pitchpipe.data.language.names import number_words
from pitchpipe.data.language.verbs import THERE_IS, WEATHER
from pitchpipe.data.language.words import Expression

PRONOUNS = {
    "ich": (0, "ich", "mich", "mir", "mein"),
    "du": (1, "du", "dich", "dir", "dein"),
    "er": (2, "er", "ihn", "ihm", "sein"),
    "sie": (2, "sie", "sie", "ihr", "ihr"),
    "es": (2, "es", "es", "ihm", "sein"),
    "wir": (3, "wir", "uns", "uns", "unser"),
    "ihr": (4, "ihr", "euch", "euch", "euer"),
    "they": (5, "sie", "sie", "ihnen", "ihr"),
    "Sie": (5, "Sie", "Sie", "Ihnen", "Ihr"),
    "jemand": (2, "jemand", "jemanden", "jemandem", "sein"),
    "niemand": (2, "niemand", "niemanden", "niemandem", "sein"),
    "man": (2, "man", "einen", "einem", "sein"),
    "alle": (5, "alle", "alle", "allen", "ihr"),
}
"""Person, nominative, accusative, dative, possessive."""
_REFLEXIVE = {
    "acc": ("mich", "dich", "sich", "uns", "euch", "sich"),
    "dat": ("mir", "dir", "sich", "uns", "euch", "sich"),
}
_DIES_WORDS = {"this": "dies", "every": "jed", "which": "welch", "all": "all"}
_QUANTIFIERS = {"many": "viel", "some": "einig", "few": "wenig", "both": "beid"}
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
_COMMA: Word = (",", ())


def say(sentence: Sentence) -> list[Word]:
    """The words of a sentence, each with the tags it realises."""
    clause = sentence.clause
    words = _linked_clause(clause)
    if sentence.second is not None and sentence.conjunction is not None:
        conjunction = _expression(sentence.conjunction, sentence.tag)
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
        return _expression(clause.question, clause.tag + 8), None
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
    phrase = [(word, tags) for word in clause.verb.german.phrase]
    words = clause.verb.german.to_infinitive
    marks = [(*tags, clause.tag + EXPLETIVE)] if len(words) == 1 else [(clause.tag + EXPLETIVE,), tags]
    return [*field, *phrase, *zip(words, marks, strict=True), *tail]


def _link(link: Link) -> list[Word]:
    lead = _expression(link.conjunction, link.tag)
    if link.conjunction.kind in ("zu", "um", "ohne"):
        return [*(lead if link.conjunction.kind != "zu" else []), *_infinitive_clause(link.clause)]
    return _final_clause(link.clause, lead)


def _verbs(clause: Clause, final: bool = False) -> tuple[Word, list[Word]]:
    """The finite verb, and the verbal words at the end of the clause."""
    verb = clause.verb.german
    person = _person(clause)
    main = (clause.tag + MAIN,)
    finite = (clause.tag + FINITE,)
    phrase = [(word, main) for word in verb.phrase]
    past = clause.tense in ("past", "pluperfect")
    if clause.modal:
        modal = _MODALS[clause.modal]
        infinitive = [(verb.participle, main), ("werden", main)] if clause.passive else [(verb.full, main)]
        return ((modal.past if past else modal.present)[person], finite), [*phrase, *infinitive]
    if clause.passive:
        return _passive_verbs(clause, verb, person)
    if clause.tense == "future":
        return (WERDEN.present[person], finite), [*phrase, (verb.full, main)]
    if clause.tense in ("perfect", "pluperfect"):
        auxiliary = SEIN if verb.auxiliary == "sein" else HABEN
        forms = auxiliary.past if past else auxiliary.present
        return (forms[person], finite), [*phrase, (verb.participle, main)]
    form = (verb.past if past else verb.present)[person]
    if clause.imperative:
        form = "seien" if verb.infinitive == "sein" else verb.infinitive
    if final:
        return (verb.prefix + form, main + finite), phrase
    return (form, main + finite), [*phrase, *([(verb.prefix, main)] if verb.prefix else [])]


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
    return _person_of(clause.subject)


def _person_of(subject: Participant) -> int:
    if isinstance(subject, Pronoun):
        return PRONOUNS[subject.key][0]
    if isinstance(subject, Pair):
        persons = (_person_of(subject.left), _person_of(subject.right))
        return 3 if 0 in persons or 3 in persons else 4 if 1 in persons or 4 in persons else 5
    return 5 if isinstance(subject, NounPhrase) and _is_plural(subject) else 2


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
            words += [(",", (link.tag + 2,)), *_link(link), _COMMA]
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
    "object": 13,
    "direction": 14,
    "predicate": 15,
}
"""The order of the middle field: light before heavy, known before new, time before manner before place."""


def _middle(clause: Clause, skip: object, tail: list[Word]) -> list[tuple[float, list[Word]]]:
    parts: list[tuple[float, list[Word]]] = []
    if clause.verb.german.reflexive:
        person = _person(clause)
        pronoun = _REFLEXIVE[clause.verb.german.reflexive][person]
        parts.append((_RANK["pronoun"], [(pronoun, (clause.tag + MAIN,))]))
    if clause.negated and not _has_no(clause):
        parts.append((_RANK["negation"], [("nicht", (clause.tag + NEGATION,))]))
    if clause.gladly:
        parts.append((_RANK["gladly"], [("gern", (clause.tag + GLADLY,))]))
    for complement, case in zip(clause.complements, _cases(clause), strict=True):
        if complement is not skip and complement is not clause.gap:
            parts.append(_placed(complement, case, clause, tail))
    for item in clause.circumstances:
        if item is not skip and item is not clause.gap:
            parts.append((_RANK[item.role], _constituent(item)))
    return parts


def _has_no(clause: Clause) -> bool:
    """Negated by `kein`."""
    return any(isinstance(c, NounPhrase) and c.determiner == "no" for c in clause.complements)


def _cases(clause: Clause) -> list[int]:
    if clause.verb.slots and len(clause.verb.slots) == len(clause.complements):
        return [CASES.get(slot.case, NOMINATIVE) for slot in clause.verb.slots]
    return [NOMINATIVE] * len(clause.complements)


def _placed(complement: Complement, case: int, clause: Clause, tail: list[Word]) -> tuple[int, list[Word]]:
    if isinstance(complement, Pronoun):
        return _RANK["pronoun"], participant(complement, case)
    if isinstance(complement, NounPhrase):
        words = participant(complement, case, tail, clause.tag if complement.determiner == "no" else None)
        if case == DATIVE:
            return _RANK["dative"], words
        if case == NOMINATIVE:
            return _RANK["predicate"], words
        known = complement.determiner not in ("a", "", "no") or complement.number is not None
        return _RANK["definite" if known else "indefinite"], words
    if isinstance(complement, PrepositionalPhrase):
        return _RANK[complement.role], _prepositional(complement, tail)
    if isinstance(complement, Predicate):
        return _RANK["predicate"], _predicate(complement)
    if isinstance(complement, Adverbial):
        return _RANK[complement.role], _expression(complement.expression, complement.tag)
    return _RANK["dative" if case == DATIVE else "definite"], participant(complement, case)


def _constituent(item: object) -> list[Word]:
    if isinstance(item, Adverbial):
        return _expression(item.expression, item.tag)
    if isinstance(item, PrepositionalPhrase):
        return _prepositional(item, None)
    assert isinstance(item, NounPhrase | Name | Pronoun | Pair)
    return participant(item, ACCUSATIVE)


def _expression(expression: Expression, tag: int) -> list[Word]:
    return [(word, tuple(tag + 4 + link for link in links)) for word, links in expression.german]


def _predicate(predicate: Predicate) -> list[Word]:
    adjective = predicate.adjective
    tag = predicate.tag
    if predicate.than is not None:
        compared = participant(predicate.than, NOMINATIVE)
        if predicate.equal:
            return [("so", (tag + 1,)), (adjective.german, (tag,)), ("wie", (tag + 2,)), *compared]
        return [(adjective.comparative, (tag, tag + 1)), ("als", (tag + 2,)), *compared]
    degree = _expression(predicate.degree, tag) if predicate.degree else []
    return [*degree, (adjective.german, (tag,))]


def _prepositional(phrase: PrepositionalPhrase, tail: list[Word] | None) -> list[Word]:
    inner = participant(phrase.inner, CASES[phrase.case], tail)
    preposition = (phrase.german, (phrase.tag,))
    if isinstance(phrase.inner, NounPhrase) and phrase.inner.determiner == "the" and not phrase.inner.relative:
        word, tags = inner[0]
        contracted = CONTRACTIONS.get((phrase.german, word))
        if contracted and tags == (phrase.inner.tag + DETERMINER,):
            return [(contracted, (phrase.tag, *tags)), *inner[1:]]
    return [preposition, *inner]


def participant(
    who: Participant, case: int, tail: list[Word] | None = None, negation: int | None = None
) -> list[Word]:
    """The words of a participant in a case; an extraposed relative clause goes to the tail."""
    if isinstance(who, Pronoun):
        return [(PRONOUNS[who.key][min(case, DATIVE) + 1], (who.tag,))]
    if isinstance(who, Name):
        return _name(who, case)
    if isinstance(who, Pair):
        return [*participant(who.left, case), ("und", (who.tag,)), *participant(who.right, case)]
    return _noun_phrase(who, case, tail, negation)


def _name(name: Name, case: int) -> list[Word]:
    words: list[Word] = []
    if name.article:
        words.append((DEFINITE[name.gender][case], ()))
    if name.title:
        title = "Herrn" if name.title == "Herr" and case != NOMINATIVE else name.title
        words.append((title, (name.tag + MARK,)))
    parts = name.german.split()
    if case == GENITIVE and not name.article:
        parts[-1] += "'" if parts[-1].endswith(("s", "x", "z", "ß")) else "s"
    words += [(part, (name.tag + 8 + index,)) for index, part in enumerate(parts)]
    return words


def _is_plural(phrase: NounPhrase) -> bool:
    return phrase.plural or phrase.noun.plural_only


def _noun_phrase(phrase: NounPhrase, case: int, tail: list[Word] | None, negation: int | None) -> list[Word]:
    noun = phrase.noun
    plural = _is_plural(phrase)
    gender = "pl" if plural else noun.gender
    words: list[Word] = []
    possessor = phrase.possessor
    if isinstance(possessor, Name):
        words = _name(possessor, GENITIVE)
        words[-1] = (words[-1][0], (*words[-1][1], phrase.tag + POSSESSIVE))
        endings = STRONG
    else:
        determiner, endings = _determiner(phrase, gender, case)
        if determiner:
            tags = (phrase.tag + DETERMINER,)
            words.append((determiner, tags if negation is None else (*tags, negation + NEGATION)))
    if phrase.number is not None:
        words.append((number_words(phrase.number)[0], (phrase.tag + NUMBER,)))
    for index, adjective in enumerate(phrase.adjectives):
        words.append((adjective.stem + _e(adjective.stem, endings[gender][case]), (phrase.tag + FIRST_ADJECTIVE + index,)))
    forms = noun.plural if plural and noun.plural else noun.singular
    words.append((forms[case], (phrase.tag + HEAD,)))
    if isinstance(possessor, NounPhrase):
        inner = _noun_phrase(possessor, GENITIVE, None, None)
        words += inner
    if phrase.attribute is not None:
        words += _prepositional(phrase.attribute, None)
    if phrase.relative is not None:
        relative = [(",", ()), *_relative_clause(phrase.relative, phrase, gender), _COMMA]
        if tail is not None and phrase.extraposed:
            tail += relative
        else:
            words += relative
    return words


def _e(stem: str, ending: str) -> str:
    return ending[1:] if stem.endswith("e") else ending


def _determiner(phrase: NounPhrase, gender: str, case: int) -> tuple[str, dict[str, tuple[str, ...]]]:
    """The article, and the endings that adjectives take after it."""
    determiner = phrase.determiner
    if determiner == "the":
        return DEFINITE[gender][case], WEAK
    if determiner in _DIES_WORDS:
        return article(_DIES_WORDS[determiner], gender, case), WEAK
    if determiner in _QUANTIFIERS:
        endings = WEAK if determiner == "both" else STRONG
        return _QUANTIFIERS[determiner] + STRONG["pl"][case], endings
    if determiner == "a" and gender != "pl":
        return article("ein", gender, case), MIXED
    if determiner == "no":
        return article("kein", gender, case), MIXED
    if determiner in PRONOUNS:
        return article(str(PRONOUNS[determiner][4]), gender, case), MIXED
    return "", STRONG


def _relative_clause(clause: Clause, head: NounPhrase, gender: str) -> list[Word]:
    gap = clause.gap
    if isinstance(gap, PrepositionalPhrase):
        pronoun = RELATIVE[gender][CASES[gap.case]]
        return _final_clause(clause, [(gap.german, (gap.tag,)), (pronoun, (head.tag + MARK,))])
    case = NOMINATIVE
    if gap is not clause.subject:
        case = _cases(clause)[[c is gap for c in clause.complements].index(True)]
    return _final_clause(clause, [(RELATIVE[gender][case], (head.tag + MARK,))])
