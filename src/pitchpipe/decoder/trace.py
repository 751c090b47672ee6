"""How a search went: the options it had, the hypotheses it made, and which of them were recombined, pruned or kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitchpipe.text import Texts


@dataclass(frozen=True)
class TracedOption:
    """A translation of the source words `begin` to `end - 1` that the search could use.

    Where a phrase has gaps in the target, each piece is an option; those after the first are later pieces.
    """

    begin: int
    end: int
    text: str
    score: float
    """Weighted features, without language models and reordering."""
    estimate: float
    """The same with the language models' scores of the phrase alone; options are ranked by it."""
    unknown: bool
    """A word that is in no table and was copied."""
    given: bool
    number: int = 0
    """In the trace's options."""
    spans: tuple[tuple[int, int], ...] = ()
    """The source words that it covers, in one span or, if the phrase has gaps, in pieces; none if it is a later piece."""
    next: int | None = None
    """The option with the target piece that has to follow, after other words."""


@dataclass(frozen=True)
class TracedExtension:
    """A step: a hypothesis extended by an option."""

    start: int
    """Number of the hypothesis that was extended."""
    option: TracedOption
    score: float
    """What the step adds."""
    total: float


@dataclass(frozen=True)
class TracedHypothesis:
    """The start of a translation."""

    number: int
    covered: int
    """How many source words it translates: its stack."""
    coverage: tuple[bool, ...]
    """Which ones."""
    score: float
    rest: float
    """The estimate of what is left; of complete ones, the end of the sentence in the language models."""
    kept: bool
    """False if it was pruned."""
    extension: TracedExtension | None
    """The last step of its best derivation; None for the start."""
    recombined: tuple[TracedExtension, ...]
    """Worse steps that lead to the same state: nothing to come can tell them apart."""
    features: Mapping[str, float]
    """Dense features of its best derivation."""
    owed: tuple[TracedOption, ...] = ()
    """Target pieces that have to come."""

    @property
    def rank(self) -> float:
        """What the stack is ranked by: score and rest."""
        return self.score + self.rest


@dataclass(frozen=True)
class Stack:
    """Hypotheses that cover the same number of source words: those kept, best rank first, and those pruned.

    The last stack is pruned before the end of the sentence is scored, which its ranks count.
    """

    covered: int
    hypotheses: tuple[TracedHypothesis, ...]
    skipped: int
    """Extensions that were possible and not made: the pop limit, the threshold or the time was reached."""

    @property
    def kept(self) -> int:
        return sum(one.kept for one in self.hypotheses)

    @property
    def pruned(self) -> int:
        return len(self.hypotheses) - self.kept

    @property
    def recombined(self) -> int:
        return sum(len(one.recombined) for one in self.hypotheses)


@dataclass(frozen=True)
class Trace:
    """The search for a sentence."""

    words: tuple[str, ...]
    options: tuple[TracedOption, ...]
    """By their first word, then by their last, best first."""
    hypotheses: tuple[TracedHypothesis, ...]
    """By their numbers; 0 is the start."""
    skipped: tuple[int, ...]

    @classmethod
    def of(cls, words: Sequence[str], names: Sequence[str], arrays: Mapping[str, Any]) -> Trace:
        """From the arrays that the native decoder gives."""
        texts = Texts(arrays["text"], arrays["text_offsets"])
        spans, owed = _grouped(arrays["spans"].tolist()), _grouped(arrays["owed"].tolist())
        options = tuple(
            TracedOption(
                *(begin, end, texts[row], score, estimate, bool(unknown), bool(given), row),
                tuple((first, last) for first, last in spans.get(row, ())),
                None if following < 0 else following,
            )
            for row, ((begin, end, unknown, given, following), (score, estimate)) in enumerate(
                zip(arrays["options"].tolist(), arrays["option_scores"].tolist(), strict=True)
            )
        )
        facts, scores = arrays["hypotheses"].tolist(), arrays["hypothesis_scores"].tolist()
        steps: list[list[TracedExtension]] = [[] for _ in facts]
        rows = zip(arrays["extensions"].tolist(), arrays["extension_scores"].tolist(), strict=True)
        for (start, to, option), score in rows:
            steps[to].append(TracedExtension(start, options[option], score, scores[start][0] + score))
        size = len(words)
        hypotheses = []
        for number, ((covered, kept, _, gap), (score, rank, finish), bits, dense) in enumerate(
            zip(facts, scores, arrays["coverage"].tolist(), arrays["dense"].tolist(), strict=True)
        ):
            hypotheses.append(
                TracedHypothesis(
                    number,
                    covered,
                    tuple(place < gap or bool(bits >> (place - gap) & 1) for place in range(size)),
                    score,
                    finish or rank - score if covered == size else rank - score,
                    bool(kept),
                    steps[number][0] if steps[number] else None,
                    tuple(steps[number][1:]),
                    dict(zip(names, dense, strict=True)),
                    tuple(options[piece] for (piece,) in owed.get(number, ())),
                )
            )
        return cls(tuple(words), options, tuple(hypotheses), tuple(arrays["skipped"].tolist()))

    @cached_property
    def stacks(self) -> tuple[Stack, ...]:
        """From the start to complete translations."""
        by_covered: list[list[TracedHypothesis]] = [[] for _ in range(len(self.words) + 1)]
        for one in self.hypotheses:
            by_covered[one.covered].append(one)
        return tuple(
            Stack(
                covered, tuple(sorted(found, key=lambda one: (not one.kept, -one.rank, one.number))), skipped
            )
            for covered, (found, skipped) in enumerate(zip(by_covered, (0, *self.skipped), strict=True))
        )

    def path(self, number: int) -> list[TracedHypothesis]:
        """The hypotheses from the start, which is left out, to this one."""
        found: list[TracedHypothesis] = []
        one = self.hypotheses[number]
        while one.extension is not None:
            found.append(one)
            one = self.hypotheses[one.extension.start]
        return found[::-1]

    def text(self, number: int) -> str:
        """The target words of a hypothesis."""
        texts = (one.extension.option.text for one in self.path(number) if one.extension)
        return " ".join(text for text in texts if text)

    def phrase_numbers(self, number: int) -> list[int]:
        """For each step on the path to a hypothesis the number of its phrase, by the order in which phrases were begun.

        All pieces of a phrase have the same.
        """
        found: list[int] = []
        awaited: dict[int, int] = {}
        begun = 0
        for one in self.path(number):
            assert one.extension is not None
            option = one.extension.option
            phrase = awaited.pop(option.number, begun)
            begun += phrase == begun
            if option.next is not None:
                awaited[option.next] = phrase
            found.append(phrase)
        return found

    @cached_property
    def best(self) -> TracedHypothesis | None:
        """The best complete hypothesis; None if there is none."""
        complete = [one for one in self.stacks[-1].hypotheses if one.kept and not one.owed]
        return complete[0] if complete else None


def _grouped(rows: Sequence[Sequence[int]]) -> dict[int, list[Sequence[int]]]:
    """The rest of rows by their first number."""
    found: dict[int, list[Sequence[int]]] = {}
    for first, *rest in rows:
        found.setdefault(first, []).append(rest)
    return found
