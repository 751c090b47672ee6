"""A meaning said in German: verb-second and verb-final clauses, and the order of the middle field.

Words are marked as constituents on the way (`brackets`): clauses are flat, and a relative clause that stands apart from its
noun is a constituent of the clause around it.
"""

from __future__ import annotations

from pitchpipe.data.language.brackets import adverbial, constituent
from pitchpipe.data.language.dictionary import DETERMINERS, number_words
from pitchpipe.data.language.german_forms import CASES, CONTRACTIONS, ENDINGS, HELPERS
from pitchpipe.data.language.meaning import COORDINATING, INFINITIVE, Clause, Phrase, Word, say, say_fixed

_LIGHT = "light subject, reflexive, light object, light receiver, subject, comment, time, frequency, receiver"
_HEAVY = "object, nicht, manner, new object, place, topic, direction, predicate"
_RANKS = [*_LIGHT.split(", "), *_HEAVY.split(", ")]
"""The order of the middle field: light before heavy, known before new, time before manner before place."""
NOMINATIVE, GENITIVE = 0, 3
_CASE = {"object": 1, "receiver": 2}
_REFLEXIVE = ("mich", "dich", "sich", "uns", "euch", "sich")


def german(clause: Clause) -> list[Word]:
    """The words of a sentence, each with what it realises."""
    words = [*_clause(clause, "main"), *say("?" if clause.asked else ".", clause, "stop")]
    pairs = zip(words, [*words[1:], ("", ())], strict=True)
    kept = [word for word, (following, _) in pairs if word[0] != "," or following not in (",", ".", "?")]
    return constituent("TOP", kept)


def _before_comma(label: str, words: list[Word]) -> list[Word]:
    """The words as a constituent, to which commas at its end do not belong: these may be left out."""
    end = len(words)
    while end and words[end - 1][0] == ",":
        end -= 1
    return [*constituent(label, words[:end]), *words[end:]]


def _clause(clause: Clause, form: str, lead: list[Word] | None = None) -> list[Word]:
    """A clause with its verb in the second place (`main`), in the last (`final`), or with `zu` and no subject."""
    finite, end = _verbs(clause, form)
    fields, tail = _fields(clause, closed=form != "main" or bool(end))
    if form == "zu":
        del fields["subject"]
    if lead is None:
        lead = fields.pop("question" if clause.asked else "" if clause.linked_first else clause.front, [])
        lead += [*_linked(clause), *say(",", clause, "comma")] if clause.linked_first else []
    middle = _ordered(clause, fields)
    if form == "main":
        return _before_comma("S", [*lead, *finite, *middle, *end, *tail])
    body = _before_comma("VP" if form == "zu" else "S", [*middle, *end, *finite, *tail])
    return _before_comma("SBAR", [*lead, *body])


def _linked(clause: Clause) -> list[Word]:
    """The clause that this one leads to, with its conjunction."""
    if not clause.link or not clause.conjunction:
        return []
    lead, kind = say_fixed(clause.conjunction.german, clause, "conjunction"), clause.linked_by
    if kind in COORDINATING:
        return _clause(clause.link, "main", lead) if kind == "so" else [*lead, *_clause(clause.link, "main")]
    return _clause(clause.link, "zu" if kind in INFINITIVE else "final", lead)


def _verbs(clause: Clause, form: str) -> tuple[list[Word], list[Word]]:
    """The finite verb or infinitive, and the verbal words that close the clause or precede a final verb."""
    verb, person = clause.verb.german, person_of(clause.parts["subject"])
    past = clause.tense in ("past", "pluperfect")
    if form == "zu" and verb.prefix:
        return say(f"{verb.prefix}zu{verb.infinitive}", clause, "main", "finite", "to"), []
    if form == "zu":
        return say(verb.infinitive, clause, "main", "finite"), say("zu", clause, "to")
    if clause.modal or clause.tense == "future":
        helper, end = clause.modal or "werden", verb.prefix + verb.infinitive
    elif clause.tense in ("perfect", "pluperfect"):
        helper, end = verb.auxiliary, verb.participle
    else:
        word = (verb.past if past else verb.present)[person]
        word, end = (verb.prefix + word, "") if form == "final" else (word, verb.prefix)
        return say(word, clause, "main", "finite"), say(end, clause, "main")
    return say(HELPERS[helper][past][person], clause, "finite"), say(end, clause, "main")


def person_of(phrase: Phrase) -> int:
    """From 0 (ich) to 5 (sie, plural)."""
    return 5 if phrase.joined or gender_of(phrase) == "pl" else phrase.noun.person


def gender_of(phrase: Phrase) -> str:
    """The gender that articles agree with; `pl` for all plurals."""
    return "pl" if phrase.plural else phrase.noun.gender


