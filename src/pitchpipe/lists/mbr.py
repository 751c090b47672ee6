"""Minimum Bayes risk: the candidate that is best on average if any of the others were the truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array, Numbers, first_best, offsets_of
from pitchpipe.errors import InputError
from pitchpipe.lists.confidence import confident_utilities
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.judged import JudgedTexts
from pitchpipe.settings import Settings, seed_setting, setting
from pitchpipe.text import GroupedTexts, Texts

MOST_CELLS = 4_000_000
"""Statistics that are held at a time."""


@dataclass(frozen=True)
class Mbr(Settings):
    """The expected utility of each candidate: the mean of its scores against all candidates, or other texts, of its list.

    References
    ----------
    Kumar and Byrne, 2004, Minimum Bayes-risk decoding for statistical machine translation.

    Eikema and Aziz, 2020, Is MAP decoding all you need? The inadequacy of the mode in neural machine translation.

    Vamvas and Sennrich, 2024, Linear-time minimum Bayes risk decoding with reference aggregation (for `average`).

    Cheng and Vlachos, 2023, Faster minimum Bayes risk decoding with confidence-based pruning (for `prune`).
    """

    name: ClassVar[str] = "mbr"
    positional: ClassVar[str] = "metric"

    metric: str = setting("chrf", "utility: any metric; of error rates, lower is better")
    temperature: float = setting(
        1.0, "what model scores are divided by before they give probabilities", minimum=1e-9
    )
    average: bool = setting(
        False,
        "compare with the mean of the texts of a list instead of each text: time grows with candidates only",
    )
    prune: float = setting(
        0.0,
        "drop candidates that are worse than the best with this confidence, as in 0.99; for slow metrics",
        minimum=0,
        maximum=0.9999,
    )
    seed: int = seed_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        find_metric(self.metric)
        if self.average and self.prune:
            raise InputError("mbr: found average and prune, expected one of them")


def mbr(
    pool: Pool,
    metric: str | Mbr = "chrf",
    *,
    weights: Mapping[str, float] | None = None,
    references: GroupedTexts | None = None,
    threads: int = 1,
) -> list[str]:
    """The candidate of each list with the highest expected utility; of equals, the first.

    Parameters are those of `expected_utilities`.

    Examples
    --------
    >>> mbr(Pool.of([["the house is cold", "the house is old", "the house was old"]]), "chrf")
    ['the house is old']
    """
    utilities = expected_utilities(pool, metric, weights=weights, references=references, threads=threads)
    return list(pool.texts.take(first_best(utilities, pool.offsets)))


def expected_utilities(
    pool: Pool,
    metric: str | Mbr = "chrf",
    *,
    weights: Mapping[str, float] | None = None,
    references: GroupedTexts | None = None,
    threads: int = 1,
) -> Array:
    """The expected utility of every candidate of a pool, higher for better ones.

    Parameters
    ----------
    metric
        The utility, or all settings.
    weights
        By which candidates are as likely as their model score makes them; all are equally likely by default.
    references
        Texts of each list to compare with, equally likely, in place of its candidates: samples of another model.
    """
    how = metric if isinstance(metric, Mbr) else Mbr(metric=metric)
    utility = find_metric(how.metric)
    if references is not None and len(references) != pool.group_count:
        raise InputError(
            f"found {pool.group_count} lists and {len(references)} of texts to compare with, expected as many"
        )
    if references is not None and weights is not None:
        raise InputError(
            "found weights and texts to compare with, expected one of them: those are equally likely"
        )
    lists = _Distinct.of(pool.candidates, probabilities(pool, weights, how.temperature), pool.sources)
    others = None
    if references is not None:
        sizes = np.diff(references.groups)
        if not sizes.all():
            raise InputError("found a list without texts to compare with, expected some for each")
        others = _Distinct.of(references, np.repeat(1 / sizes, sizes))
    sign = 1.0 if utility.higher_is_better else -1.0
    if how.prune:
        found = _pruned(lists, others, utility, how, threads)
    elif how.average:
        against = others or lists
        rows = utility.average_statistics(lists.judged(others), against.shares, threads)
        found = sign * utility.sentence_scores(rows)
    else:
        blocks = _blocks(lists, others, utility.width)
        found = np.concatenate([sign * _exact(part, other, utility, threads) for part, other in blocks])
    utilities: Array = found[lists.places]
    return utilities


def probabilities(pool: Pool, weights: Mapping[str, float] | None, temperature: float = 1.0) -> Array:
    """How likely each candidate is within its list: equally, or by its model score."""
    sizes = np.diff(pool.offsets)
    if weights is None:
        return np.repeat(1 / np.maximum(sizes, 1), sizes)
    scores = pool.scores(pool.vector(weights)) / temperature
    best = np.maximum.reduceat(scores, pool.offsets[:-1])
    shares = np.exp(scores - np.repeat(best, sizes))
    total: Array = shares / np.repeat(np.add.reduceat(shares, pool.offsets[:-1]), sizes)
    return total


@dataclass(frozen=True)
class _Distinct:
    """The different texts of each list, with the probability of all their copies."""

    texts: GroupedTexts
    shares: Array
    places: Numbers
    """Of each text as it was: its number among the different ones."""
    sources: Sequence[str] | None = None

    def judged(self, others: _Distinct | None) -> JudgedTexts:
        """The texts and what they are compared with, as a metric sees them."""
        return JudgedTexts(self.texts, None if others is None else others.texts, self.sources)

    @classmethod
    def of(cls, texts: GroupedTexts, shares: Array, sources: Sequence[str] | None = None) -> _Distinct:
        places, flat = np.zeros(len(texts.texts), np.int64), list(texts.texts)
        kept: list[str] = []
        sizes: list[int] = []
        for begin, end in pairwise(texts.groups.tolist()):
            numbers: dict[str, int] = {}
            for row in range(begin, end):
                places[row] = len(kept) + numbers.setdefault(flat[row], len(numbers))
            kept += numbers
            sizes.append(len(numbers))
        total: Array = np.bincount(places, shares, len(kept)).astype(np.float64)
        return cls(GroupedTexts(Texts.of(kept), offsets_of(sizes)), total, places, sources)

    def take(self, groups: Numbers) -> _Distinct:
        """These lists only; where their texts were is forgotten."""
        begin, end = self.texts.groups[groups[0]], self.texts.groups[groups[-1] + 1]
        sources = None if self.sources is None else [self.sources[group] for group in groups.tolist()]
        return _Distinct(self.texts.take_groups(groups), self.shares[begin:end], self.places[:0], sources)


def _blocks(
    lists: _Distinct, others: _Distinct | None, width: int
) -> Iterator[tuple[_Distinct, _Distinct | None]]:
    """Lists that follow each other, as many as fit into memory at a time, and what they are compared with."""
    cells = np.diff(lists.texts.groups) * np.diff((others or lists).texts.groups) * width
    block = np.cumsum(cells) // MOST_CELLS
    for number in np.unique(block).tolist():
        groups = np.flatnonzero(block == number)
        yield lists.take(groups), None if others is None else others.take(groups)


def _exact(lists: _Distinct, others: _Distinct | None, metric: Metric, threads: int) -> Array:
    rows = metric.pair_statistics(lists.judged(others), threads)
    scores = metric.sentence_scores(rows)
    against = others or lists
    found, at = [], 0
    for group in range(len(lists.texts)):
        shares = against.shares[against.texts.groups[group] : against.texts.groups[group + 1]]
        count = int(lists.texts.groups[group + 1] - lists.texts.groups[group])
        found.append(scores[at : at + count * len(shares)].reshape(count, len(shares)) @ shares)
        at += count * len(shares)
    return np.concatenate([np.zeros(0), *found])


def _pruned(lists: _Distinct, others: _Distinct | None, metric: Metric, how: Mbr, threads: int) -> Array:
    """List by list, since what is compared depends on what was found."""
    against, sign = others or lists, 1.0 if metric.higher_is_better else -1.0
    rng = np.random.default_rng(how.seed)
    found = []
    for group in range(len(lists.texts)):
        candidates, texts = lists.texts.group(group), against.texts.group(group)
        shares = against.shares[against.texts.groups[group] : against.texts.groups[group + 1]]

        source = None if lists.sources is None else [lists.sources[group]]

        def utility(
            rows: Numbers,
            columns: Numbers,
            candidates: list[str] = candidates,
            texts: list[str] = texts,
            source: list[str] | None = source,
        ) -> Array:
            some = GroupedTexts.of([[candidates[row] for row in rows]])
            others = GroupedTexts.of([[texts[column] for column in columns]])
            pairs = metric.pair_statistics(JudgedTexts(some, others, source), threads)
            return sign * metric.sentence_scores(pairs).reshape(len(rows), len(columns))

        found.append(confident_utilities(utility, len(candidates), shares, how.prune, rng))
    return np.concatenate([np.zeros(0), *found])
