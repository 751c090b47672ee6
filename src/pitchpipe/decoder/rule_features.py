"""Features of rules where chart search applies them, written in Python: a subclass of `RuleFeature`.

    class Crossing(RuleFeature):
        names = ("Crossing",)

        def rule(self, analysis, applied):
            gaps = [symbol for symbol in applied.target if symbol in applied.source]
            return float(gaps != sorted(gaps)), 0

Give objects of such classes to `ChartDecoder(model, features=[...])`, and weights for their names. A `PhraseFeature` works
with rules too: its option has the sides of a rule, with gaps among the words.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitchpipe.decoder.features import Feature, Sentence
from pitchpipe.grammar import GAPS


@dataclass(frozen=True)
class KnownRule:
    """A rule, or glue, which puts a phrase beside those before it."""

    source: tuple[str, ...]
    """Words and gaps, as in `[X,1]`."""
    target: tuple[str, ...]
    label: str = ""
    """Empty if rules have none."""

    @property
    def is_glue(self) -> bool:
        return self.source == GLUE.source and self.target == GLUE.target


GLUE = KnownRule(GAPS, GAPS)


@dataclass(frozen=True)
class AppliedRule:
    """A rule where it is applied, to the source words `begin` to `end - 1`."""

    begin: int
    end: int
    known: KnownRule
    gaps: tuple[tuple[int, int], ...]
    """The spans of its gaps, in the order of the source; of glue, that of the phrases before and that of the phrase."""
    states: tuple[Any, ...]
    """Of what is in the gaps; `initial` where there is nothing before the first phrase."""

    @property
    def source(self) -> tuple[str, ...]:
        return self.known.source

    @property
    def target(self) -> tuple[str, ...]:
        return self.known.target


@dataclass(frozen=True)
class AppliedRules:
    """Many rules at once: an array of each, as long as there are rules."""

    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    rule: NDArray[np.int64]
    """The number of the rule in `known`."""
    gap_begin: NDArray[np.int64]
    """A row for each: the first words of its gaps, -1 where it has fewer than three."""
    gap_end: NDArray[np.int64]
    known: Sequence[KnownRule]
    """All rules of the sentence so far; the first is glue."""

    def __len__(self) -> int:
        return len(self.begin)


class RuleFeature(Feature):
    """Looks at a rule where it is applied, and may give what it makes a state, which rules around it see.

    What translates a span is recombined only if states are equal. Override `rule`, or `rules` to be called once for all
    rules that search tries for a span, which is faster by far.
    """

    initial: Hashable = 0
    """The state of the sentence's start, to which phrases are glued; a whole number for `rules`."""

    def start(self, sentence: Sentence) -> Any:
        """What to find out about a sentence before it is decoded; every rule gets it. There are no options yet."""
        return sentence

    def rule(self, analysis: Any, applied: AppliedRule) -> tuple[float | Sequence[float], Hashable]:
        """The value of a rule, or one for each name, and the state of what it makes."""
        raise NotImplementedError

    def rules(
        self, analysis: Any, states: NDArray[np.int64], applied: AppliedRules
    ) -> tuple[ArrayLike, ArrayLike]:
        """The values of many rules, one row for each, and their states, which are whole numbers.

        `states` has a row for each: those of what is in its gaps, 0 where it has fewer than three.
        """
        raise NotImplementedError
