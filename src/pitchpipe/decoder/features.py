"""Features written in Python, used like the built-in ones: a subclass of `PhraseFeature` or `StepFeature`.

    class LengthRatio(PhraseFeature):
        names = ("LengthRatio",)

        def phrase(self, option):
            return len(option.target.split()) / len(option.source.split())

Give objects of such classes to `PhraseDecoder(model, features=[...])`, and weights for their names.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
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
    """What the values are called."""


class PhraseFeature(Feature):
    """Looks at a phrase pair alone. It runs once for each, and counts in the estimate of what is not yet translated.

    It sees the translations that are kept for a source phrase, which are chosen without it, and puts them in order.
    Override `phrase`, or `phrases` to be called once for all pairs of a sentence that are new, as a neural network
    likes it.
    """

    def phrase(self, option: PhraseOption) -> float | Sequence[float]:
        """The value of the phrase pair, or one for each name."""
        raise NotImplementedError

    def phrases(self, options: Sequence[PhraseOption]) -> ArrayLike:
        """The values of many phrase pairs, one row for each."""
        raise NotImplementedError


@dataclass(frozen=True)
class Extensions:
    """Many steps of search at once: an array of each, as long as there are steps."""

    begin: NDArray[np.int64]
    """The first source word of the phrase that is added."""
    end: NDArray[np.int64]
    """And the one after its last."""
    last_begin: NDArray[np.int64]
    """The same of the phrase before; 0 at the start."""
    last_end: NDArray[np.int64]
    option: NDArray[np.int64]
    """The number of the added translation in `Sentence.options`."""

    def __len__(self) -> int:
        return len(self.begin)


@dataclass(frozen=True)
class Extension:
    """One step of search."""

    begin: int
    end: int
    last_begin: int
    last_end: int
    target: tuple[str, ...]
    """The words that are added."""


@dataclass(frozen=True)
class Sentence:
    """A sentence before it is decoded."""

    words: tuple[str, ...]
    options: Sequence[tuple[int, int, tuple[str, ...]]]
    """All translations of all spans: first source word, the one after the last, target words."""


class StepFeature(Feature):
    """Looks at a phrase in its context, and may carry a state from step to step.

    Hypotheses are recombined only if their states are equal. Override `step`, or `steps` to be called once for many
    steps, which is faster by far.
    """

    initial: Hashable = 0
    """The state before the first step; a whole number for `steps`."""

    def start(self, sentence: Sentence) -> Any:
        """What to find out about a sentence before it is decoded; every step gets it."""
        return sentence

    def step(
        self, analysis: Any, state: Any, extension: Extension
    ) -> tuple[float | Sequence[float], Hashable]:
        """The value of a step, or one for each name, and the state after it."""
        raise NotImplementedError

    def steps(
        self, analysis: Any, states: NDArray[np.int64], extensions: Extensions
    ) -> tuple[ArrayLike, ArrayLike]:
        """The values of many steps, one row for each step, and their states, which are whole numbers."""
        raise NotImplementedError


FEATURES: Registry[Feature] = Registry("features", "decoder feature", Feature, ())
