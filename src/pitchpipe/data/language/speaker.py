"""Random sentences: clauses with all their parts, and how clauses hang together."""

from __future__ import annotations

from functools import cache

from pitchpipe.data.language import modifiers
from pitchpipe.data.language.meaning import (
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
)
from pitchpipe.data.language.nouns import NOUNS, kinds_of
from pitchpipe.data.language.thinker import HUMAN, Thinker, adjectives_for
from pitchpipe.data.language.verbs import (
    BECOME,
    CONJUNCTIONS,
    CONTENT_VERBS,
    COPULA,
    INFINITIVE_VERBS,
    THERE_IS,
    VERBS,
    WEATHER,
)
from pitchpipe.data.language.words import Noun, Slot, Verb, expression

_LASTING = {"wohnen", "arbeiten", "leben", "kennen", "warten", "schlafen", "suchen", "spielen"}
"""Verbs of which one says how long they have been going on."""
_PAST_RATHER = {"sein", "haben", "wissen", "kennen", "stehen", "liegen", "wohnen", "geben", "mögen"}
"""Verbs whose past is told in the preterite, not in the perfect."""
_MODALS = ("können", "müssen", "wollen", "möchten", "sollen", "dürfen")
_INFINITIVE = {kind: expression(kind, kind, kind) for kind in ("zu", "um", "ohne")}
_ADVERB_CHANCE = 0.5


