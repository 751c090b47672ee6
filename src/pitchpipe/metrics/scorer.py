"""Metrics that are asked: a program, a Python function or a model, whose scores are computed once and kept."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.metrics.combination import Combination
from pitchpipe.metrics.judged import Judged, JudgedTexts
from pitchpipe.metrics.score_store import (
    Row,
    ScoreStore,
    current_store,
    question_key,
    session_tally,
    store_at,
)
from pitchpipe.metrics.ter import Ter
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts, find_tokenizer


@dataclass(frozen=True)
class Question:
    """What a scorer is asked: the score of a candidate, given what it wants to see besides."""

    candidate: str
    references: tuple[str, ...] = ()
    source: str | None = None


@dataclass(frozen=True)
class Scorer(Metric):
    """Base of metrics that something slow computes.

    A row is a score and 1, so that the corpus score is the mean; or two numbers of the scorer's own, whose sums' ratio it is.
    Each distinct question is asked once: rows are kept in the folder of a run, or in the file that `cache` names.
    """

    scale: ClassVar[None] = None
    width: ClassVar[int] = 2

    better: str = setting("higher", "which scores are better", choices=("higher", "lower"))
    source: bool = setting(False, "whether the scorer sees the source text")
    references: bool = setting(True, "whether the scorer sees references; a quality estimator does not")
    reference: str = setting(
        "all",
        "which references of a sentence the scorer sees: all, or the one with the lowest TER (thesis 5.3)",
        choices=("all", "ter-best"),
    )
    detokenize: str = setting(
        "none",
        "tokeniser whose work is undone for the scorer, as in moses:en; none leaves tokens as they are",
    )
    cache: str = setting(
        "", "file of scores, to share it between runs; by default the run's own", signed=False
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        find_tokenizer(self.detokenize)
        object.__setattr__(self, "higher_is_better", self.better == "higher")

    @abstractmethod
    def answers(self, questions: Sequence[Question]) -> Iterator[dict[int, Row]]:
        """Rows by the number of their question, as they come and in any order; what is yielded is kept at once."""

    @property
    def wants_source(self) -> bool:
        return self.source

    @property
    def needs_references(self) -> bool:
        return self.references

    @property
    def store(self) -> ScoreStore:
        return store_at(self.cache) if self.cache else current_store()

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return self.pool_statistics(JudgedTexts(candidates, references), threads)

    def pool_statistics(self, pool: Judged, threads: int = 1) -> Array:
        self.check(pool)
        questions = self._questions(pool, threads)
        keys = [question_key(one.candidate, one.references, one.source) for one in questions]
        first = dict(zip(reversed(keys), reversed(range(len(keys))), strict=True))
        signature, store = self.signature, self.store
        store.count(signature, len(keys))
        known = store.find(signature, list(first))
        missing = [
            number for key, number in sorted(first.items(), key=lambda item: item[1]) if key not in known
        ]
        if missing:
            for rows in self.answers([questions[number] for number in missing]):
                named = {keys[missing[place]]: _finite(self.spec, row) for place, row in rows.items()}
                store.add(signature, named)
                known |= named
        return np.array([known[key] for key in keys], np.float64).reshape(-1, 2)

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        total.add_ratio(weight, over_nothing=0.0)
        return True

    def score(self, sums: Array) -> Array:
        return ratio(sums[..., 0], sums[..., 1])

    def _questions(self, pool: Judged, threads: int) -> list[Question]:
        undo = find_tokenizer(self.detokenize).detokenize if self.detokenize != "none" else str
        candidates, groups = pool.candidates, pool.candidates.groups
        group_of = np.repeat(np.arange(len(candidates)), np.diff(groups)).tolist()
        sources: Sequence[str | None] = [None] * len(candidates)
        if self.source:
            sources = pool.sources or []
        if not self.references or pool.references is None:
            return [
                Question(undo(text), (), sources[group])
                for text, group in zip(candidates.texts, group_of, strict=True)
            ]
        all_references = [tuple(pool.references.group(group)) for group in range(len(candidates))]
        shown: Sequence[tuple[str, ...]] = [all_references[group] for group in group_of]
        if self.reference == "ter-best":
            shown = closest_references(candidates, all_references, threads)
        return [
            Question(undo(text), tuple(map(undo, seen)), sources[group])
            for text, seen, group in zip(candidates.texts, shown, group_of, strict=True)
        ]


def closest_references(
    candidates: GroupedTexts, references: Sequence[tuple[str, ...]], threads: int = 1
) -> list[tuple[str, ...]]:
    """For each candidate the reference of its group with the lowest TER; of equals, the first."""
    sizes = np.diff(candidates.groups)
    most = max(map(len, references), default=0)
    rates = np.full((len(candidates.texts), most), np.inf)
    ter = Ter()
    for number in range(most):
        # Those with fewer references see one that does not count, so that all are scored in one call.
        column = GroupedTexts.singles(group[number] if number < len(group) else "" for group in references)
        rows = ter.score(ter.statistics(candidates, column, threads))
        has = np.repeat([number < len(group) for group in references], sizes)
        rates[:, number] = np.where(has, rows, np.inf)
    if not most:
        return [()] * len(rates)
    best = rates.argmin(axis=1).tolist()
    group_of = np.repeat(np.arange(len(references)), sizes).tolist()
    return [references[group][number : number + 1] for group, number in zip(group_of, best, strict=True)]


def _finite(owner: str, row: Row) -> Row:
    if not np.isfinite(row).all():
        raise InputError(f"{owner}: found the score {row[0]:g} over {row[1]:g}, expected finite numbers")
    return row


def scorers(metric: Metric) -> list[Scorer]:
    """The scorers that a metric is made of."""
    parts = [part for _, part in metric.terms] if isinstance(metric, Combination) else [metric]
    return [part for part in parts if isinstance(part, Scorer)]


def tally_lines(metrics: Iterable[Metric]) -> list[str]:
    """What this process asked and computed for each scorer among metrics, a line each."""
    found = dict.fromkeys(one for metric in metrics for one in scorers(metric))
    return [f"scores of {one.spec}: {session_tally(one.signature)}" for one in found]
