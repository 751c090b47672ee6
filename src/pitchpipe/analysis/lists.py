"""What candidate lists allow, whatever the weights."""

from __future__ import annotations

from dataclasses import dataclass

from pitchpipe.analysis.diversity import pool_diversity
from pitchpipe.lists import Pool, oracle
from pitchpipe.metrics import Metric


@dataclass(frozen=True)
class ListFacts:
    """A pool in a few numbers."""

    sentences: int
    candidates: int
    first: float
    """The score of the first candidate of each list."""
    oracle: float
    """The best score that a choice of one candidate from each list was found to have."""
    anti_oracle: float
    """The worst one."""
    diversity: float
    """The mean balanced distance of two candidates of a list, from 0 to 1."""
    metric: str
    """The metric's signature."""


def list_facts(pool: Pool, metric: str | Metric = "bleu", *, order: int = 2, threads: int = 1) -> ListFacts:
    """The range of scores within reach, and how different the candidates are in their n-grams of `order` words."""
    found = oracle(pool, metric, threads=threads)
    diversity = pool_diversity(pool, order)
    return ListFacts(
        pool.group_count, len(pool), found.current, found.best, found.worst, diversity, found.metric
    )
