"""A meaning said in English: subject, verb, object, manner, place, time.

Wherever English has a choice (a synonym, a tense, the place of an adverb) a `Chooser` makes it. Saying one meaning
several times gives several references. Words are marked as constituents on the way (`brackets`).
"""

from __future__ import annotations

from pitchpipe.data.language.brackets import adverbial, constituent
from pitchpipe.data.language.dictionary import DETERMINERS, number_words
from pitchpipe.data.language.english_forms import EnglishVerb, indefinite
from pitchpipe.data.language.english_verbs import Chooser, verb_group
from pitchpipe.data.language.meaning import COORDINATING, Clause, Phrase, Word, say, say_fixed

Said = dict[str, list[Word]]
"""The words of each role."""
THIRD, PLURAL = 2, 5
_PLAIN = ("condition", "time", "soon", "until", "before", "purpose", "after", "once")
"""Conjunctions after which English uses neither `will` nor, here, progressive and present perfect."""
_KEPT_LAST = ("dass", "ob", "until", "zu", "um", "ohne", "purpose")
"""Kinds of dependent clauses that English does not move to the front."""
_END = ("object", "topic", "predicate", "direction", "manner", "place", "time")


def english(clause: Clause, choose: Chooser) -> list[Word]:
    """The words of a sentence, each with what it realises."""
    return constituent("TOP", [*_main(clause, choose), *say("?" if clause.asked else ".", clause, "stop")])


def _main(clause: Clause, choose: Chooser, *, opening: bool = True) -> list[Word]:
    kind, linked, comma = clause.linked_by, _linked(clause, choose), say(",", clause, "comma")
    first = clause.linked_first
    if kind in COORDINATING:
        comma = comma if kind in ("so", "but") else choose(([], comma))
        return [*_clause(clause, choose, opening=opening), *comma, *linked]
    if kind and kind not in _KEPT_LAST and choose((first, first, not first)):
        return [*linked, *comma, *_clause(clause, choose)]
    return [*_clause(clause, choose, opening=opening), *linked]


def _linked(clause: Clause, choose: Chooser) -> list[Word]:
    """The clause that this one leads to, with its conjunction."""
    link, kind = clause.link, clause.linked_by
    if not link or not clause.conjunction:
        return []
    lead = say_fixed(choose(clause.conjunction.english), clause, "conjunction")
    if kind in COORDINATING:
        return [*lead, *_main(link, choose, opening=False)]
    if kind == "ohne":
        return constituent("PP", [*lead, *_clause(link, choose, "ing")])
    if kind in ("zu", "um"):
        infinitive = constituent("VP", [*say("to", link, "to"), *_clause(link, choose, "base")])
        return constituent("SBAR", [*lead[:-1], *infinitive])
    lead = choose((lead, [])) if kind == "dass" else lead
    return constituent("SBAR", [*lead, *_clause(link, choose, "plain" if kind in _PLAIN else "")])


def _clause(clause: Clause, choose: Chooser, form: str = "", *, opening: bool = False) -> list[Word]:
    """One clause; `form` is `base` or `ing` for an infinite verb, `plain` for what the table of tenses calls so."""
    verb = choose(clause.verb.english)
    parts, gap = dict(clause.parts), clause.gap
    if "swap" in clause.verb.traits:
        parts["subject"], parts["object"] = parts.pop("receiver"), parts["subject"]
        gap = {"receiver": "subject", "subject": "object"}.get(gap, gap)
    negated = clause.negated and (clause.negator is clause or choose((True, False)))
    subject = parts.pop("subject")
    said = {
        role: adverbial(role, say_fixed(choose(fixed.english), clause, role))
        for role, fixed in clause.adverbs.items()
    }
    for role, phrase in parts.items():
        words = _phrase(phrase, choose, negated=negated)[0] if role != gap else []
        if phrase.preposition and (role != gap or role == "topic"):
            words = constituent("PP", [*say(phrase.preposition.english, phrase, "preposition"), *words])
        said[role] = words
    frequency, after = said.pop("frequency", []), _after(clause, verb, said, parts, choose)
    if form in ("base", "ing"):
        main = say(verb.ing if form == "ing" else verb.base, clause, "main", "finite")
        return constituent("VP", [*frequency, *main, *after, *_end(said)])
    words, person = _phrase(subject, choose, subject=True)
    words, inverted = ([], False) if gap == "subject" else (words, clause.asked)
    facts = {form, *["negated"] * negated, *["inverted"] * inverted}
    operator, negation, rest = verb_group(clause, verb, person, facts, choose)
    front = _front(clause, said, choose, opening)
    predicate = constituent("VP", [*frequency, *rest, *after, *_end(said)])
    if inverted:
        return constituent("SQ", [*front, *operator, *words, *negation, *predicate])
    if operator:
        predicate = constituent("VP", [*operator, *negation, *predicate])
    return constituent("S", [*front, *words, *predicate])


