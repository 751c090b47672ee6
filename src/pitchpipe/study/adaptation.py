"""What the tuning texts of a study teach: features they share, features that one of them lacks, words.

Green, Wang, Cer and Manning, 2013, Fast and adaptive online training of feature-rich translation models, section 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations, permutations, product
from statistics import fmean
from typing import Any

from pitchpipe.analysis import (
    Learned,
    Overlap,
    learned_only,
    mean_overlap,
    rule_count,
    token_count,
    weighted_features,
)
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.significance import SIGNIFICANT
from pitchpipe.study.results import Results
from pitchpipe.study.study import tuning_text
from pitchpipe.study.texts import read_text

MOST_LEARNED = 10
"""Features that are shown of what one tuning text teaches and another does not."""


@dataclass(frozen=True)
class WordCounts:
    """A target word in a tuning text, and in the phrase-table features learned from it (table 7)."""

    word: str
    text: str
    tokens: int
    """In all references."""
    rules: float
    """The mean over replicas."""


@dataclass
class Adaptation:
    """A method tuned to a metric on several texts; `methods` has its row for each of them that is done."""

    name: str
    metric: str
    methods: Mapping[str, str]
    results: Results

    @cached_property
    def sparse(self) -> dict[str, list[dict[str, float]]]:
        """The sparse weights of each replica, by tuning text."""
        dense = self.results.start
        return {
            text: [
                {
                    name: value
                    for name, value in self.results.done[cell]["weights"].items()
                    if name not in dense
                }
                for cell in self.results.replicas(method, self.metric)
            ]
            for text, method in self.methods.items()
        }

    def means(self, test: str) -> dict[str, float]:
        """The mean over replicas on a test text, by tuning text."""
        return {
            text: fmean(self.results.scores(method, self.metric, test, self.metric))
            for text, method in self.methods.items()
        }

    def best(self, test: str) -> str:
        """The tuning text that serves a test text best."""
        means = self.means(test)
        sign = 1.0 if find_metric(self.metric).higher_is_better else -1.0
        return max(means, key=lambda text: sign * means[text])

    def worse(self, test: str) -> set[str]:
        """The tuning texts that serve a test text significantly worse than the best."""
        best, pairs = self.best(test), self.results.pairs(self.metric, test, self.metric)
        if pairs is None:
            return set()
        known = self.methods.items()
        return {
            text
            for text, method in known
            if text != best and pairs.pair(method, self.methods[best]).corrected < SIGNIFICANT
        }

    @property
    def has_sparse(self) -> bool:
        return any(map(weighted_features, (one for each in self.sparse.values() for one in each)))

    @cached_property
    def overlaps(self) -> dict[tuple[str, str], Overlap]:
        """Of every two tuning texts (table 6); and of each with itself, between its replicas, if it has several."""
        sets = {text: [*map(weighted_features, each)] for text, each in self.sparse.items()}
        found = {}
        for text, each in sets.items():
            if len(each) > 1:
                found[text, text] = mean_overlap(permutations(each, 2))
        for one, other in combinations(sets, 2):
            found[one, other] = mean_overlap(product(sets[one], sets[other]))
        return found

    def learned_only(self, one: str, other: str, most: int | None = MOST_LEARNED) -> list[Learned]:
        """What one tuning text teaches in every replica, and another in none."""
        return learned_only(self.sparse[one], self.sparse[other], most)

    @cached_property
    def words(self) -> list[WordCounts]:
        """The words that [report] names."""
        return [
            WordCounts(
                word,
                text,
                token_count(word, (line for each in read.references for line in each)),
                fmean(rule_count(word, weights) for weights in self.sparse[text]),
            )
            for word in self.results.study.words
            for text in self.methods
            for read in [read_text(self.results.folder, tuning_text(text))]
        ]

    def as_dict(self) -> dict[str, Any]:
        pairs = [*permutations(self.methods, 2)] if self.has_sparse else []
        return {
            "method": self.name,
            "tuned_to": self.metric,
            "overlaps": [
                {"one": one, "other": other, **_sizes(found)} for (one, other), found in self.overlaps.items()
            ]
            if self.has_sparse
            else [],
            "learned_only": [
                {"by": one, "not_by": other, "features": [*map(asdict, self.learned_only(one, other))]}
                for one, other in pairs
            ],
            "words": [*map(asdict, self.words)],
        }


def _sizes(found: Overlap) -> dict[str, int]:
    return {"features_of_one": found.one, "features_of_other": found.other, "shared": found.shared}


def served(one: Adaptation, test: str) -> str:
    """A sentence on which tuning text serves a test text."""
    best, worse = one.best(test), one.worse(test)
    equal = [text for text in one.methods if text not in (best, *worse)]
    said = f"On {test}, {one.name} is best if tuned on {best}, {one.metric} {one.means(test)[best]:.2f}"
    if not equal:
        return f"{said}, significantly better than on every other text."
    return f"{said}, but not significantly better than on {' or '.join(equal)}."


def adaptations(results: Results) -> Iterator[Adaptation]:
    """Each method that was tuned on several texts, with each metric; none before two texts are done."""
    for metric in results.study.metrics:
        done = set(results.methods(metric))
        for name, methods in results.study.by_tuning_text.items():
            known = {text: method for text, method in methods.items() if method in done}
            if len(known) > 1:
                yield Adaptation(name, metric, known, results)
