"""What chart search calls to compute features of applied rules written in Python."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.decoder.feature_calls import FeatureCalls
from pitchpipe.decoder.feature_steps import whole_numbers
from pitchpipe.decoder.feature_values import checked
from pitchpipe.decoder.features import Feature, PhraseFeature, Sentence
from pitchpipe.decoder.rule_features import GLUE, AppliedRule, AppliedRules, KnownRule, RuleFeature
from pitchpipe.errors import InputError
from pitchpipe.phrases import PhraseTable

_GAPS = 3


class RuleFeatureCalls(FeatureCalls):
    """Python features of a chart: those of rules alone, and those of rules where they are applied."""

    def __init__(self, features: Sequence[Feature], tables: Sequence[PhraseTable]) -> None:
        for one in features:
            if not isinstance(one, PhraseFeature | RuleFeature):
                raise InputError(
                    f"found the feature {one!r}, expected a PhraseFeature or a RuleFeature for a model of rules"
                )
            if one.starts:
                raise InputError(
                    f"the feature {type(one).__name__} is sparse, expected a dense one for a model of rules"
                )
            if not one.names:
                raise InputError(f"the feature {type(one).__name__} has no names")
        super().__init__([one for one in features if isinstance(one, PhraseFeature)], tables)
        self._features = [*features]
        self.rule_features = [one for one in features if isinstance(one, RuleFeature)]
        self._applied: dict[int, _SentenceRules] = {}

    @property
    def names(self) -> list[str]:
        return self.phrase_names + self.rule_names

    @property
    def rule_names(self) -> list[str]:
        return [name for one in self.rule_features for name in one.names]

    def start_rules(self, sentence: int, words: list[str]) -> int | None:
        """Before a sentence is decoded; the number of the state at its start."""
        whole = Sentence(tuple(words), ())
        started = []
        for one in self.rule_features:
            found = self._tried(partial(_Rules, one, whole), one, sentence)
            if found is None:
                return None
            started.append(found)
        self._applied[sentence] = _SentenceRules(started)
        return 0

    def score_rules(
        self, sentence: int, fresh: list[tuple[str, str, str]], rows: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]] | None:
        """The values of these rules where they are applied, and the numbers of the states of what they make."""
        known = self._applied[sentence]
        known.rules += [KnownRule(tuple(s.split()), tuple(t.split()), label) for s, t, label in fresh]
        rule, begin, end = rows[:, :3].T
        columns = [np.ascontiguousarray(rows[:, 3 + _GAPS * i : 3 + _GAPS * (i + 1)]) for i in range(3)]
        applied = AppliedRules(begin, end, rule, columns[1], columns[2], known.rules)
        values, after = [], []
        for place, one in enumerate(known.features):
            states = known.states(place, columns[0])
            found = self._tried(partial(one.score, states, applied), one.feature, sentence)
            if found is None:
                return None
            values.append(found[0])
            after.append(found[1])
        return np.ascontiguousarray(np.hstack(values)), known.number(after)

    def finish_rules(self, sentence: int) -> None:
        self._applied.pop(sentence, None)


class _Rules:
    """One feature within one sentence."""

    def __init__(self, feature: RuleFeature, sentence: Sentence) -> None:
        self.feature = feature
        self._analysis = feature.start(sentence)
        self._batched = type(feature).rules is not RuleFeature.rules
        self._states: list[Any] = [feature.initial]
        self._numbers: dict[Any, int] = {feature.initial: 0}

    def score(
        self, states: NDArray[np.int64], applied: AppliedRules
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        if self._batched:
            known = np.where(applied.gap_begin < 0, 0, np.array(self._states, np.int64)[states])
            values, after = self.feature.rules(self._analysis, known, applied)
            rows = checked(values, self.feature.names, len(applied))
            numbers = [self._number(state) for state in whole_numbers(after, len(applied)).tolist()]
            return rows, np.array(numbers, np.int64)
        listed, numbers = [], []
        columns = applied.begin, applied.end, applied.rule, applied.gap_begin, applied.gap_end, states
        for begin, end, rule, gap_begins, gap_ends, inside in zip(
            *(column.tolist() for column in columns), strict=True
        ):
            gaps = tuple(span for span in zip(gap_begins, gap_ends, strict=True) if span[0] >= 0)
            in_gaps = tuple(self._states[state] for state in inside[: len(gaps)])
            value, after_one = self.feature.rule(
                self._analysis, AppliedRule(begin, end, applied.known[rule], gaps, in_gaps)
            )
            listed.append(value)
            numbers.append(self._number(after_one))
        return checked(listed, self.feature.names, len(listed)), np.array(numbers, np.int64)

    def _number(self, state: Any) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number


class _SentenceRules:
    """All features within one sentence: its rules, and numbers for the combinations of their states."""

    def __init__(self, features: list[_Rules]) -> None:
        self.features = features
        self.rules = [GLUE]
        self._rows: list[tuple[int, ...]] = [(0,) * len(features)]
        self._numbers = {self._rows[0]: 0}

    def states(self, feature: int, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of one feature."""
        found: NDArray[np.int64] = np.array(self._rows, np.int64)[numbers, feature]
        return found

    def number(self, states: list[NDArray[np.int64]]) -> NDArray[np.int64]:
        numbers = []
        for row in zip(*(column.tolist() for column in states), strict=True):
            number = self._numbers.setdefault(row, len(self._rows))
            if number == len(self._rows):
                self._rows.append(row)
            numbers.append(number)
        return np.array(numbers, np.int64)
