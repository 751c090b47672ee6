"""What the native decoder calls to compute features written in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.decoder.features import (
    Extension,
    Extensions,
    Feature,
    PhraseFeature,
    PhraseOption,
    Sentence,
    StepFeature,
)
from pitchpipe.decoder.tokens import tokens
from pitchpipe.errors import InputError
from pitchpipe.phrases import PhraseTable

T = TypeVar("T")

_LARGEST = 1e12
"""Values beyond this are mistakes, and sums of scores would overflow."""


class FeatureCalls:
    """Python features behind the callables that the native side knows.

    An exception must not fly through native threads: it is kept here, None is returned, and `raise_failure` raises it.
    """

    def __init__(self, features: Sequence[Feature], tables: Sequence[PhraseTable]) -> None:
        self.phrase_features = [one for one in features if isinstance(one, PhraseFeature)]
        self.step_features = [one for one in features if isinstance(one, StepFeature)]
        for one in features:
            if not isinstance(one, PhraseFeature | StepFeature):
                raise InputError(f"found the feature {one!r}, expected a PhraseFeature or a StepFeature")
            if not one.names:
                raise InputError(f"the feature {type(one).__name__} has no names")
        self._tables = tables
        self._sentences: dict[int, _SentenceSteps] = {}
        self._failure: _Failure | None = None

    @property
    def names(self) -> list[str]:
        return self.phrase_names + self.step_names

    @property
    def phrase_names(self) -> list[str]:
        return [name for one in self.phrase_features for name in one.names]

    @property
    def step_names(self) -> list[str]:
        return [name for one in self.step_features for name in one.names]

    def raise_failure(self, sentences: Sequence[str]) -> None:
        """Raise what a feature raised, if one did, while these sentences were translated."""
        failure, self._failure = self._failure, None
        if failure is None:
            return
        number, place = failure.sentence, ""
        if failure.phrases:
            number = next((i for i, text in enumerate(sentences) if _has(text, failure.phrases)), 0)
        if len(failure.phrases) == 1:
            place = f", the phrase {min(failure.phrases)!r}"
        kind = type(failure.error).__name__
        raise InputError(
            f"the feature {failure.feature} failed at sentence {number + 1}{place}: {kind}: {failure.error}"
        ) from failure.error

    def phrases(self, table: int, sources: list[str], entries: list[int]) -> NDArray[np.float32] | None:
        """A row of values for each of these entries of a table."""
        owner = self._tables[table]
        options = list(map(PhraseOption, sources, owner.targets(entries), repeat(owner), entries))
        values = []
        for one in self.phrase_features:
            batched = type(one).phrases is not PhraseFeature.phrases
            found = self._at_once(one, options) if batched else self._one_by_one(one, options)
            if found is None:
                return None
            values.append(found)
        return values[0] if len(values) == 1 else np.ascontiguousarray(np.hstack(values))

    def _at_once(self, feature: PhraseFeature, options: list[PhraseOption]) -> NDArray[np.float32] | None:
        def rows() -> NDArray[np.float32]:
            return _checked(feature.phrases(options), feature.names, len(options))

        return self._tried(rows, feature, phrases={option.source for option in options})

    def _one_by_one(self, feature: PhraseFeature, options: list[PhraseOption]) -> NDArray[np.float32] | None:
        rest = iter(options)
        try:
            values = [feature.phrase(option) for option in rest]
        except Exception as error:
            failed = options[len(options) - len(list(rest)) - 1]
            self._failure = _Failure(type(feature).__name__, 0, {failed.source}, error)
            return None
        try:
            return _checked(values, feature.names)
        except Exception:
            return self._checked_one_by_one(feature, options, values)

    def _checked_one_by_one(
        self, feature: PhraseFeature, options: list[PhraseOption], values: list[Any]
    ) -> NDArray[np.float32] | None:
        """So that the phrase of a wrong value is told."""
        rows = []
        for option, value in zip(options, values, strict=True):
            row = self._tried(partial(_checked, [value], feature.names), feature, phrases={option.source})
            if row is None:
                return None
            rows.append(row)
        return np.concatenate(rows)

    def start(self, sentence: int, words: list[str], options: list[Any]) -> int | None:
        whole = Sentence(tuple(words), options)
        steps = []
        for one in self.step_features:
            made = self._tried(partial(_Steps, one, whole), one, sentence)
            if made is None:
                return None
            steps.append(made)
        self._sentences[sentence] = _SentenceSteps(steps)
        return 0

    def score(
        self, sentence: int, steps: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]] | None:
        """The values of these steps, and the numbers of the states after them."""
        state, option, begin, end, last_begin, last_end = np.ascontiguousarray(steps.T)
        extensions = Extensions(begin, end, last_begin, last_end, option)
        all_steps = self._sentences[sentence]
        values, after = [], []
        for one, states in zip(all_steps.features, all_steps.states_of(state), strict=True):
            found = self._tried(partial(one.score, states, extensions), one.feature, sentence)
            if found is None:
                return None
            values.append(found[0])
            after.append(found[1])
        return np.ascontiguousarray(np.hstack(values)), all_steps.number(after)

    def finish(self, sentence: int) -> None:
        self._sentences.pop(sentence, None)

    def _tried(
        self,
        call: Callable[[], T],
        feature: Feature,
        sentence: int = 0,
        phrases: Set[str] = frozenset(),
    ) -> T | None:
        try:
            return call()
        except Exception as error:
            self._failure = _Failure(type(feature).__name__, sentence, phrases, error)
            return None


@dataclass(frozen=True)
class _Failure:
    feature: str
    sentence: int
    phrases: Set[str]
    """Of a phrase feature, which is not told the sentence."""
    error: Exception


class _Steps:
    """One step feature within one sentence."""

    def __init__(self, feature: StepFeature, sentence: Sentence) -> None:
        self.feature = feature
        self._sentence = sentence
        self._analysis = feature.start(sentence)
        self._batched = type(feature).steps is not StepFeature.steps
        self._states: list[Any] = [feature.initial]
        self._numbers: dict[Any, int] = {feature.initial: 0}

    def score(
        self, states: NDArray[np.int64], extensions: Extensions
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        if self._batched:
            known = np.array(self._states, np.int64)
            values, after = self.feature.steps(self._analysis, known[states], extensions)
            rows = _checked(values, self.feature.names, len(extensions))
            return rows, self._number_all(_whole_numbers(after, len(extensions)))
        listed: list[float | Sequence[float]] = []
        numbers = np.empty(len(extensions), np.int64)
        columns = (
            extensions.begin,
            extensions.end,
            extensions.last_begin,
            extensions.last_end,
            extensions.option,
        )
        for i, (state, begin, end, last_begin, last_end, option) in enumerate(
            zip(states.tolist(), *(c.tolist() for c in columns), strict=True)
        ):
            extension = Extension(begin, end, last_begin, last_end, self._sentence.options[option][2])
            value, after_one = self.feature.step(self._analysis, self._states[state], extension)
            listed.append(value)
            numbers[i] = self._number(after_one)
        return _checked(listed, self.feature.names), numbers

    def _number(self, state: Any) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number

    def _number_all(self, states: NDArray[np.int64]) -> NDArray[np.int64]:
        different, places = np.unique(states, return_inverse=True)
        return np.array([self._number(state) for state in different.tolist()], np.int64)[places.reshape(-1)]


class _SentenceSteps:
    """All step features within one sentence: numbers for the combinations of their states."""

    def __init__(self, features: list[_Steps]) -> None:
        self.features = features
        self._rows = [(0,) * len(features)]
        self._numbers = {self._rows[0]: 0}

    def states_of(self, numbers: NDArray[np.int64]) -> Iterable[NDArray[np.int64]]:
        """The state of each feature."""
        if len(self.features) == 1:
            return [numbers]
        columns: NDArray[np.int64] = np.array(self._rows, np.int64)[numbers].T
        return columns

    def number(self, states: list[NDArray[np.int64]]) -> NDArray[np.int64]:
        if len(states) == 1:
            return states[0]
        different, places = np.unique(np.column_stack(states), axis=0, return_inverse=True)
        numbers = []
        for row in map(tuple, different.tolist()):
            number = self._numbers.setdefault(row, len(self._rows))
            if number == len(self._rows):
                self._rows.append(row)
            numbers.append(number)
        return np.array(numbers, np.int64)[places.reshape(-1)]


def _checked(values: Any, names: Sequence[str], count: int | None = None) -> NDArray[np.float32]:
    """A row of finite numbers for each phrase or step, with a value for each name."""
    rows = np.asarray(values, float)
    size = len(values) if count is None else count
    if rows.shape != (size, len(names)) and (len(names) > 1 or rows.shape != (size,)):
        raise ValueError(f"found values of the shape {rows.shape}, expected {len(names)} for each of {size}")
    # Where the sum of squares is small, so is each value: one pass over a small array, where a look at each takes three.
    if not np.vdot(rows, rows) <= _LARGEST**2:
        large = ~(np.abs(rows) <= _LARGEST)
        if large.any():
            raise ValueError(
                f"found the value {rows[large].flat[0]}, expected finite numbers up to {_LARGEST:g}"
            )
    return rows.reshape(size, len(names)).astype(np.float32)


def _whole_numbers(states: Any, count: int) -> NDArray[np.int64]:
    found = np.asarray(states)
    if found.shape != (count,) or found.dtype.kind not in "iub":
        raise ValueError(
            f"found states of the shape {found.shape} and the type {found.dtype}, "
            f"expected {count} whole numbers"
        )
    return found.astype(np.int64)


def _has(sentence: str, phrases: Set[str]) -> bool:
    text = f" {' '.join(tokens(sentence))} "
    return all(f" {phrase} " in text for phrase in phrases)
