"""Features written in Python, used like the built-in ones: a subclass of `PhraseFeature` or `StepFeature`.

    class LengthRatio(PhraseFeature):
        names = ("LengthRatio",)

        def phrase(self, option):
            return len(option.target.split()) / len(option.source.split())

Give objects of such classes to `PhraseDecoder(model, features=[...])`, and weights for their names; or name the class,
as in `features="my_module:LengthRatio"`, `pitchpipe train --feature my_module:LengthRatio`.

A feature whose names are made as it goes is sparse: it says how they start, and returns names with values.

    class Lengths(PhraseFeature):
        starts = ("Length:",)

        def phrase(self, option):
            return {f"Length:{len(option.target.split())}": 1.0}
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitchpipe.phrases import PhraseTable
from pitchpipe.registry import Registry


class PhraseOption:
    """A phrase pair: its source, and all that `pitchpipe.phrases.Option` has, read when it is asked for."""

    __slots__ = ("_entry", "_option", "_table", "source", "target")

    def __init__(self, source: str, target: str, table: PhraseTable, entry: int) -> None:
        self.source = source
        self.target = target
        self._table = table
        self._entry = entry

    def __getattr__(self, name: str) -> Any:
        if name == "_option":
            self._option = self._table.option(self._entry)
            return self._option
        return getattr(self._option, name)


class Feature:
    """Base of features written in Python. Another package adds one by an entry point of the group `pitchpipe.features`."""

    names: Sequence[str] = ()
    """What the values are called that each phrase or step has."""
    starts: Sequence[str] = ()
    """How the names of its sparse features start, as in `("Length:",)`; other names are refused."""


@dataclass(frozen=True)
class SparseValues:
    """Sparse features of many phrases or steps at once, as arrays of the same length.

    The list of names may be the same from call to call, and grow: only what is new at its end is looked at.
    """

    names: Sequence[str]
    row: NDArray[np.integer[Any]]
    """The number of the phrase or step."""
    name: NDArray[np.integer[Any]]
    """The number of the feature in `names`."""
    value: NDArray[np.floating[Any]] | None = None
    """1 for each by default."""
    dense: ArrayLike | None = None
    """A row for each phrase or step, if the feature has `names` too."""


Value = float | Sequence[float] | Mapping[str, float]
"""Of one phrase or step: a value, one for each of the feature's names, or names with values."""


class PhraseFeature(Feature):
    """Looks at a phrase pair alone. It runs once for each, and counts in the estimate of what is not yet translated.

    It sees the translations that are kept for a source phrase, which are chosen without it, and puts them in order.
    Override `phrase`, or `phrases` to be called once for all pairs of a sentence that are new, as a neural network
    likes it.
    """

    def phrase(self, option: PhraseOption) -> Value:
        """The value of the phrase pair, one for each name, or names with values."""
        raise NotImplementedError

    def phrases(
        self, options: Sequence[PhraseOption]
    ) -> ArrayLike | SparseValues | Sequence[Mapping[str, float]]:
        """The values of many phrase pairs, one row for each."""
        raise NotImplementedError


@dataclass(frozen=True)
class Sentence:
    """A sentence before it is decoded."""

    words: tuple[str, ...]
    options: Sequence[tuple[int, int, tuple[str, ...]]]
    """All translations of all spans: first source word, the one after the last, target words. Where phrases have gaps, each
    target piece is an option."""
    _entries: Sequence[tuple[int, int]] = ()
    _tables: Sequence[PhraseTable] = ()
    _gapped: Mapping[int, tuple[Sequence[tuple[int, int]], int]] = field(default_factory=dict)
    """Of options of phrases with gaps: their source spans, and the option that has to follow, or -1."""
    _phrases: dict[int, PhraseOption] = field(default_factory=dict)

    def spans(self, option: int) -> tuple[tuple[int, int], ...]:
        """The source words that an option covers, in one span or in pieces; none of a target piece that others precede."""
        if option in self._gapped:
            return tuple(self._gapped[option][0])
        begin, end, _ = self.options[option]
        return ((begin, end),)

    def next_piece(self, option: int) -> int | None:
        """The option with the target piece that has to follow an option, after other words; None if it is the last."""
        following = self._gapped[option][1] if option in self._gapped else -1
        return None if following < 0 else following

    @cached_property
    def _added(self) -> NDArray[np.int64]:
        """How many source words each option covers."""
        return np.array([sum(e - b for b, e in self.spans(i)) for i in range(len(self.options))], np.int64)

    @cached_property
    def _balance(self) -> NDArray[np.int64]:
        """How many more phrases have pieces to come after each option than before it."""
        found = np.zeros(len(self.options), np.int64)
        for option, (spans, following) in self._gapped.items():
            found[option] = (following >= 0) - (not spans)
        return found

    def phrase(self, option: int) -> PhraseOption | None:
        """The phrase pair of an option, with its alignment and counts; None for words that are in no table.

        Of a phrase with gaps, which are among its words, each piece has the whole pair.
        """
        table, entry = self._entries[option]
        if table < 0:
            return None
        if option not in self._phrases:
            begin, end, target = self.options[option]
            source, text = " ".join(self.words[begin:end]), " ".join(target)
            if option in self._gapped:
                first = self._first.get(option, option)
                pieces = (" ".join(self.words[b:e]) for b, e in self.spans(first))
                source = f" {self._tables[table].facts.hole} ".join(pieces)
                text = self._tables[table].targets([entry])[0]
            self._phrases[option] = PhraseOption(source, text, self._tables[table], entry)
        return self._phrases[option]

    @cached_property
    def _first(self) -> dict[int, int]:
        """Of target pieces that others precede, the option that begins their phrase."""
        found = {}
        for option, (spans, _) in self._gapped.items():
            following = self.next_piece(option) if spans else None
            while following is not None:
                found[following] = option
                following = self.next_piece(following)
        return found


