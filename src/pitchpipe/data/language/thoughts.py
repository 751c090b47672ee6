"""Random meanings: statements, questions, and clauses that depend on one another."""

from __future__ import annotations

from functools import cache

from pitchpipe.data.language.dictionary import (
    CONJUNCTIONS,
    PRONOUNS,
    QUESTIONS,
    VERBS,
    Slot,
    Verb,
    fixed,
    kinds_of,
)
from pitchpipe.data.language.meaning import INFINITIVE, Clause, Phrase
from pitchpipe.data.language.participants import VAGUE, Participants, adjectives_for

SEIN = next(verb for verb in VERBS if verb.content == "predicate")
CONTENT = [verb for verb in VERBS if verb.content in CONJUNCTIONS]
ACTIONS = [verb for verb in VERBS if not verb.content]
DEEDS = [verb for verb in ACTIONS if "human" in verb.subject and not {"state", "solo", "swap"} & verb.traits]
"""What one can try to do."""
_MODALS = ("können", "müssen", "wollen", "möchten", "sollen", "dürfen")
_TENSES = {"present": 42, "perfect": 24, "past": 14, "future": 6, "modal": 14}
_PAST = ("past", "perfect")
_PLACES = ("place", "direction")
_TIMES = {"perfect": "past late", "past": "past late", "future": "soon late", "modal": "soon late"}
_DEPENDENT = {"cause": "", "condition": "present", "concession": "", "time": "present", "once": "perfect"}
_DEPENDENT |= {"before": "perfect", "soon": "present", "meanwhile": "perfect", "until": "present"}
_DEPENDENT |= {"after": "perfect", "purpose": ""}
"""Kinds of dependent clauses, and the tense that the main clause has with them, if not any."""
_DESCRIBED = ("person", "object", "building", "animal", "food", "event", "abstract")
_WITH_RELATIVE = ("person", "thing", "readable", "clothes", "vehicle", "building")
"""Kinds of nouns that relative clauses say more about."""
_COMPANY = {"wir": "ich", "ihr": "du", "Sie": "du"}
"""Pronouns that include one another do not meet in a clause."""


@cache
def _verbs_for(kind: str) -> list[Verb]:
    """The verbs of which a noun of this kind may be the subject."""
    return [verb for verb in ACTIONS if kind in kinds_of(verb.subject) and "swap" not in verb.traits]


@cache
def _frames_with(kind: str) -> list[tuple[Verb, Slot]]:
    """Verbs that people do to a noun of this kind, with its slot."""
    frames = [(verb, slot) for verb in _verbs_for("person") for slot in verb.slots]
    return [frame for frame in frames if kind in kinds_of(frame[1].kinds) and frame[1].role not in _PLACES]


