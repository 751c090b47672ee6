"""What the native decoder calls to compute features written in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.decoder.features import (
    Extension,
    Extensions,
    PhraseFeature,
    PhraseOption,
    Sentence,
    StepFeature,
)
from pitchpipe.errors import InputError
from pitchpipe.phrases import Option, PhraseTable


class FeatureCalls:
    """Python features behind the callables that the native side knows.

    An exception must not fly through native threads: it is kept here, None is returned, and `raise_failure` raises it.
    """

    def __init__(
        self, features: Sequence[PhraseFeature | StepFeature], tables: Sequence[PhraseTable]
    ) -> None:
        self.phrase_features = [one for one in features if isinstance(one, PhraseFeature)]
        self.step_features = [one for one in features if isinstance(one, StepFeature)]
        for one in features:
            if not isinstance(one, PhraseFeature | StepFeature):
                raise InputError(f"found the feature {one!r}, expected a PhraseFeature or a StepFeature")
            if not one.names:
                raise InputError(f"the feature {type(one).__name__} has no names")
        self._tables = tables
        self._sentences: dict[int, list[_Steps]] = {}
        self._failure: Exception | None = None

    @property
    def phrase_names(self) -> list[str]:
        return [name for one in self.phrase_features for name in one.names]

    @property
    def step_names(self) -> list[str]:
        return [name for one in self.step_features for name in one.names]

    def raise_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def phrases(self, table: int, source: str, begin: int, end: int) -> NDArray[np.float32] | None:
        """A row of values for each of these entries of a table."""
        rows = np.empty((end - begin, len(self.phrase_names)), np.float32)
        at = 0
        for one in self.phrase_features:
            width = len(one.names)

            def values(one: PhraseFeature = one, at: int = at, width: int = width) -> bool:
                for entry in range(begin, end):
                    option = _with_source(self._tables[table].option(entry), source)
                    rows[entry - begin, at : at + width] = one.phrase(option)
                return _finite(rows)

            if self._tried(values, one, f"the phrase {source!r}") is None:
                return None
            at += width
        return rows

    def start(self, sentence: int, words: list[str], options: list[Any]) -> int | None:
        whole = Sentence(tuple(words), options)
        calls = []
        for one in self.step_features:
            made = self._tried(partial(_Steps, one, whole), one, f"sentence {sentence + 1}")
            if made is None:
                return None
            calls.append(made)
        self._sentences[sentence] = calls
        return 0

    def score(
        self, sentence: int, steps: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]] | None:
        state, option, begin, end, last_begin, last_end = steps.T
        extensions = Extensions(begin, end, last_begin, last_end, option)
        calls = self._sentences[sentence]
        found = []
        for one in calls:
            states = one.states_of(state)
            result = self._tried(
                partial(one.score, states, extensions), one.feature, f"sentence {sentence + 1}"
            )
            if result is None:
                return None
            found.append(result)
        values = np.hstack([rows for rows, _ in found]).astype(np.float32)
        return np.ascontiguousarray(values), _joint_states(calls, [states for _, states in found])

    def finish(self, sentence: int) -> None:
        self._sentences.pop(sentence, None)

    def _tried(self, call: Callable[[], Any], feature: PhraseFeature | StepFeature, where: str) -> Any:
        try:
            return call()
        except Exception as error:
            name = type(feature).__name__
            self._failure = InputError(
                f"the feature {name} failed at {where}: {type(error).__name__}: {error}"
            )
            self._failure.__cause__ = error
            return None


class _Steps:
    """One step feature within one sentence."""

    def __init__(self, feature: StepFeature, sentence: Sentence) -> None:
        self.feature = feature
        self._sentence = sentence
        self._analysis = feature.start(sentence)
        self._batched = type(feature).steps is not StepFeature.steps
        self._states: list[Any] = [feature.initial]
        self._numbers: dict[Any, int] = {feature.initial: 0}
        self.joint = np.array([[0]], np.int64)
        """This feature's state number for each number of a state of all features."""

    def states_of(self, joint: NDArray[np.int64]) -> NDArray[np.int64]:
        states: NDArray[np.int64] = self.joint[joint, 0]
        return states

    def score(
        self, states: NDArray[np.int64], extensions: Extensions
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        if self._batched:
            known = np.array(self._states, np.int64)
            values, after = self.feature.steps(self._analysis, known[states], extensions)
            rows = self._checked(values, len(extensions))
            return rows, self._number_all(np.asarray(after, np.int64))
        rows = np.empty((len(extensions), len(self.feature.names)))
        numbers = np.empty(len(extensions), np.int64)
        columns = (
            extensions.begin,
            extensions.end,
            extensions.last_begin,
            extensions.last_end,
            extensions.option,
        )
        for i, (state, begin, end, last_begin, last_end, option) in enumerate(
            zip(states, *(c.tolist() for c in columns), strict=True)
        ):
            extension = Extension(begin, end, last_begin, last_end, self._sentence.options[option][2])
            rows[i], after_one = self.feature.step(self._analysis, self._states[state], extension)
            numbers[i] = self._number(after_one)
        return self._checked(rows, len(extensions)), numbers

    def _checked(self, values: Any, count: int) -> NDArray[np.float64]:
        rows = np.asarray(values, float).reshape(count, -1)
        if rows.shape[1] != len(self.feature.names):
            raise ValueError(f"found {rows.shape[1]} values a step, expected {len(self.feature.names)}")
        _finite(rows)
        return rows

    def _number(self, state: Any) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number

    def _number_all(self, states: NDArray[np.int64]) -> NDArray[np.int64]:
        different, places = np.unique(states, return_inverse=True)
        return np.array([self._number(state) for state in different.tolist()], np.int64)[places.reshape(-1)]


def _joint_states(calls: list[_Steps], states: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """A number for each different combination of the features' states, new ones after the old."""
    known = {
        tuple(row): number for number, row in enumerate(np.hstack([one.joint for one in calls]).tolist())
    }
    different, places = np.unique(np.column_stack(states), axis=0, return_inverse=True)
    fresh = [row for row in map(tuple, different.tolist()) if row not in known]
    for row in fresh:
        known[row] = len(known)
    for column, one in enumerate(calls):
        added = np.array([[row[column]] for row in fresh], np.int64).reshape(-1, 1)
        one.joint = np.vstack([one.joint, added])
    numbers = np.array([known[row] for row in map(tuple, different.tolist())], np.int64)
    return numbers[places.reshape(-1)]


def _with_source(option: Option, source: str) -> PhraseOption:
    return PhraseOption(
        **{field.name: getattr(option, field.name) for field in fields(Option)}, source=source
    )


def _finite(values: NDArray[Any]) -> bool:
    if not np.isfinite(values).all():
        raise ValueError("found a value that is not a finite number")
    return True
