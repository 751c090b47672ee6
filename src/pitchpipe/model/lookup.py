"""Phrase pairs as a model sees them: all their scores, and the sum by which the decoder ranks them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

import numpy as np

from pitchpipe.model.features import GAP_FEATURES
from pitchpipe.model.model import Model, Table
from pitchpipe.phrases import Option, PhraseTable
from pitchpipe.text import Texts

LEAST_COUNT = 1e-3
"""What lower counts of rules, which are fractions, count as; native/chart/rules.h has the same number."""


@dataclass(frozen=True)
class PhrasePair:
    """A source phrase and one of its translations."""

    source: str
    option: Option
    table: int = 0
    """The number of the table that has it."""
    features: dict[str, float] = field(default_factory=dict)
    """What the model's dense features make of it alone, without reordering; empty without a model."""
    score: float | None = None
    """Their weighted sum, by which the decoder ranks the translations of a phrase; None without a model."""

    def as_dict(self) -> dict[str, Any]:
        """Scores and reordering values are natural logarithms."""
        return {
            "source": self.source,
            "target": self.option.target,
            "table": self.table,
            "scores": dict(self.option.scores),
            "counts": {
                "joint": self.option.joint_count,
                "source": self.option.source_count,
                "target": self.option.target_count,
            },
            "reordering": {name: dict(values) for name, values in self.option.reordering.items()},
            "alignment": [list(link) for link in self.option.alignment],
            "features": self.features,
            "score": self.score,
        }


@dataclass(frozen=True)
class Lookup:
    """What the tables of a model, or one table alone, say of phrases."""

    tables: Sequence[Table]
    model: Model | None = None

    @classmethod
    def of(cls, what: Model | PhraseTable) -> Lookup:
        """Of a model, whose weights rank translations, or of a table, where they come by p(e|f)."""
        return cls([Table(what)]) if isinstance(what, PhraseTable) else cls(what.tables, what)

    def translations(self, source: str) -> list[PhrasePair]:
        """The translations of a source phrase, best first."""
        source = " ".join(source.split())
        found = [
            self._pair(source, option, number)
            for number, one in enumerate(self.tables)
            for option in one.table.options(source)
        ]
        return self._ranked(found)

    def sources(self, target: str) -> list[PhrasePair]:
        """The phrase pairs with a target phrase, best first; all tables are read for it."""
        found = [
            self._pair(source, option, number)
            for number, one in enumerate(self.tables)
            for source, option in _with_target(one.table, target.split())
        ]
        return self._ranked(found)

    def parts(self, source: str) -> list[str]:
        """The phrases within a phrase that are known, from left to right, longer ones first."""
        words = source.split()
        longest = max((one.table.facts.longest_source for one in self.tables), default=0)
        spans = (
            " ".join(words[begin:end])
            for begin in range(len(words))
            for end in range(min(len(words), begin + longest), begin, -1)
        )
        return [part for part in dict.fromkeys(spans) if self.knows(part)]

    def cover(self, source: str) -> list[str]:
        """Known phrases that a phrase falls into, the longest from the left, and words that are not known."""
        words, begin, found = source.split(), 0, []
        while begin < len(words):
            ends = range(len(words), begin, -1)
            end = next((end for end in ends if self.knows(" ".join(words[begin:end]))), begin + 1)
            found.append(" ".join(words[begin:end]))
            begin = end
        return found

    def knows(self, source: str) -> bool:
        return any(one.table.native.find(source) for one in self.tables)

    def nearest(self, word: str, count: int = 3) -> list[str]:
        """Words of the tables that are spelled like one that is not known."""
        known = {text for one in self.tables for text in _words(one.table, "source_words")}
        return get_close_matches(word, [text for text in known if self.knows(text)], count)

    def _pair(self, source: str, option: Option, number: int) -> PhrasePair:
        if self.model is None:
            return PhrasePair(source, option, number)
        features = dict(_features(self.model, source, option, number))
        score = math.fsum(self.model.weights.get(name, 0.0) * value for name, value in features.items())
        return PhrasePair(source, option, number, features, score)

    def _ranked(self, pairs: list[PhrasePair]) -> list[PhrasePair]:
        if self.model is None:
            return sorted(pairs, key=lambda one: -one.option.scores.get("p(e|f)", 0.0))
        return sorted(pairs, key=lambda one: -(one.score or 0.0))


def _features(model: Model, source: str, option: Option, number: int) -> Iterator[tuple[str, float]]:
    """The dense features of a translation alone: everything but distortion, reordering and the words in gaps."""
    facts = model.tables[number].table.facts
    gaps, symbols = facts.gaps, option.target.split()
    labels = {f"[{label}]" for label in facts.labels}
    while symbols and symbols[-1] in labels:
        symbols.pop()
    runs = _runs(symbols, facts.gap_symbols)
    for language in model.language_models:
        scored = language.score(runs, bos=False, eos=False)
        yield language.name, float(scored.totals.sum()) * math.log(10)
        if language.unknown_words:
            yield language.unknown_words, float(scored.unknown.sum())
    yield "WordPenalty0", -float(sum(map(len, runs)))
    yield "PhrasePenalty0", 1.0
    names = model.tables[number].features
    several = len(option.scores) > 1
    for place, value in enumerate(option.scores.values()):
        yield f"{names.scores}_{place}" if several else names.scores, value
    if names.rule_count:
        yield names.rule_count, math.log(max(option.joint_count, LEAST_COUNT if gaps else 1.0))
    if names.unique_rule:
        yield names.unique_rule, float(option.joint_count == 1)
    if names.presence:
        yield names.presence, 1.0
    if facts.hole:
        yield GAP_FEATURES["source_gap"], float(facts.hole in source.split())
        yield GAP_FEATURES["target_gap"], float(len(runs) > 1)


def _runs(symbols: Sequence[str], gaps: Sequence[str]) -> list[list[str]]:
    """The words before, between and after gaps."""
    runs: list[list[str]] = [[]]
    for symbol in symbols:
        if symbol in gaps:
            runs.append([])
        else:
            runs[-1].append(symbol)
    return runs


def _words(table: PhraseTable, side: str) -> Texts:
    return Texts(table.file.arrays[side], table.file.arrays[f"{side}_offsets"])


def _with_target(table: PhraseTable, words: Sequence[str]) -> Iterator[tuple[str, Option]]:
    """The phrase pairs of a table whose target phrase is these words."""
    numbers = {word: number for number, word in enumerate(_words(table, "target_words")) if word in words}
    if not words or any(word not in numbers for word in words):
        return
    arrays = table.file.arrays
    offsets = arrays["target_offsets"].astype(np.int64)
    rows = np.flatnonzero(np.diff(offsets) == len(words))
    for place, word in enumerate(words):
        rows = rows[arrays["targets"][offsets[rows] + place] == numbers[word]]
    entries = np.flatnonzero(np.isin(arrays["entries"][:, 0], rows))
    sources = np.searchsorted(arrays["ranges"].astype(np.int64), entries, side="right") - 1
    for entry, source in zip(entries.tolist(), sources.tolist(), strict=True):
        yield table.native.phrase(source).decode(errors="replace"), table.option(entry)