class Thinker(Participants):
    """Makes random meanings."""

    def sentence(self) -> Clause:
        """A statement, a question, or two clauses that belong together."""
        ways = (
            self._question,
            self._joined,
            self._with_dependent,
            self._with_content,
            self._description,
            self.action,
        )
        clause = self.rng.choices(ways, (10, 14, 16, 17, 9, 34))[0]()
        if clause.asked or clause.linked_first:
            return clause
        if self.chance(0.06):
            clause.adverbs["comment"] = self.adverb("comment")
        roles = [role for role in ("comment", "time", "place") if role in {*clause.adverbs, *clause.parts}]
        clause.front = self.rng.choice(roles) if roles and self.chance(0.45) else "subject"
        return clause

    def action(self, subject: Phrase | None = None, tense: str = "", *, simple: bool = False) -> Clause:
        """A clause with any verb; `simple` has no circumstances and no relative clause."""
        verb = self.ranked(_verbs_for(subject.noun.kinds[-1]) if subject else ACTIONS, 6)
        subject = subject or self.participant(verb.subject, subject=True, known=simple)
        clause = self._clause(verb, subject, tense, known=simple)
        if not simple:
            self._add_circumstances(clause)
            self._negate(clause)
            self._add_relative(clause)
        return clause

    def _clause(self, verb: Verb, subject: Phrase, tense: str, *, known: bool = True) -> Clause:
        clause = Clause(verb, {"subject": subject})
        seen = {_COMPANY.get(subject.noun.german, subject.noun.german)}
        for slot in verb.slots:
            part = clause.parts[slot.role] = self._fill(slot, known)
            while (
                part.noun.kinds[0] == "pronoun" and _COMPANY.get(part.noun.german, part.noun.german) in seen
            ):
                part.noun = PRONOUNS[self.rng.choice(("er", "sie", "they", "wir"))]
            seen.add(_COMPANY.get(part.noun.german, part.noun.german))
        self._set_tense(clause, tense or self.pick(_TENSES))
        return clause

    def _fill(self, slot: Slot, known: bool) -> Phrase:
        if slot.role in _PLACES:
            return self.whereabouts(slot.kinds, slot.role == "direction")
        phrase = self.participant(slot.kinds, known=known or slot.role == "receiver")
        phrase.preposition = slot.preposition
        return phrase

    def _set_tense(self, clause: Clause, tense: str) -> None:
        """A tense, or a modal, that goes with verb and subject."""
        traits = clause.verb.traits
        if tense == "modal":
            able = not traits & {"state", "solo"} and "person" in clause.parts["subject"].noun.kinds
            clause.modal = self.ranked(_MODALS) if able else ""
            tense = "past" if clause.modal not in ("", "möchten") and self.chance(0.25) else "present"
        elif tense == "perfect" and "preterite" in traits:
            tense = "past"
        clause.tense = "present" if tense == "future" and "state" in traits else tense

    def _add_circumstances(self, clause: Clause) -> None:
        """Adverbs and phrases of time, frequency, manner and place that fit."""
        traits, tense = clause.verb.traits, clause.tense
        if self.chance(0.5):
            self._add_time(clause)
        elif (
            tense in ("present", "perfect")
            and not clause.modal
            and "state" not in traits
            and self.chance(0.2)
        ):
            clause.adverbs["frequency"] = self.adverb(
                "frequency", "never often" if tense == "present" else "never done"
            )
        if "place" in traits and self.chance(0.28):
            clause.parts["place"] = self.whereabouts(("place",), False)
        if traits & {"care", "talk", "move"} and self.chance(0.16):
            clause.adverbs["manner"] = self.adverb("manner", " ".join(sorted(traits)))

    def _add_time(self, clause: Clause) -> None:
        """A time that goes with the tense and the verb."""
        traits, tense = (
            clause.verb.traits,
            "modal" if clause.modal and clause.tense == "present" else clause.tense,
        )
        usual = "" if "state" in traits else "habit soon" if "quick" in traits else "habit soon now"
        kinds = _TIMES.get(tense, "since" if "lasting" in traits else usual)
        if kinds:
            clause.adverbs["time"] = self.adverb("time", kinds)

    def _negate(self, clause: Clause) -> None:
        """Perhaps a negation: `kein` before an indefinite object, else `nicht`."""
        parts = clause.parts.values()
        vague = any(
            part.joined or part.plural or part.determiner == "every" or part.noun in VAGUE for part in parts
        )
        clause.negated = not (vague or clause.adverbs or "solo" in clause.verb.traits) and self.chance(0.3)
        thing = clause.parts.get("object")
        if clause.negated and thing and (thing.determiner == "a" or thing.noun.kinds[0] in ("food", "drink")):
            thing.determiner, thing.owner = "no", None

    def _add_relative(self, clause: Clause) -> None:
        """Perhaps a relative clause on the subject or the object."""
        head = self.rng.choice([clause.parts[role] for role in ("subject", "object") if role in clause.parts])
        kind = head.noun.kinds[0]
        plain = head.determiner in ("the", "a") and not head.owner and not clause.negated
        if kind not in _WITH_RELATIVE or not plain or not self.chance(0.4):
            return
        tense = "past" if clause.tense == "past" else self.rng.choice(("present", "perfect"))
        gap = Phrase(head.noun, plural=head.plural)
        if kind == "person" and self.chance(0.5):
            inner = self._clause(self.ranked(_verbs_for("person"), 6), gap, tense)
            inner.gap = "subject"
        else:
            verb, slot = self.ranked(_frames_with(kind), 4)
            inner = self._clause(verb, self.participant(("human",), subject=True, known=True), tense)
            gap.preposition, inner.gap, inner.parts[slot.role] = slot.preposition, slot.role, gap
        if tense != "present" and self.chance(0.3):
            self._add_time(inner)
        head.relative = inner

    def _description(self) -> Clause:
        """`sein` with an adjective or a place."""
        subject = self.participant(("human",), subject=True)
        if self.chance(0.6):
            subject = self.phrase((self.ranked(_DESCRIBED),), known=True)
        clause = Clause(SEIN, {"subject": subject}, tense="past" if self.chance(0.3) else "present")
        if "person" in subject.noun.kinds and self.chance(0.3):
            clause.parts["place"] = self.whereabouts(("place", "city"), False)
        else:
            adjective = self.ranked(adjectives_for(subject.noun), 4)
            clause.adverbs["predicate"] = fixed(adjective.german, ", ".join(adjective.english))
        return clause

    def _question(self) -> Clause:
        """A yes-no question, or one with a question word; many are about the one who is asked."""
        you = Phrase(PRONOUNS[self.rng.choice(("du", "Sie", "ihr"))])
        clause = self.action(you if self.chance(0.4) else None, simple=True)
        clause.asked = True
        asked = self.rng.choice(("", "", "time", "cause", *clause.parts))
        human = asked in clause.parts and "person" in clause.parts[asked].noun.kinds
        if asked not in QUESTIONS or "swap" in clause.verb.traits or (asked == "subject" and not human):
            return clause
        clause.adverbs["question"] = QUESTIONS["person" if asked == "object" and human else asked]
        clause.gap = asked if asked in clause.parts else ""
        if asked == "subject":
            clause.parts[asked] = Phrase(PRONOUNS["er"])
        return clause

    def _joined(self) -> Clause:
        """Two main clauses: und, aber, denn, deshalb."""
        first = self.action()
        first.conjunction = CONJUNCTIONS[self.ranked(("and", "but", "for", "so"))]
        first.link = self.action(self._again(first), "" if first.modal else first.tense)
        return first

    def _again(self, clause: Clause) -> Phrase | None:
        """Often a pronoun for a subject that was named."""
        subject, noun = clause.parts["subject"], clause.parts["subject"].noun
        human = {"person", "family"} & {*noun.kinds}
        if self.chance(0.45) or noun.kinds[0] == "pronoun":
            return Phrase(noun) if noun.kinds[0] == "pronoun" else None
        if subject.plural or subject.joined:
            return Phrase(PRONOUNS["they"])
        return Phrase(PRONOUNS[("sie" if noun.gender == "f" else "er") if human else f"it {noun.gender}"])

    def _with_dependent(self) -> Clause:
        """A main clause with one that says why, when or under what condition."""
        kind = self.ranked(list(_DEPENDENT), 3)
        main = self.action(tense=_DEPENDENT[kind])
        tense = "pluperfect" if kind == "after" else "past" if main.tense in _PAST else "present"
        main.conjunction, main.link = CONJUNCTIONS[kind], self.action(self._again(main), tense, simple=True)
        main.link.modal = "können" if kind == "purpose" else ""
        main.linked_first = kind not in ("purpose", "until") and self.chance(0.4)
        return main

    def _with_content(self) -> Clause:
        """`Ich weiß, dass ...`, `Er versucht, das Fenster zu öffnen`, `Sie kommt, um zu helfen`."""
        subject = self.participant(("human",), subject=True, known=True)
        verb = self.ranked(CONTENT) if self.chance(0.8) else self.ranked(DEEDS, 6)
        main = self._clause(verb, subject, self.rng.choice(("present", "past", "perfect")))
        kind = verb.content or self.rng.choice(("um", "ohne"))
        main.negated = kind == "ob" and "state" in verb.traits
        main.conjunction, tense = CONJUNCTIONS[kind], "past" if main.tense in _PAST else ""
        if kind in INFINITIVE:
            main.link = self._clause(self.ranked(DEEDS, 6), subject, "present")
        else:
            main.link = self.action(tense=tense)
        return main