@dataclass(frozen=True)
class Extensions:
    """Many steps of search at once: an array of each, as long as there are steps."""

    begin: NDArray[np.int64]
    """The first source word of the phrase that is added."""
    end: NDArray[np.int64]
    """And the one after its last."""
    last_begin: NDArray[np.int64]
    """The same of the source words that were covered last, of a phrase with gaps its last piece; 0 at the start."""
    last_end: NDArray[np.int64]
    option: NDArray[np.int64]
    """The number of the added translation in `Sentence.options`."""
    first_gap: NDArray[np.int64]
    """The first source word that is not covered before the step."""
    covered: NDArray[np.uint64]
    """Bit i is set if word `first_gap` + i is covered before the step."""
    size: int
    """How many words the source has."""
    owed: NDArray[np.int64]
    """Where phrases have gaps, a row for each step: the options whose target pieces have to come, in the order in which
    their phrases were begun, and -1 after them."""
    _sentence: Sentence
    last_option: NDArray[np.int64] | None = None
    """The option of the step before, -1 at the start; for features that have `sees_last`."""
    before: Sequence[tuple[str, ...]] | None = None
    """The translation before the step; for features that have `looks_back`, and as far."""

    def __len__(self) -> int:
        return len(self.begin)

    def is_covered(self, word: ArrayLike) -> NDArray[np.bool_]:
        """Whether a source word, the same for all steps or one for each, is covered before the step."""
        place = np.asarray(word) - self.first_gap
        within = (place >= 0) & (place < 64)
        bits = self.covered >> np.where(within, place, 0).astype(np.uint64)
        found: NDArray[np.bool_] = (place < 0) | (within & ((bits & np.uint64(1)) == 1))
        return found

    @property
    def completes(self) -> NDArray[np.bool_]:
        """Whether nothing is left to translate after the step, and no piece of a phrase is to come."""
        covered = self.first_gap + np.bitwise_count(self.covered) + self._sentence._added[self.option]
        found: NDArray[np.bool_] = covered == self.size
        if self.owed.shape[1]:
            found &= (self.owed >= 0).sum(axis=1) + self._sentence._balance[self.option] == 0
        return found


@dataclass(frozen=True)
class Extension:
    """One step of search."""

    begin: int
    end: int
    last_begin: int
    last_end: int
    target: tuple[str, ...]
    """The words that are added."""
    option: int
    """The number of the added translation in `Sentence.options`."""
    first_gap: int
    _covered: int
    _sentence: Sentence
    last_option: int | None = None
    """The option of the step before, -1 at the start; for features that have `sees_last`."""
    before: tuple[str, ...] | None = None
    """The translation before the step; for features that have `looks_back`, and as far."""
    owed: tuple[int, ...] = ()
    """The options whose target pieces have to come, in the order in which their phrases were begun."""

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The source words that the step covers, in one span or in pieces; none if it only adds a target piece."""
        return self._sentence.spans(self.option)

    @cached_property
    def phrase(self) -> PhraseOption | None:
        """The phrase pair that is added; None for words that are in no table."""
        return self._sentence.phrase(self.option)

    @cached_property
    def last_phrase(self) -> PhraseOption | None:
        """The phrase pair before; for features that have `sees_last`."""
        if self.last_option is None:
            raise AttributeError("last_phrase is for features that have sees_last = True")
        return None if self.last_option < 0 else self._sentence.phrase(self.last_option)

    def is_covered(self, word: int) -> bool:
        """Whether a source word is covered before the step."""
        place = word - self.first_gap
        return place < 0 or bool(place < 64 and self._covered >> place & 1)

    @property
    def completes(self) -> bool:
        """Whether nothing is left to translate after the step, and no piece of a phrase is to come."""
        covered = self.first_gap + self._covered.bit_count() + sum(end - begin for begin, end in self.spans)
        to_come = len(self.owed) - (not self.spans) + (self._sentence.next_piece(self.option) is not None)
        return covered == len(self._sentence.words) and to_come == 0


class StepFeature(Feature):
    """Looks at a phrase in its context, and may carry a state from step to step.

    Hypotheses are recombined only if their states are equal, and all that the feature sees of what came before: the
    span of the last phrase, what is covered and what is owed always, and what it asks for by `sees_last` and `looks_back`.
    Where phrases have gaps, each target piece is a step. Override `step`, or `steps` to be called once for many steps, which
    is faster by far.
    """

    initial: Hashable = 0
    """The state before the first step; a whole number for `steps`."""
    sees_last: bool = False
    """Whether it looks at the phrase pair before."""
    looks_back: int | None = 0
    """How many words of the translation before the step it looks at; None for all of them."""

    def start(self, sentence: Sentence) -> Any:
        """What to find out about a sentence before it is decoded; every step gets it."""
        return sentence

    def step(self, analysis: Any, state: Any, extension: Extension) -> tuple[Value, Hashable]:
        """The value of a step, one for each name, or names with values; and the state after it."""
        raise NotImplementedError

    def steps(
        self, analysis: Any, states: NDArray[np.int64], extensions: Extensions
    ) -> tuple[ArrayLike | SparseValues | Sequence[Mapping[str, float]], ArrayLike]:
        """The values of many steps, one row for each step, and their states, which are whole numbers."""
        raise NotImplementedError


FEATURES: Registry[Feature] = Registry("features", "decoder feature", Feature, ())