class Speaker(Thinker):
    """Makes random sentences as meanings."""

    def sentence(self) -> Sentence:
        """A statement, a question, a request, or two clauses that belong together."""
        roll = self.random()
        if roll < 0.1:
            return Sentence(self._question())
        if roll < 0.13:
            return Sentence(self._request())
        if roll < 0.27:
            return self._joined()
        if roll < 0.57:
            return Sentence(self._with_dependent())
        return Sentence(self.statement())

    def statement(self) -> Clause:
        """A main clause of any sort."""
        roll = self.random()
        if roll < 0.16:
            clause = self._description()
        elif roll < 0.2:
            clause = self._existence()
        elif roll < 0.22:
            clause = self._weather()
        elif roll < 0.29:
            clause = self._passive()
        else:
            clause = self.action()
        self._decorate(clause)
        return clause

    def action(
        self,
        subject: Participant | None = None,
        *,
        tense: str = "",
        simple: bool = False,
        verbs: tuple[Verb, ...] = VERBS,
    ) -> Clause:
        """A clause with a verb of the table; `simple` has no adverbs and no relative clauses."""
        verb = self.ranked(verbs if subject is None or verbs is not VERBS else _verbs_for(_sort(subject)), 6)
        if subject is None:
            subject = self.participant(verb.subjects, subject=True, light=simple)
        clause = Clause(verb, subject)
        clause.complements = tuple(self._fill(slot, simple) for slot in verb.slots)
        self._separate(clause)
        self._tense(clause, tense)
        if not simple:
            self._circumstances(clause)
            self._polarity(clause)
            self._relative(clause)
        return clause

    def _fill(self, slot: Slot, simple: bool) -> Complement:
        if slot.case == "loc":
            return self.location(slot.kinds)
        if slot.case == "dir":
            return self.direction(slot.kinds)
        inner = self.participant(slot.kinds, light=simple or slot.case == "dat")
        if slot.preposition is None:
            return inner
        return PrepositionalPhrase(slot.preposition, slot.case, slot.english, inner)

    def _separate(self, clause: Clause) -> None:
        """No `ich sehe mich`: pronouns of one person do not meet in a clause."""
        seen = set()
        people = [clause.subject, *(c.inner if isinstance(c, PrepositionalPhrase) else c for c in clause.complements)]
        for who in people:
            if isinstance(who, Pronoun):
                while _company(who.key) in seen:
                    who.key = self.rng.choice(("er", "sie", "they", "wir", "Sie"))
                seen.add(_company(who.key))
            if isinstance(who, NounPhrase) and who.determiner in ("du", "ihr", "Sie") and seen & {"you"}:
                who.determiner = "ich" if "I" not in seen else "the"

    def _tense(self, clause: Clause, tense: str) -> None:
        """A tense, or a modal, that goes with verb and subject."""
        infinitive = clause.verb.german.infinitive
        roll = self.random()
        if tense:
            clause.tense = tense
        elif roll < 0.42:
            clause.tense = "present"
        elif roll < 0.66:
            clause.tense = "perfect"
        elif roll < 0.8:
            clause.tense = "past"
        elif roll < 0.86 and "state" not in clause.verb.flags:
            clause.tense = "future"
        elif not {"state", "solo"} & clause.verb.flags and _is_human(clause.subject):
            clause.modal = self.ranked(_MODALS)
            clause.tense = "past" if clause.modal != "möchten" and self.chance(0.25) else "present"
        if clause.tense == "perfect" and infinitive in _PAST_RATHER:
            clause.tense = "past"
        spoken_to = isinstance(clause.subject, Pronoun) and clause.subject.key in ("du", "ihr")
        if clause.tense == "past" and spoken_to and not clause.modal and infinitive not in _PAST_RATHER:
            clause.tense = "perfect"

    def _circumstances(self, clause: Clause) -> None:
        """Adverbs and phrases of time, frequency, manner and place that fit."""
        flags = clause.verb.flags
        found: list[Adverbial | PrepositionalPhrase] = []
        if self.chance(_ADVERB_CHANCE):
            time = self._time_for(clause)
            if time is not None:
                found.append(time)
        elif clause.tense in ("present", "perfect") and not clause.modal and self.chance(0.2):
            kind = {"often", "never"} if clause.tense == "present" else {"done", "never"}
            if not isinstance(clause.subject, Pronoun) or clause.subject.key not in ("niemand",):
                rows = [row for row in modifiers.FREQUENCIES if row.kind in kind]
                found.append(Adverbial(self.ranked(rows), "frequency"))
        if "place" in flags and self.chance(0.28):
            found.append(self.location(("place",)))
        elif "move" in flags and clause.verb.german.infinitive in ("fahren", "reisen") and self.chance(0.3):
            found.append(self.means())
        if flags & {"care", "talk", "move"} and self.chance(0.16):
            rows = [row for row in modifiers.MANNERS if set(row.kind.split()) & flags]
            found.append(Adverbial(self.ranked(rows), "manner"))
        clause.circumstances = tuple(found)
        if not found and "state" not in flags and "solo" not in flags and not clause.modal:
            likes = clause.tense == "present" and _is_human(clause.subject) and "quick" not in flags
            clause.gladly = likes and self.chance(0.15)

    def _time_for(self, clause: Clause) -> Adverbial | None:
        flags = clause.verb.flags
        if clause.tense in ("perfect", "past"):
            return self.time({"past", "late"})
        if clause.tense == "future" or clause.modal:
            return self.time({"soon", "late"})
        if clause.verb.german.infinitive in _LASTING and self.chance(0.4):
            return Adverbial(self.span("seit", "since"), "time")
        if "state" in flags:
            return None
        if self.chance(0.3):
            return self.time({"habit"})
        if "quick" not in flags and self.chance(0.3):
            return self.time({"now"})
        return self.time({"soon", "late"})

    def _polarity(self, clause: Clause) -> None:
        """Perhaps a negation: `kein` before an indefinite object, else `nicht`."""
        kinds = {i.expression.kind for i in clause.circumstances if isinstance(i, Adverbial)}
        barred = clause.gladly or kinds & {"done", "never", "often", "since", "now"}
        barred = barred or any(i.role == "manner" for i in clause.circumstances) or _has_negative(clause)
        if barred or "solo" in clause.verb.flags or not self.chance(0.13):
            return
        for complement in clause.complements:
            if isinstance(complement, Pair) or (isinstance(complement, NounPhrase) and _quantified(complement)):
                return
            inner = complement.inner if isinstance(complement, PrepositionalPhrase) else None
            if isinstance(inner, NounPhrase) and (_quantified(inner) or inner.determiner in ("a", "")):
                return
        if isinstance(clause.subject, NounPhrase) and (_quantified(clause.subject) or clause.subject.determiner == "a"):
            return
        clause.negated = True
        for complement in clause.complements:
            if isinstance(complement, NounPhrase) and complement.determiner in ("a", ""):
                complement.determiner = "no"
                break

    def _relative(self, clause: Clause) -> None:
        """Perhaps a relative clause on the subject or on an object."""
        if clause.negated or not self.chance(0.13):
            return
        candidates = [clause.subject, *clause.complements]
        fitting = [
            item
            for item in candidates
            if isinstance(item, NounPhrase)
            and item.determiner in ("the", "a")
            and not item.possessor
            and (item.noun.kind == "person" or item.noun.kind in ("thing", "readable", "clothes", "vehicle", "building"))
        ]
        if fitting:
            head = self.rng.choice(fitting)
            head.relative = self._relative_clause(head, clause)
            head.extraposed = head is clause.complements[-1] if clause.complements else False

    def _relative_clause(self, head: NounPhrase, main: Clause) -> Clause:
        """A clause in which the head is the subject, an object, or under a preposition."""
        frames = _frames_with(head.noun.kind)
        if head.noun.kind == "person" and self.chance(0.5):
            verb = self.ranked(_verbs_for("human"), 6)
            clause = Clause(verb, head, tuple(self._fill(slot, True) for slot in verb.slots), gap=head)
        else:
            clause = self._object_gap(*self.ranked(frames, 4), head)
        self._separate(clause)
        told = main.tense if main.tense in ("past", "perfect") and not main.modal else "past"
        past = main.tense in ("past", "perfect")
        self._tense(clause, told if past else self.rng.choice(("present", "perfect")))
        if clause.tense != "present" and self.chance(0.3):
            clause.circumstances = (self.time({"past", "late"}),)
        return clause

    def _object_gap(self, verb: Verb, spot: int, head: NounPhrase) -> Clause:
        parts = [self._fill(slot, True) for slot in verb.slots]
        slot = verb.slots[spot]
        gap: Complement = head
        if slot.preposition is not None:
            gap = PrepositionalPhrase(slot.preposition, slot.case, slot.english, head)
        parts[spot] = gap
        subject: Participant = Pronoun(self.ranked(("ich", "er", "sie", "wir", "du", "they"), 3))
        if self.chance(0.35):
            subject = self.person_name() if self.chance(0.5) else self.phrase(("human",), known=True, light=True)
        return Clause(verb, subject, tuple(parts), gap=gap)

    def _description(self) -> Clause:
        """`sein` with an adjective, a comparison, a profession or a place."""
        roll = self.random()
        if roll < 0.15:
            subject = self.participant(("human",), subject=True)
            many = _is_many(subject)
            role = NounPhrase(self.ranked(_professions(_gender(subject)), 4), "role", plural=many)
            verb = BECOME if self.chance(0.25) and not many else COPULA
            clause = Clause(verb, subject, (role,))
        elif roll < 0.35:
            subject = self.participant(("human",), subject=True)
            clause = Clause(COPULA, subject, (self.location(("place", "city")),))
        else:
            subject = self.phrase(self.ranked((("person",), ("object",), ("building",), ("animal",), ("food",), ("event",), ("abstract",))), known=True)
            subject.adjectives = ()
            if self.chance(0.3):
                subject = Pronoun(self.ranked(("er", "sie", "ich", "wir", "they", "du"), 3))
            clause = Clause(COPULA, subject, (self._quality(subject),))
        clause.tense = "past" if self.chance(0.3) else "present"
        if clause.verb is BECOME:
            clause.tense = self.ranked(("perfect", "future", "past"))
        if self.chance(0.12) and not _has_negative(clause) and clause.verb is COPULA and roll >= 0.15:
            clause.negated = not (isinstance(subject, NounPhrase) and _quantified(subject))
        if clause.verb is COPULA and _passing(clause.complements[0]) and self.chance(0.4):
            kinds = {"past", "late"} if clause.tense == "past" else {"late"}
            clause.circumstances = (self.time(kinds),)
        return clause

    def _quality(self, subject: Participant) -> Predicate:
        kind = subject.noun.kind if isinstance(subject, NounPhrase) else "person"
        adjective = self.ranked(adjectives_for(kind), 4)
        if self.chance(0.2) and adjective.german not in _COLOURS:
            than = self.phrase((kind,), known=True, light=True)
            return Predicate(adjective, than=than, equal=self.chance(0.3))
        return Predicate(adjective, self.ranked(modifiers.DEGREES) if self.chance(0.45) else None)

    def _existence(self) -> Clause:
        """`es gibt`."""
        phrase = self.phrase(("building", "abstract", "animal", "event", "outdoors"), light=True)
        phrase.possessor = None
        if phrase.determiner not in ("a", "many", "some", "few") and phrase.number is None:
            phrase.determiner = "a" if phrase.noun.plural else ""
            phrase.plural = False
        clause = Clause(THERE_IS, None, (phrase,), "past" if self.chance(0.3) else "present")
        if phrase.noun.kind != "abstract" or self.chance(0.4):
            clause.circumstances = (self.location(("city", "outdoors")),)
        if phrase.determiner == "a" and self.chance(0.25):
            phrase.determiner = "no"
            clause.negated = True
        return clause

    def _weather(self) -> Clause:
        clause = Clause(self.ranked(WEATHER), None)
        clause.tense = self.rng.choice(("present", "perfect"))
        clause.circumstances = (self.time({"past"} if clause.tense == "perfect" else {"habit", "now"}),)
        if self.chance(0.5):
            clause.circumstances += (self.location(("city",)),)
        return clause

    def _passive(self) -> Clause:
        """The object of a verb as its subject; the doer may be named."""
        verb = self.ranked([verb for verb in VERBS if "passive" in verb.flags and len(verb.slots) == 1])
        subject = self.phrase(verb.slots[0].kinds)
        clause = Clause(Verb(verb.german, verb.english, verb.slots[0].kinds, (), verb.flags), subject, passive=True)
        clause.tense = self.ranked(("past", "perfect", "future", "present"), 1)
        if self.chance(0.15):
            clause.modal, clause.tense = self.ranked(("müssen", "können", "sollen")), "present"
        kinds = {"past", "late"} if clause.tense in ("past", "perfect") else {"soon", "late"}
        found: list[Adverbial | PrepositionalPhrase] = [self.time(kinds)] if self.chance(0.6) else []
        if self.chance(0.3):
            doer = self.phrase(("person",), known=True, light=True)
            found.append(PrepositionalPhrase("von", "dat", "by", doer, "agent"))
        clause.circumstances = tuple(found)
        return clause

    def _decorate(self, clause: Clause) -> None:
        """A comment, and something other than the subject in front."""
        if self.chance(0.07) and not clause.gladly:
            comment = Adverbial(self.ranked(modifiers.COMMENTS, 3), "comment")
            clause.circumstances = (comment, *clause.circumstances)
            clause.front = comment if self.chance(0.5) else None
        if clause.front is None and self.chance(0.45):
            roles = ("time", "place") if self.chance(0.7) else ("time",)
            fronted = [item for item in clause.circumstances if item.role in roles]
            if fronted:
                clause.front = self.rng.choice(fronted)
        if clause.front is None and clause.complements and not clause.negated and self.chance(0.05):
            first = clause.complements[0]
            slots = clause.verb.slots
            known = isinstance(first, NounPhrase) and first.determiner in ("the", "this") and not first.relative
            if known and slots and slots[0].case == "acc":
                clause.front = first

    def _question(self) -> Clause:
        """A yes-no question, or one with a question word."""
        clause = self.action(simple=True)
        subject = clause.subject
        if isinstance(subject, NounPhrase | Name) and self.chance(0.5) and _is_human(subject):
            clause.subject = Pronoun(self.rng.choice(("du", "Sie", "ihr", "er")))
            self._separate(clause)
            self._tense(clause, "perfect" if clause.tense in ("past", "perfect") else "present")
        roll = self.random()
        clause.question = "yes-no"
        words = modifiers.QUESTION_WORDS
        slots = {slot.case: index for index, slot in enumerate(clause.verb.slots) if slot.preposition is None}
        if roll < 0.45:
            if self.chance(0.4):
                time = self._time_for(clause)
                clause.circumstances = (time,) if time else ()
        elif "acc" in slots and roll < 0.65 and "solo" not in clause.verb.flags:
            clause.gap = clause.complements[slots["acc"]]
            people = isinstance(clause.gap, Pronoun | Name | Pair) or clause.gap.noun.kind in HUMAN
            clause.question = words["acc-human" if people else "acc"]
        elif "loc" in slots and roll < 0.8:
            clause.gap = clause.complements[slots["loc"]]
            clause.question = words["loc"]
        elif "dir" in slots and roll < 0.8:
            clause.gap = clause.complements[slots["dir"]]
            clause.question = words["dir"]
        elif roll < 0.72 and "human" in clause.verb.subjects and "swap" not in clause.verb.flags:
            clause.subject = clause.gap = Pronoun("er")
            clause.question = words["nom"]
        else:
            clause.question = words["time" if self.chance(0.5) and "state" not in clause.verb.flags else "cause"]
        return clause

    def _request(self) -> Clause:
        """`Rufen Sie mich bitte an !`"""
        clause = self.action(Pronoun("Sie"), tense="present", simple=True, verbs=_DEEDS)
        clause.imperative = True
        found: list[Adverbial | PrepositionalPhrase] = []
        if self.chance(0.7):
            found.append(Adverbial(modifiers.PLEASE, "comment"))
        if self.chance(0.4):
            found.append(self.time({"soon"}))
        clause.circumstances = tuple(found)
        return clause

    def _joined(self) -> Sentence:
        """Two main clauses: und, aber, denn, deshalb."""
        first = self.action()
        self._decorate(first)
        again = self._again(first.subject)
        past = first.tense in ("past", "perfect")
        second = self.action(again, tense=first.tense) if self.chance(0.6) else self.action(tense=first.tense)
        if past and self.chance(0.2) and isinstance(again, Pronoun):
            second = Clause(COPULA, again, (self._quality(first.subject or again),), "past")
        return Sentence(first, CONJUNCTIONS[self.ranked(("and", "but", "for", "so"))], second)

    def _again(self, subject: Participant | None) -> Participant:
        """A pronoun for a subject that was named."""
        if isinstance(subject, Pronoun) and subject.key not in ("jemand", "niemand", "alle", "man"):
            return Pronoun(subject.key, subject.thing)
        if isinstance(subject, Name):
            return Pronoun("er" if subject.gender == "m" else "sie")
        if isinstance(subject, NounPhrase):
            thing = subject.noun.kind not in HUMAN
            if _is_many(subject):
                return Pronoun("they")
            if subject.noun.gender != "n" or thing:
                return Pronoun({"m": "er", "f": "sie", "n": "es"}[subject.noun.gender], thing)
        return self.participant(("human",), subject=True, light=True)

    def _with_dependent(self) -> Clause:
        """A main clause with a dependent one."""
        roll = self.random()
        if roll < 0.3:
            return self._content()
        if roll < 0.48:
            return self._infinitive()
        kind = self.ranked(("cause", "condition", "concession", "time", "once", "before", "soon", "meanwhile", "until", "after", "purpose"), 3)
        main = self.action()
        inner = self._dependent(main, kind)
        main.links = (Link(CONJUNCTIONS[kind], inner, first=kind not in ("purpose", "until") and self.chance(0.4)),)
        return main

    def _dependent(self, main: Clause, kind: str) -> Clause:
        subject = self._again(main.subject) if self.chance(0.5) else None
        past = main.tense in ("past", "perfect", "pluperfect")
        tense = main.tense if past and not main.modal else "past" if past else "present"
        if kind in ("once", "after", "meanwhile", "before") and not past:
            main.modal = ""
            main.tense = "perfect" if main.verb.german.infinitive not in _PAST_RATHER else "past"
            self._retime(main, {"past", "late"})
            tense = main.tense
        elif kind in ("condition", "time", "soon", "until") and past:
            main.tense = "present"
            self._retime(main, {"late"})
            tense = "present"
        if kind == "after":
            tense = "pluperfect"
        if kind in ("condition", "time", "soon", "until"):
            self._retime(main, {"soon", "late", "habit", "often"})
        if kind in ("cause", "concession") and self.chance(0.35):
            return self._reason(subject, tense)
        inner = self.action(subject, tense=tense, simple=self.chance(0.5))
        if kind not in ("cause", "condition", "concession", "purpose"):
            self._retime(inner, set())
            inner.modal, inner.negated = "", False
            _restore(inner)
        if kind == "purpose":
            inner.modal, inner.tense, inner.gladly = "können", "past" if past else "present", False
        return inner

    def _reason(self, subject: Participant | None, tense: str) -> Clause:
        who = subject if isinstance(subject, Pronoun) and not subject.thing else self.participant(("human",), subject=True, light=True)
        adjective = self.ranked([a for a in modifiers.ADJECTIVES if a.german in _MOODS])
        degree = self.ranked(modifiers.DEGREES) if self.chance(0.4) else None
        return Clause(COPULA, who, (Predicate(adjective, degree),), "present" if tense == "present" else "past")

    def _retime(self, clause: Clause, kinds: set[str]) -> None:
        """Drop times that do not fit a tense that has changed."""
        clause.gladly = False
        clause.circumstances = tuple(
            item
            for item in clause.circumstances
            if not isinstance(item, Adverbial) or item.role not in ("time", "frequency") or item.expression.kind in kinds
        )

    def _content(self) -> Clause:
        """`Ich weiß, dass ...`, `Sie fragt, ob ...`"""
        verb = self.ranked(CONTENT_VERBS)
        subject = self.participant(("human",), subject=True, light=True)
        tense = "present" if self.chance(0.6) else "past"
        if isinstance(subject, Pronoun) and subject.key in ("du", "ihr"):
            tense = "present"
        clause = Clause(verb, subject, tense=tense)
        if verb.slots[0].case == "ob" and verb.german.infinitive == "wissen":
            clause.negated = not _has_negative(clause)
        inner_tense = "" if tense == "present" else self.rng.choice(("past", "pluperfect"))
        inner = self.action(tense=inner_tense) if self.chance(0.8) else self._description()
        if inner_tense == "pluperfect":
            inner.circumstances, inner.gladly, inner.modal = (), False, ""
        elif inner_tense == "past":
            self._retime(inner, {"past", "late"})
        clause.links = (Link(CONJUNCTIONS[verb.slots[0].case], inner),)
        return clause

    def _infinitive(self) -> Clause:
        """`Er versucht, das Fenster zu öffnen`, `Sie geht in die Stadt, um einzukaufen`."""
        kind = self.ranked(("zu", "um", "ohne"), 1)
        if kind == "zu":
            subject = self.participant(("human",), subject=True, light=True)
            main = Clause(self.ranked(INFINITIVE_VERBS), subject)
            self._tense(main, self.rng.choice(("present", "perfect", "past")))
        else:
            main = self.action(self.participant(("human",), subject=True), verbs=_DEEDS)
            main.gladly = main.negated = False
            _restore(main)
        inner = self.action(main.subject, tense="present", simple=True, verbs=_DEEDS)
        inner.modal = ""
        main.links = (Link(_INFINITIVE[kind], inner),)
        return main


