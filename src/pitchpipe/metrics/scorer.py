"""Metrics that are asked: a program, a Python function or a model, whose scores are computed once and kept."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, TypeVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.executors import current_executor
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.metrics.combination import Combination
from pitchpipe.metrics.embeddings import Vectors, best_cosines, pair_cosines, unit_vectors
from pitchpipe.metrics.in_batches import in_batches
from pitchpipe.metrics.judged import Judged, JudgedTexts
from pitchpipe.metrics.learned import Learned
from pitchpipe.metrics.score_store import (
    Place,
    Row,
    ScoreStore,
    Vector,
    current_store,
    question_key,
    session_tally,
    store_at,
)
from pitchpipe.metrics.ter import Ter
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts, find_tokenizer

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
TASK = 64
"""Questions that go to another machine at a time, at least."""
_PAUSE, _LONGEST_PAUSE = 0.01, 1.0
"""Seconds between two looks for answers that another process waits for."""


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
        "which references the scorer sees: all, or the one with the lowest TER (thesis 5.3)",
        choices=("all", "ter-best"),
    )
    detokenize: str = setting(
        "none",
        "tokeniser to undo for the scorer, as in moses:en; none leaves tokens as they are",
    )
    by: str = setting(
        "score",
        "what to ask the scorer for: the score of a pair, or the embedding of a text; then the highest cosine with a "
        "reference is the score",
        choices=("score", "embed"),
    )
    cache: str = setting(
        "", "file of scores to share between runs; by default the run has its own", signed=False
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        find_tokenizer(self.detokenize)
        object.__setattr__(self, "higher_is_better", self.better == "higher")
        if self.by == "embed" and (self.source or not self.references or self.reference != "all"):
            raise InputError(
                f"{self.name}: found by=embed with source, references or reference, expected none: texts are embedded alone"
            )

    @abstractmethod
    def answers(self, questions: Sequence[Question]) -> Iterator[dict[int, Row]]:
        """Rows by the number of their question, as they come and in any order; what is yielded is kept at once."""

    def embeddings(self, texts: Sequence[str]) -> Iterator[dict[int, Vector]]:
        """Vectors by the number of their text, as they come and in any order."""
        raise InputError(f"{self.name}: found by=embed, expected a scorer that embeds texts")

    @property
    def task_size(self) -> int:
        """Questions that go to another machine at a time."""
        return TASK

    @property
    def wants_source(self) -> bool:
        return self.source

    @property
    def needs_references(self) -> bool:
        return self.references

    @property
    def store(self) -> ScoreStore:
        return store_at(self.cache) if self.cache else current_store()

    @property
    def place(self) -> Place:
        """Where answers are kept."""
        return Place(self.store.path, self.signature)

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return self.pool_statistics(JudgedTexts(candidates, references), threads)

    def pool_statistics(self, pool: Judged, threads: int = 1) -> Array:
        self.check(pool)
        if self.by == "embed":
            assert pool.references is not None
            ours, theirs = self._vectors(pool.candidates, pool.references)
            return best_cosines(pool.candidates, ours, pool.references, theirs)
        questions = self._questions(pool, threads)
        keys = [question_key(one.candidate, one.references, one.source) for one in questions]
        store = self.store
        store.count(self.signature, len(keys))
        ask = partial(self._asked, _rows, self.answers)
        known = self._known(store.find, store.add, ask, dict(zip(keys, questions, strict=True)))
        return np.array([known[key] for key in keys], np.float64).reshape(-1, 2)

    def pair_statistics(self, pool: Judged, threads: int = 1) -> Array:
        if self.by != "embed":
            return super().pair_statistics(pool, threads)
        against = pool.references or pool.candidates
        ours, theirs = self._vectors(pool.candidates, against)
        return pair_cosines(pool.candidates, ours, against, theirs)

    def _vectors(self, candidates: GroupedTexts, others: GroupedTexts) -> tuple[Vectors, Vectors]:
        """The vectors of both texts, of length 1; each distinct text is embedded once."""
        undo = self._undo
        places: dict[str, int] = {}
        numbers = [
            places.setdefault(undo(text), len(places)) for one in (candidates, others) for text in one.texts
        ]
        store = self.store
        keys = [question_key(text, (), None) for text in places]
        store.count(self.signature, len(numbers))
        ask = partial(self._asked, _embedded, self.embeddings)
        known = self._known(store.find_vectors, store.add_vectors, ask, dict(zip(keys, places, strict=True)))
        if len({len(vector) for vector in known.values()}) > 1:
            raise InputError(f"{self.spec}: found vectors of different lengths, expected one length")
        vectors = np.array([known[key] for key in keys], np.float32).reshape(len(keys), -1)
        units, count = unit_vectors(vectors), len(candidates.texts)
        return units[numbers[:count]], units[numbers[count:]]

    def _known(
        self,
        find: Callable[[str, Sequence[bytes]], dict[bytes, Answer]],
        add: Callable[[str, Mapping[bytes, Answer]], None],
        ask: Callable[[Sequence[Asked]], Generator[dict[int, Answer], None, None]],
        questions: Mapping[bytes, Asked],
    ) -> dict[bytes, Answer]:
        """The answers to questions, by key: those that are kept, and those that are asked for now, here or by another process."""
        signature, store, pause = self.signature, self.store, _PAUSE
        known = find(signature, list(questions))
        while missing := [key for key in questions if key not in known]:
            with store.claiming(signature, missing) as mine:
                if mine:
                    with closing(ask([questions[key] for key in mine])) as answers:
                        for found in answers:
                            named = {mine[place]: self._finite(answer) for place, answer in found.items()}
                            add(signature, named)
                            known |= named
            if not mine:
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            known |= find(signature, [key for key in missing if key not in known])
        return known

    def _finite(self, answer: Any) -> Any:
        if not np.isfinite(answer).all():
            what = (
                f"the score {answer[0]:g} over {answer[1]:g}"
                if isinstance(answer, tuple)
                else "a vector that is not finite"
            )
            raise InputError(f"{self.spec}: found {what}, expected finite numbers")
        return answer

    def _asked(
        self,
        task: Callable[[Any, Sequence[Asked]], Sequence[Answer]],
        here: Callable[[Sequence[Asked]], Iterator[dict[int, Answer]]],
        questions: Sequence[Asked],
    ) -> Generator[dict[int, Answer], None, None]:
        """Answers from here, or from the executor that `working_on` names, in tasks."""
        executor, size = current_executor(), self.task_size
        if executor is None:
            yield from here(questions)
        else:
            most = -(-len(questions) // size)
            yield from in_batches(partial(task, self), questions, size, most, executor)

    @property
    def _undo(self) -> Callable[[str], str]:
        return find_tokenizer(self.detokenize).detokenize if self.detokenize != "none" else str

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        total.add_ratio(weight, over_nothing=0.0)
        return True

    def score(self, sums: Array) -> Array:
        return ratio(sums[..., 0], sums[..., 1])

    def _questions(self, pool: Judged, threads: int) -> list[Question]:
        undo = self._undo
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


def _without_cache(scorer: Scorer) -> Scorer:
    """The same scorer elsewhere: answers are kept where the questions come from."""
    return replace(scorer, cache="")


def _rows(scorer: Scorer, questions: Sequence[Question]) -> list[Row]:
    """All answers of a scorer, in order: a task for another process."""
    found: dict[int, Row] = {}
    for some in _without_cache(scorer).answers(questions):
        found |= some
    return [found[number] for number in range(len(questions))]


def _embedded(scorer: Scorer, texts: Sequence[str]) -> list[Vector]:
    """All vectors of a scorer, in order: a task for another process."""
    found: dict[int, Vector] = {}
    for some in _without_cache(scorer).embeddings(texts):
        found |= some
    return [found[number] for number in range(len(texts))]


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


def scorers(metric: Metric) -> list[Scorer]:
    """The scorers that a metric is made of, also those that a learned one has among its features."""
    if isinstance(metric, Scorer):
        return [metric]
    parts = metric.parts if isinstance(metric, Learned) else []
    parts = [part for _, part in metric.terms] if isinstance(metric, Combination) else parts
    return [one for part in parts for one in scorers(part)]


def tally_lines(metrics: Iterable[Metric]) -> list[str]:
    """What this process asked and computed for each scorer among metrics, a line each."""
    found = dict.fromkeys(one for metric in metrics for one in scorers(metric))
    return [f"scores of {one.spec}: {session_tally(one.signature)}" for one in found]
