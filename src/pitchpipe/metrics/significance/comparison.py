"""Systems side by side under a metric, with what chance alone would explain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.base import Metric, short_name
from pitchpipe.metrics.significance.bootstrap import interval, paired_bootstrap, resampled_scores
from pitchpipe.metrics.significance.corrections import CORRECTIONS, p_text
from pitchpipe.metrics.significance.randomisation import approximate_randomisation
from pitchpipe.metrics.significance.system import System
from pitchpipe.notebook import Cell, html_table

TESTS = {"ar": "approximate randomisation", "bs": "paired bootstrap"}

SIGNIFICANT = 0.05
"""Differences with a smaller p are called significant."""

Range = tuple[float, float]


@dataclass(frozen=True)
class Difference:
    """How a system's score differs from the baseline's, and how sure that is."""

    value: float
    """Above 0 where the system's score is higher, whether that is better or not."""
    interval: Range
    """Where the difference lies on 95% of random test sets."""
    wins: float
    """The share of random test sets on which the system is better (Koehn 2004)."""
    p: float
    corrected: float
    """The p-value after the correction for the number of systems."""


@dataclass(frozen=True)
class Compared:
    """A system's score, and how it differs from the baseline's."""

    name: str
    score: float
    """The mean over replicas."""
    interval: Range
    """Where the score lies on 95% of random test sets."""
    scores: tuple[float, ...]
    """Of each replica."""
    difference: Difference | None = None
    """None for the baseline."""

    @property
    def deviation(self) -> float | None:
        """The standard deviation over replicas, if there are several."""
        return float(np.std(self.scores, ddof=1)) if len(self.scores) > 1 else None


@dataclass(frozen=True)
class Comparison:
    """Systems under one metric, the baseline first."""

    systems: tuple[Compared, ...]
    metric: str
    """The metric's signature."""
    test: str
    trials: int
    correction: str
    seed: int

    def __repr__(self) -> str:
        systems = ", ".join(
            f"{one.name} {one.score:.2f}" + (f" (p {self._p(one.difference)})" if one.difference else "")
            for one in self.systems
        )
        return f"Comparison({short_name(self.metric)}: {systems})"

    def _repr_html_(self) -> str:
        header = ("system", "score", "95% interval", "difference", "95% interval", "p", "corrected p")
        return html_table(f"{self.metric}, {TESTS[self.test]}", header, map(self._cells, self.systems))

    def _cells(self, one: Compared) -> list[Cell]:
        cells: list[Cell] = [one.name, f"{one.score:.2f}", _between(one.interval)]
        if (found := one.difference) is None:
            return [*cells, None, None, None, None]
        p = p_text(found.p, found.p, self.trials)
        return [*cells, f"{found.value:+.2f}", _between(found.interval), p, self._p(found)]

    def _p(self, found: Difference) -> str:
        return p_text(found.p, found.corrected, self.trials)

    def as_dict(self) -> dict[str, Any]:
        systems = []
        for one in self.systems:
            fields = {**vars(one), "deviation": one.deviation}
            fields["difference"] = None if one.difference is None else dict(vars(one.difference))
            systems.append(fields)
        return {**vars(self), "systems": systems}


def compare(
    systems: Sequence[System],
    metric: str | Metric = "bleu",
    test: str = "ar",
    *,
    trials: int = 10_000,
    correction: str = "holm",
    seed: int = 1,
    threads: int = 1,
) -> Comparison:
    """Compare systems with the first of them.

    Parameters
    ----------
    test
        `ar` for approximate randomisation, `bs` for the paired bootstrap. Intervals are the bootstrap's in both.
    correction
        For the number of systems that are compared with the first: `holm`, `bonferroni` or `none`.
    seed
        Random seed: the same seed gives the same bits, whatever `threads` is.

    Examples
    --------
    >>> outputs = {"old": ["the house is small", "it rain"], "new": ["the house is small", "it rains"]}
    >>> references = ["the house is small", "it rains"]
    >>> compare([System.of(name, [lines], references, "chrf") for name, lines in outputs.items()], "chrf")
    """
    built = find_metric(metric)
    check_names(test, correction)
    check_systems(systems)
    resampled = resampled_scores(systems, built, trials=trials, seed=seed, threads=threads)
    scores = [system.scores(built) for system in systems]
    means = [float(found.mean()) for found in scores]
    found = [row - resampled[0] for row in resampled]
    if test == "ar":
        values = [
            approximate_randomisation(systems[0], other, built, trials=trials, seed=seed, threads=threads)
            for other in systems[1:]
        ]
    else:
        values = [paired_bootstrap(means[i] - means[0], found[i]) for i in range(1, len(systems))]
    sign = 1.0 if built.higher_is_better else -1.0
    differences: list[Difference | None] = [None]
    for i, (p, corrected) in enumerate(zip(values, CORRECTIONS[correction](values), strict=True), 1):
        wins = float(np.mean(sign * found[i] > 0))
        differences.append(Difference(means[i] - means[0], interval(found[i]), wins, p, corrected))
    compared = tuple(
        Compared(system.name, means[i], interval(resampled[i]), tuple(scores[i].tolist()), differences[i])
        for i, system in enumerate(systems)
    )
    return Comparison(compared, built.signature, test, trials, correction, seed)


def _between(ends: Range) -> str:
    return f"{ends[0]:.2f} to {ends[1]:.2f}"


def check_names(test: str, correction: str) -> None:
    """Refuse tests and corrections that there are not."""
    if test not in TESTS:
        raise unknown_name("test", test, TESTS)
    if correction not in CORRECTIONS:
        raise unknown_name("correction", correction, CORRECTIONS)


def check_systems(systems: Sequence[System]) -> None:
    """Refuse fewer than two systems, and systems of different texts or metrics."""
    if len(systems) < 2:
        raise InputError(f"found {len(systems)} systems, expected at least 2 to compare")
    for system in systems[1:]:
        if system.rows.shape[1:] != systems[0].rows.shape[1:]:
            raise InputError(
                f"{system.name}: found {system.sentences} sentences, expected {systems[0].sentences} "
                f"as of {systems[0].name}, and the same metric"
            )