_NOT_A_PROFESSION = {"Mann", "Frau", "Kind", "Freund", "Freundin", "Junge", "Mädchen", "Nachbar", "Nachbarin", "Gast"}
_NOT_A_PROFESSION |= {"Kunde", "Zeuge", "Mieter", "Kollege", "Kollegin", "Chef"}
_DEEDS = tuple(
    verb
    for verb in VERBS
    if "human" in verb.subjects and not {"state", "solo", "swap"} & verb.flags and not verb.german.phrase
)
"""What one can ask someone to do."""
_MOODS = {"müde", "krank", "traurig", "neugierig", "fleißig", "faul", "eifersüchtig", "höflich", "reich", "jung"}


_COLOURS = {"rot", "schwarz", "weiß", "blau", "grün", "kaputt", "geheim", "leer"}


def _passing(quality: Complement) -> bool:
    """True of a state that comes and goes: a mood, a place."""
    if isinstance(quality, Predicate):
        return quality.adjective.german in _MOODS and quality.than is None
    return not isinstance(quality, NounPhrase)


@cache
def _professions(gender: str) -> tuple[Noun, ...]:
    return tuple(n for n in NOUNS["person"] if n.german not in _NOT_A_PROFESSION and n.gender in (gender or n.gender))


def _gender(who: Participant) -> str:
    """The gender of a person, where it is known."""
    if isinstance(who, Name):
        return who.gender
    if isinstance(who, NounPhrase):
        return who.noun.gender if who.noun.gender in ("m", "f") and not who.plural else ""
    return {"er": "m", "sie": "f"}.get(who.key, "") if isinstance(who, Pronoun) else ""