def _front(clause: Clause, said: Said, choose: Chooser, opening: bool) -> list[Word]:
    """What stands before the subject, taken out of what is said: a question word, a comment, perhaps the time.

    After an object with a relative clause a time would be taken for a part of it, so it comes before.
    """
    words = [*said.pop("question", []), *said.pop("comment", [])]
    heavy = "object" in clause.parts and clause.parts["object"].relative
    if opening and "time" in said and (heavy or choose((clause.front == "time", False, True))):
        words += [*said.pop("time"), *say(",", None)]
    return words


def _after(
    clause: Clause, verb: EnglishVerb, said: Said, parts: dict[str, Phrase], choose: Chooser
) -> list[Word]:
    """The particle and the objects, taken out of what is said."""
    thing, particle = said.pop("object", []), say(verb.particle, clause, "main")
    light = "object" in parts and "pronoun" in parts["object"].noun.kinds
    if verb.movable and thing and (light or (len(thing) <= 4 and choose((False, True)))):
        thing, particle = [*thing, *particle], []
    if "receiver" in said:
        stranded = clause.gap == "receiver" or light or "to" in clause.verb.traits
        last = "object" in parts and (stranded or choose((False, True)))
        to, receiver = say("to" if last else "", parts["receiver"], "head"), said.pop("receiver")
        thing = [*thing, *constituent("PP", [*to, *receiver])] if last else [*receiver, *thing]
    return [*particle, *thing]


def _end(said: Said) -> list[Word]:
    return [word for role in _END for word in said.get(role, ())]


def _phrase(
    phrase: Phrase, choose: Chooser, *, subject: bool = False, negated: bool = False
) -> tuple[list[Word], int]:
    """The words of a phrase, and its person; in a clause that says `not`, `no` becomes `any`."""
    noun = choose(phrase.noun.english)
    if noun.number.isdigit():
        return constituent("NP", say(noun.one if subject else noun.many, phrase, "head")), int(noun.number)
    many = noun.number == "plural" or (phrase.plural and noun.number != "mass")
    words = say(number_words(phrase.number)[1] if phrase.number else "", phrase, "number")
    words += say(choose(phrase.adjective.english) if phrase.adjective else "", phrase, "adjective")
    words += say(noun.many if many else noun.one, phrase, "head")
    if phrase.owner:
        words = _owned(phrase, phrase.owner, words, choose)
    elif phrase.determiner == "a" or (phrase.determiner == "no" and negated):
        article = "any" if phrase.determiner == "no" else ""
        article = article if many or noun.number == "mass" else indefinite(words[0][0])
        words = [*say(article, phrase, "determiner"), *words]
    elif phrase.determiner:
        one, _, several = choose(DETERMINERS[phrase.determiner].english).partition("/")
        tags = ("determiner", "not") if phrase.determiner == "no" else ("determiner",)
        words = [*say(several if several and many else one, phrase, *tags), *words]
    person, words = PLURAL if many else THIRD, constituent("NP", words)
    if phrase.relative:
        relative = _relative(phrase.relative, "person" in phrase.noun.kinds, choose)
        words = constituent("NP", [*words, *relative])
    if phrase.joined:
        other = _phrase(phrase.joined, choose)[0]
        return constituent("NP", [*words, *say("and", phrase, "and"), *other]), PLURAL
    return words, person


def _owned(phrase: Phrase, owner: Phrase, words: list[Word], choose: Chooser) -> list[Word]:
    """With the owner before the noun and 's, or after it and `of`."""
    said, person = _phrase(owner, choose)
    if not owner.determiner or choose((True, False)):
        mark = "'" if person == PLURAL and said[-1][0].endswith("s") else "'s"
        return [*constituent("NP", [*said, *say(mark, phrase, "owner")]), *words]
    whole = constituent("NP", [*say("the", phrase, "determiner"), *words])
    return [*whole, *constituent("PP", [*say("of", phrase, "owner"), *said])]


def _relative(clause: Clause, human: bool, choose: Chooser) -> list[Word]:
    """`who`, `which` or `that` and a clause with a gap; the pronoun may be left out where it is no subject."""
    ways = ["who", "that"] if human else ["that", "which"]
    if clause.gap != "subject":
        ways.insert(1, "")
    lead = say(choose(ways), clause.parts[clause.gap], "relative")
    return constituent("SBAR", [*lead, *_clause(clause, choose)])