def case_of(phrase: Phrase, case: int) -> int:
    """The case that a preposition governs, or else this one."""
    return CASES[phrase.preposition.case] if phrase.preposition else case


def _fields(clause: Clause, *, closed: bool) -> tuple[dict[str, list[Word]], list[Word]]:
    """The words of each role, and those after the verb that closes the clause."""
    tail: list[Word] = []
    fields = {
        role: adverbial(role, say_fixed(fixed.german, clause, role)) for role, fixed in clause.adverbs.items()
    }
    for role, phrase in clause.parts.items():
        if role != clause.gap:
            end = tail if closed and role == "object" else None
            fields[role] = _phrase(phrase, _CASE.get(role, NOMINATIVE), end)
    if clause.verb.german.reflexive:
        reflexive = say(_REFLEXIVE[person_of(clause.parts["subject"])], clause, "main")
        fields["reflexive"] = constituent("NP", reflexive)
    if clause.negated and clause.negator is clause:
        fields["nicht"] = say("nicht", clause, "not")
    if clause.link and not clause.linked_first:
        comma = say("," if clause.linked_by != "and" else "", clause, "comma")
        tail += [*comma, *_linked(clause), *comma]
    return fields, tail


def _ordered(clause: Clause, fields: dict[str, list[Word]]) -> list[Word]:
    ranks = sorted((_RANKS.index(_weight(clause.parts.get(role), role) + role), role) for role in fields)
    return [word for _, role in ranks for word in fields[role]]


def _weight(phrase: Phrase | None, role: str) -> str:
    if phrase and phrase.noun.kinds[0] == "pronoun" and role in ("subject", "object", "receiver"):
        return "" if phrase.preposition or "vague" in phrase.noun.kinds else "light "
    return "new " if phrase and role == "object" and phrase.determiner in ("a", "no") else ""


def _phrase(phrase: Phrase, case: int, tail: list[Word] | None = None) -> list[Word]:
    """The words of a phrase in a case; where there is a tail, a relative clause goes there."""
    words, before = _noun(phrase, case_of(phrase, case)), list[Word]()
    label = "NP"
    if phrase.preposition:
        preposition = phrase.preposition.german
        contracted = CONTRACTIONS.get(f"{preposition} {words[0][0]}")
        if contracted and phrase.determiner == "the":
            words = [*say(contracted, phrase, "preposition", "determiner"), *words[1:]]
            label = "PP"
        else:
            before = say(preposition, phrase, "preposition")
    words = constituent(label, words)
    if phrase.relative:
        relative = [*say(",", None), *_relative(phrase.relative, gender_of(phrase)), *say(",", None)]
        if tail is None:
            words = _before_comma(label, [*words, *relative])
        else:
            tail.extend(relative)
    if phrase.joined:
        other = _phrase(phrase.joined, case_of(phrase, case))
        words = _before_comma(label, [*words, *say("und", phrase, "and"), *other])
    return _before_comma("PP", [*before, *words]) if before else words


def _noun(phrase: Phrase, case: int) -> list[Word]:
    gender, endings = gender_of(phrase), ENDINGS["strong"]
    words: list[Word] = []
    owner = _genitive(phrase, phrase.owner) if phrase.owner else []
    if phrase.owner and not phrase.owner.determiner:
        words, owner = owner, []
    elif phrase.determiner:
        _, stem, declines, after, _ = DETERMINERS[phrase.determiner]
        endings, ending = ENDINGS[after], ENDINGS[declines][gender][case]
        tags = ("determiner", "not") if phrase.determiner == "no" else ("determiner",)
        words = say(("eur" if stem == "euer" and ending else stem) + ending, phrase, *tags)
    words += say(number_words(phrase.number)[0] if phrase.number else "", phrase, "number")
    if phrase.adjective:
        words += say(phrase.adjective.stem.removesuffix("e") + endings[gender][case], phrase, "adjective")
    forms = phrase.noun.plural if gender == "pl" else phrase.noun.singular
    return [*words, *say(forms[case], phrase, "head"), *owner]


def _genitive(phrase: Phrase, owner: Phrase) -> list[Word]:
    """The owner in the genitive; its last word says that it is one."""
    *before, (last, tags) = _phrase(owner, GENITIVE)
    return [*before, (last, (*tags, (phrase, "owner")))]


def _relative(clause: Clause, gender: str) -> list[Word]:
    """A relative pronoun, alone or under a preposition, and a verb-final clause."""
    gap = clause.parts[clause.gap]
    case = case_of(gap, _CASE.get(clause.gap, NOMINATIVE))
    lead = say(gap.preposition.german, gap, "preposition") if gap.preposition else []
    return _clause(clause, "final", [*lead, *say(ENDINGS["relative"][gender][case], gap, "relative")])