@cache
def _verbs_for(sort: str) -> tuple[Verb, ...]:
    """The verbs whose subject may be human, or a noun of this kind, or any thing."""
    if sort == "human":
        people = {"human", "being", "person"}
        return tuple(verb for verb in VERBS if people & set(verb.subjects) and "swap" not in verb.flags)
    return tuple(verb for verb in VERBS if sort in kinds_of(verb.subjects) or "goods" in verb.subjects)


@cache
def _frames_with(kind: str) -> tuple[tuple[Verb, int], ...]:
    """Verbs that people do to a noun of this kind, with its place in the frame."""
    return tuple(
        (verb, index)
        for verb in _verbs_for("human")
        for index, slot in enumerate(verb.slots)
        if kind in kinds_of(slot.kinds) and slot.case in ("acc", "dat")
    )


def _sort(subject: Participant) -> str:
    if _is_human(subject):
        return "human"
    return subject.noun.kind if isinstance(subject, NounPhrase) else "thing"


def _company(key: str) -> str:
    """Pronouns that cannot be told apart, or that include one another."""
    if key in ("ich", "wir"):
        return "I"
    return "you" if key in ("du", "ihr", "Sie") else key


def _is_human(who: Participant | None) -> bool:
    if isinstance(who, NounPhrase):
        return who.noun.kind in HUMAN
    if isinstance(who, Pair):
        return _is_human(who.left)
    return who is not None and not (isinstance(who, Pronoun) and who.thing)


def _is_many(who: Participant | None) -> bool:
    if isinstance(who, Pronoun):
        return who.key in ("wir", "they", "ihr", "alle")
    if isinstance(who, NounPhrase):
        return who.plural or who.noun.plural_only
    return isinstance(who, Pair)


def _restore(clause: Clause) -> None:
    """Take back `kein` from a clause that is no longer negated."""
    for complement in clause.complements:
        if isinstance(complement, NounPhrase) and complement.determiner == "no":
            complement.determiner = "a" if complement.noun.plural and not complement.plural else ""


def _quantified(phrase: NounPhrase) -> bool:
    return phrase.determiner in ("many", "some", "few", "all", "both", "every") or phrase.number is not None


def _has_negative(clause: Clause) -> bool:
    people = (clause.subject, *clause.complements)
    return any(isinstance(who, Pronoun) and who.key in ("niemand", "jemand", "alle") for who in people)

