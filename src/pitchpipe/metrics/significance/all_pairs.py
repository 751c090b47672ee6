"""Every system against every other: one test for each pair, corrected for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pitchpipe.metrics import find_metric
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.significance.bootstrap import paired_bootstrap, resampled_scores
from pitchpipe.metrics.significance.comparison import check_names, check_systems
from pitchpipe.metrics.significance.corrections import CORRECTIONS, p_text
from pitchpipe.metrics.significance.randomisation import approximate_randomisation
from pitchpipe.metrics.significance.system import System


@dataclass(frozen=True)
class Pair:
    """Two systems, and what chance alone would explain of their difference."""

    one: str
    other: str
    difference: float
    """The score of the first less that of the second."""
    p: float
    corrected: float
    """The p-value after the correction for the number of pairs."""


@dataclass(frozen=True)
class AllPairs:
    """All pairs of systems under one metric."""

    pairs: tuple[Pair, ...]
    test: str
    trials: int
    correction: str

    @cached_property
    def _places(self) -> dict[frozenset[str], Pair]:
        return {frozenset((pair.one, pair.other)): pair for pair in self.pairs}

    def pair(self, one: str, other: str) -> Pair:
        """The pair of these two, in either order."""
        return self._places[frozenset((one, other))]

    def p_text(self, one: str, other: str) -> str:
        """The corrected p-value of two systems, as `p_text` writes it."""
        pair = self.pair(one, other)
        return p_text(pair.p, pair.corrected, self.trials)


def compare_all(
    systems: Sequence[System],
    metric: str | Metric = "bleu",
    test: str = "ar",
    *,
    trials: int = 10_000,
    correction: str = "holm",
    seed: int = 1,
    threads: int = 1,
    known: Mapping[tuple[str, str], float] | None = None,
) -> AllPairs:
    """Compare every system with every other; p-values are corrected for the number of pairs.

    Parameters
    ----------
    known
        Uncorrected p-values of pairs that were tested before with the same settings, by the names in the order of
        `systems`.
    """
    built = find_metric(metric)
    check_names(test, correction)
    check_systems(systems)
    means = [float(system.scores(built).mean()) for system in systems]
    found = dict(known or {})
    places = list(combinations(range(len(systems)), 2))
    names = [(systems[i].name, systems[j].name) for i, j in places]
    left = [(pair, place) for pair, place in zip(names, places, strict=True) if pair not in found]
    resampled = None
    if test == "bs" and left:
        resampled = resampled_scores(systems, built, trials=trials, seed=seed, threads=threads)
    for pair, (i, j) in left:
        if resampled is not None:
            found[pair] = paired_bootstrap(means[j] - means[i], resampled[j] - resampled[i])
        else:
            found[pair] = approximate_randomisation(
                systems[i], systems[j], built, trials=trials, seed=seed, threads=threads
            )
    values = [found[pair] for pair in names]
    pairs = tuple(
        Pair(one, other, means[i] - means[j], p, corrected)
        for (one, other), (i, j), p, corrected in zip(
            names, places, values, CORRECTIONS[correction](values), strict=True
        )
    )
    return AllPairs(pairs, test, trials, correction)
