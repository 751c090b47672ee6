"""What the native decoder calls to compute features written in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.decoder.feature_code import code_digest
from pitchpipe.decoder.feature_steps import SentenceSteps, Steps
from pitchpipe.decoder.feature_values import SparseNames, Values, beside, read_values
from pitchpipe.decoder.features import (
    Extensions,
    Feature,
    PhraseFeature,
    PhraseOption,
    Sentence,
    StepFeature,
)
from pitchpipe.decoder.tokens import tokens
from pitchpipe.errors import InputError
from pitchpipe.model import SPARSE_STARTS
from pitchpipe.phrases import HOLE, PhraseTable

T = TypeVar("T")


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
            if not one.names and not one.starts:
                raise InputError(f"the feature {type(one).__name__} has no names")
            _check_starts(one)
        self._features = [*features]
        self._tables = tables
        self.sparse_names = SparseNames()
        self._sentences: dict[int, SentenceSteps] = {}
        self._failure: _Failure | None = None

    @property
    def fingerprint(self) -> str:
        """What the features are called, and which code they are."""
        return " ".join(filter(None, ["+".join([*self.names, *self.starts]), code_digest(self._features)]))

    @property
    def names(self) -> list[str]:
        return self.phrase_names + self.step_names

    @property
    def phrase_names(self) -> list[str]:
        return [name for one in self.phrase_features for name in one.names]

    @property
    def step_names(self) -> list[str]:
        return [name for one in self.step_features for name in one.names]

    @property
    def starts(self) -> list[str]:
        """How the names of the sparse features start."""
        return [start for one in (*self.phrase_features, *self.step_features) for start in one.starts]

    @property
    def phrases_are_sparse(self) -> bool:
        return any(one.starts for one in self.phrase_features)

    @property
    def steps_are_sparse(self) -> bool:
        return any(one.starts for one in self.step_features)

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

    def phrases(self, table: int, sources: list[str], entries: list[int]) -> Any:
        """A row of values for each of these entries of a table, and the sparse ones if there are any."""
        owner = self._tables[table]
        options = list(map(PhraseOption, sources, owner.targets(entries), repeat(owner), entries))
        values = []
        for one in self.phrase_features:
            batched = type(one).phrases is not PhraseFeature.phrases
            found = self._at_once(one, options) if batched else self._one_by_one(one, options)
            if found is None:
                return None
            values.append(found)
        all_values = beside(values)
        return tuple(all_values) if self.phrases_are_sparse else all_values.dense

    def _read(self, feature: Feature, values: Any, count: int) -> Values:
        return read_values(values, feature, self.sparse_names, tuple(feature.starts), count)

    def _at_once(self, feature: PhraseFeature, options: list[PhraseOption]) -> Values | None:
        def rows() -> Values:
            return self._read(feature, feature.phrases(options), len(options))

        return self._tried(rows, feature, phrases={option.source for option in options})

    def _one_by_one(self, feature: PhraseFeature, options: list[PhraseOption]) -> Values | None:
        rest = iter(options)
        try:
            values = [feature.phrase(option) for option in rest]
        except Exception as error:
            failed = options[len(options) - len(list(rest)) - 1]
            self._failure = _Failure(type(feature).__name__, 0, {failed.source}, error)
            return None
        try:
            return self._read(feature, values, len(values))
        except Exception:
            return self._read_one_by_one(feature, options, values)

    def _read_one_by_one(
        self, feature: PhraseFeature, options: list[PhraseOption], values: list[Any]
    ) -> Values | None:
        """So that the phrase of a wrong value is told."""
        found = []
        for option, value in zip(options, values, strict=True):
            row = self._tried(partial(self._read, feature, [value], 1), feature, phrases={option.source})
            if row is None:
                return None
            found.append(row)
        return Values(
            np.concatenate([one.dense for one in found]),
            np.cumsum([0, *(len(one.numbers) for one in found)]),
            np.concatenate([one.numbers for one in found]),
            np.concatenate([one.sparse for one in found]),
        )

    def start(
        self,
        sentence: int,
        words: list[str],
        options: list[Any],
        entries: list[tuple[int, int]],
        gapped: dict[int, Any],
    ) -> int | None:
        whole = Sentence(tuple(words), options, entries, self._tables, gapped)
        steps = []
        for one in self.step_features:
            made = self._tried(
                partial(Steps, one, whole, self.sparse_names, tuple(one.starts)), one, sentence
            )
            if made is None:
                return None
            steps.append(made)
        self._sentences[sentence] = SentenceSteps(steps, whole)
        return 0

    def score(
        self, sentence: int, steps: NDArray[np.int64], owed: NDArray[np.int64]
    ) -> tuple[Any, ...] | None:
        """The values of these steps, the numbers of the states after them, and the sparse values if there are any."""
        state, option, begin, end, last_begin, last_end, gap, covered = np.ascontiguousarray(steps.T)
        all_steps = self._sentences[sentence]
        whole = all_steps.sentence
        extensions = Extensions(
            *(begin, end, last_begin, last_end, option, gap, covered.view(np.uint64)),
            *(len(whole.words), owed, whole),
        )
        values, after = [], []
        for one, states in zip(all_steps.features, all_steps.states_of(state), strict=True):
            found = self._tried(partial(one.score, states, extensions), one.feature, sentence)
            if found is None:
                return None
            values.append(found[0])
            after.append(found[1])
        dense, *sparse = beside(values)
        return (dense, all_steps.number(after), *(sparse if self.steps_are_sparse else ()))

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


def _has(sentence: str, phrases: Set[str]) -> bool:
    text = f" {' '.join(tokens(sentence))} "
    return all(_occurs(phrase, text) for phrase in phrases)


def _occurs(phrase: str, text: str) -> bool:
    """Whether the pieces of a phrase, or all of it if it has no gaps, are in a text one after the other."""
    at = 0
    for piece in phrase.split(f" {HOLE} "):
        at = text.find(f" {piece} ", at)
        if at < 0:
            return False
        at += len(piece) + 1
    return True


def _check_starts(feature: Feature) -> None:
    """Raise `InputError` if sparse features could not be told from dense ones or from those of templates."""
    for start in feature.starts:
        if not isinstance(start, str) or not start or any(letter.isspace() for letter in start):
            raise InputError(
                f"the feature {type(feature).__name__}: found the start {start!r}, expected a text without spaces"
            )
        for template, theirs in SPARSE_STARTS.items():
            for other in theirs:
                if start.startswith(other) or other.startswith(start):
                    raise InputError(
                        f"the feature {type(feature).__name__}: found the start {start!r}, which {template} has, "
                        "expected another"
                    )
