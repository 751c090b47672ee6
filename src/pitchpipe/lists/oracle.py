"""The best and the worst that candidate lists allow, whatever the weights."""

from __future__ import annotations

from dataclasses import dataclass

from pitchpipe.arrays import Array, Numbers, first_best
from pitchpipe.lists.hill_climb import hill_climb
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.base import short_name
from pitchpipe.notebook import counted, html_table


@dataclass(frozen=True)
class Oracle:
    """The range of scores within reach.

    `best` and `worst` are found by greedy search: they can be had, but better and worse ones may exist.
    """

    best: float
    worst: float
    current: float
    """The score of the first candidate of each list, which is the 1-best of the system that wrote them."""
    best_rows: tuple[int, ...]
    """The candidate taken from each list for `best`, as its place in the pool."""
    worst_rows: tuple[int, ...]
    metric: str
    """The metric's signature."""

    def __repr__(self) -> str:
        scores = f"best {self.best:.2f}, current {self.current:.2f}, worst {self.worst:.2f}"
        return f"Oracle({short_name(self.metric)}: {scores}, {counted(len(self.best_rows), 'sentence')})"

    def _repr_html_(self) -> str:
        rows = [(name, f"{getattr(self, name):.2f}") for name in ("best", "current", "worst")]
        return html_table(self.metric, ("choice", "score"), rows)


def oracle(pool: Pool, metric: str | Metric = "bleu", *, threads: int = 1) -> Oracle:
    """The best and the worst corpus score that a choice of one candidate from each list can have.

    One list after the other takes the candidate that betters the score of the whole corpus most, until none
    can. The search starts from the candidates with the best sentence-level scores, and once more from the
    first ones, so `current` always lies between `worst` and `best`.
    """
    built = find_metric(metric)
    rows = pool.statistics(built, threads)
    towards = 1.0 if built.higher_is_better else -1.0
    best, worst = (_furthest(pool, built, rows, direction) for direction in (towards, -towards))
    highest, lowest, first = (
        float(built.score(rows[chosen].sum(axis=0))) for chosen in (best, worst, pool.offsets[:-1])
    )
    return Oracle(highest, lowest, first, tuple(best.tolist()), tuple(worst.tolist()), built.signature)


def _furthest(pool: Pool, metric: Metric, rows: Array, direction: float) -> Numbers:
    """The candidates of the highest score (direction 1) or the lowest (-1) that climbing finds."""
    sentences = direction * metric.sentence_scores(rows)
    starts = (first_best(sentences, pool.offsets), pool.offsets[:-1])
    ends = [hill_climb(metric, rows, pool.offsets, start, direction) for start in starts]
    return max(ends, key=lambda chosen: direction * float(metric.score(rows[chosen].sum(axis=0))))
