"""Step features within one sentence: their states, and what they see of what came before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.decoder.feature_values import SparseNames, Values, read_values
from pitchpipe.decoder.features import Extension, Extensions, Sentence, StepFeature

Past = tuple[tuple[str, ...], int]
"""The last words of a translation, and the option of its last phrase: as much as a feature looks at."""


class Steps:
    """One step feature within one sentence."""

    def __init__(
        self, feature: StepFeature, sentence: Sentence, names: SparseNames, starts: tuple[str, ...]
    ) -> None:
        self.feature = feature
        self._sentence = sentence
        self._names = names
        self._starts = starts
        self._analysis = feature.start(sentence)
        self._batched = type(feature).steps is not StepFeature.steps
        self._words = feature.looks_back != 0
        self._looks_past = self._words or feature.sees_last
        self._states: list[Any] = [feature.initial]
        self._pasts: list[Past] = [((), -1)]
        self._numbers: dict[Any, int] = {self._key(feature.initial, self._pasts[0]): 0}

    def score(self, states: NDArray[np.int64], extensions: Extensions) -> tuple[Values, NDArray[np.int64]]:
        count = len(extensions)
        pasts = [self._pasts[state] for state in states.tolist()] if self._looks_past else []
        if not self._batched:
            listed, after = self._one_by_one(states, extensions, pasts)
            return self._read(listed, count), after
        known = np.array(self._states, np.int64)
        if self._looks_past:
            extensions = self._with_past(extensions, pasts)
        values, states_after = self.feature.steps(self._analysis, known[states], extensions)
        found = self._read(values, count)
        return found, self._number_all(whole_numbers(states_after, count), extensions, pasts)

    def _read(self, values: Any, count: int) -> Values:
        return read_values(values, self.feature, self._names, self._starts, count)

    def _one_by_one(
        self, states: NDArray[np.int64], extensions: Extensions, pasts: list[Past]
    ) -> tuple[list[Any], NDArray[np.int64]]:
        listed = []
        numbers = np.empty(len(extensions), np.int64)
        columns = (
            extensions.begin,
            extensions.end,
            extensions.last_begin,
            extensions.last_end,
            extensions.option,
            extensions.first_gap,
            extensions.covered,
        )
        for i, (state, begin, end, last_begin, last_end, option, gap, covered) in enumerate(
            zip(states.tolist(), *(c.tolist() for c in columns), strict=True)
        ):
            target = self._sentence.options[option][2]
            words, last = pasts[i] if pasts else ((), -1)
            owed = tuple(piece for piece in extensions.owed[i].tolist() if piece >= 0)
            extension = Extension(
                *(begin, end, last_begin, last_end, target, option, gap, covered, self._sentence),
                last if self.feature.sees_last else None,
                words if self._words else None,
                owed,
            )
            value, after = self.feature.step(self._analysis, self._states[state], extension)
            listed.append(value)
            past = self._past_after(words, option) if self._looks_past else self._pasts[0]
            numbers[i] = self._number(after, past)
        return listed, numbers

    def _with_past(self, extensions: Extensions, pasts: list[Past]) -> Extensions:
        columns = {name: getattr(extensions, name) for name in Extensions.__dataclass_fields__}
        if self.feature.sees_last:
            columns["last_option"] = np.array([last for _, last in pasts], np.int64)
        if self._words:
            columns["before"] = [words for words, _ in pasts]
        return Extensions(**columns)

    def _past_after(self, words: tuple[str, ...], option: int) -> Past:
        if not self._words:
            return (), option
        after = words + self._sentence.options[option][2]
        back = self.feature.looks_back
        return after if back is None else after[-back:], option if self.feature.sees_last else -1

    def _key(self, state: Any, past: Past) -> Any:
        return (state, past) if self._looks_past else state

    def _number(self, state: Any, past: Past) -> int:
        number = self._numbers.setdefault(self._key(state, past), len(self._states))
        if number == len(self._states):
            self._states.append(state)
            self._pasts.append(past)
        return number

    def _number_all(
        self, states: NDArray[np.int64], extensions: Extensions, pasts: list[Past]
    ) -> NDArray[np.int64]:
        if pasts:
            rows = zip(states.tolist(), extensions.option.tolist(), pasts, strict=True)
            found = [
                self._number(state, self._past_after(words, option)) for state, option, (words, _) in rows
            ]
            return np.array(found, np.int64)
        different, places = np.unique(states, return_inverse=True)
        numbers = [self._number(state, self._pasts[0]) for state in different.tolist()]
        return np.array(numbers, np.int64)[places.reshape(-1)]


class SentenceSteps:
    """All step features within one sentence: numbers for the combinations of their states."""

    def __init__(self, features: list[Steps], sentence: Sentence) -> None:
        self.features = features
        self.sentence = sentence
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


def whole_numbers(states: Any, count: int) -> NDArray[np.int64]:
    found = np.asarray(states)
    if found.shape != (count,) or found.dtype.kind not in "iub":
        raise ValueError(
            f"found states of the shape {found.shape} and the type {found.dtype}, "
            f"expected {count} whole numbers"
        )
    return found.astype(np.int64)
