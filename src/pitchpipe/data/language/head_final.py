"""A meaning said in a head-final language: German stems in the order of Japanese or Turkish.

The verb comes last, with an ending for tense; modals, negation and the question particle follow it. Particles mark
case (English has no words for them, so they are not aligned), prepositions become postpositions, conjunctions follow
their clause, and a relative clause stands before its noun. There is no definite article and no agreement. The
vocabulary is that of the German variety, so that only order and grammar differ. Words are marked as constituents on the
way (`brackets`), where a phrase with its particle is one, as with its postposition.
"""

from __future__ import annotations

import re

from pitchpipe.data.language.brackets import adverbial, constituent
from pitchpipe.data.language.dictionary import DETERMINERS, number_words
from pitchpipe.data.language.meaning import COORDINATING, INFINITIVE, Clause, Phrase, Word, say, say_fixed

_FIRST = "comment time subject"
_THEN = "place frequency manner receiver topic object direction predicate question"
"""The order of roles: before the verb phrase, and in it."""
_PARTICLES = {"subject": "ga", "object": "o", "receiver": "ni"}
_ENDINGS = {"present": "ru", "future": "rou", "past": "ta", "perfect": "ta", "pluperfect": "teita"}
_PLURAL, _NOT, _QUESTION, _OWNER, _MOTION = "lar", "nai", "ka", "no", "e"


def head_final(clause: Clause) -> list[Word]:
    """The words of a sentence, each with what it realises."""
    return constituent(
        "TOP", [*_clause(clause), *say(f"{_QUESTION} ?" if clause.asked else ".", clause, "stop")]
    )


def _clause(clause: Clause, *, infinitive: bool = False) -> list[Word]:
    fields = {
        role: adverbial(role, say_fixed(fixed.german, clause, role)) for role, fixed in clause.adverbs.items()
    }
    fields |= {role: _marked(phrase, role) for role, phrase in clause.parts.items() if role != clause.gap}
    if infinitive:
        del fields["subject"]
    first, then = (
        [word for role in roles.split() for word in fields.get(role, ())] for roles in (_FIRST, _THEN)
    )
    verbs = _verbs(clause, infinitive)
    if not (clause.link and clause.conjunction):
        return _sentence(first, [*then, *verbs])
    kind = clause.conjunction.kind
    conjunction, comma = (
        say_fixed(clause.conjunction.german, clause, "conjunction"),
        say(",", clause, "comma"),
    )
    linked = _clause(clause.link, infinitive=kind in INFINITIVE)
    if kind in COORDINATING:
        return [*_sentence(first, [*then, *verbs]), *comma, *conjunction, *linked]
    linked = constituent("SBAR", [*linked, *conjunction])
    if kind == clause.verb.content:
        return _sentence(first, [*then, *linked, *verbs])
    return [*linked, *comma, *_sentence(first, [*then, *verbs])]


def _sentence(first: list[Word], predicate: list[Word]) -> list[Word]:
    return constituent("S", [*first, *constituent("VP", predicate)])


def _verbs(clause: Clause, infinitive: bool) -> list[Word]:
    verb = clause.verb.german
    if infinitive:
        return say(verb.prefix.strip() + verb.infinitive, clause, "main", "finite", "to")
    stem = verb.prefix.strip() + re.sub("e?n$", "", verb.infinitive)
    ending = _ENDINGS[clause.tense]
    words = say(stem + ending, clause, "main", "finite")
    if clause.modal:
        words = [*say(stem, clause, "main"), *say(clause.modal.removesuffix("en") + ending, clause, "finite")]
    return words + (say(_NOT, clause.negator, "not") if clause.negated else [])


def _marked(phrase: Phrase, role: str) -> list[Word]:
    """A phrase with its postposition or the particle of its case."""
    if phrase.preposition and phrase.preposition.german:
        motion = _MOTION if role == "direction" and phrase.preposition.case == "acc" else ""
        particle = say(phrase.preposition.german + motion, phrase, "preposition")
    else:
        particle = say(_PARTICLES.get(role, ""), None)
    return constituent("PP", [*_phrase(phrase), *particle]) if particle else _phrase(phrase)


def _phrase(phrase: Phrase) -> list[Word]:
    words: list[Word] = []
    if phrase.relative:
        *words, (last, tags) = _clause(phrase.relative)
        words.append((last, (*tags, (phrase.relative.parts[phrase.relative.gap], "relative"))))
    if phrase.owner:
        words += constituent("PP", [*_phrase(phrase.owner), *say(_OWNER, phrase, "owner")])
    stem = DETERMINERS[phrase.determiner].stem if phrase.determiner else ""
    words += say(stem, phrase, "determiner")
    words += say(number_words(phrase.number)[0] if phrase.number else "", phrase, "number")
    words += say(phrase.adjective.german if phrase.adjective else "", phrase, "adjective")
    plural = phrase.plural and phrase.noun.gender != "pl" and not phrase.number
    noun = phrase.noun.singular[0] + (_PLURAL if plural else "")
    words += say(noun, phrase, "head", *(() if stem else ("determiner",)))
    words = constituent("NP", words)
    if phrase.joined:
        return constituent("NP", [*words, *say("und", phrase, "and"), *_phrase(phrase.joined)])
    return words
