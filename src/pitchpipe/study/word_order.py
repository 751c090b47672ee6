"""Where the systems of a study have words that are to move (Green et al. 2013, section 5.3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Any

import numpy as np

from pitchpipe.align import Alignments
from pitchpipe.analysis import Placed, RightOrder, placed
from pitchpipe.analysis.word_order import OUTCOMES, RIGHT
from pitchpipe.arrays import Array
from pitchpipe.metrics.significance import AllPairs, System, compare_all
from pitchpipe.study.cell import Cell, alignment_path
from pitchpipe.study.results import Results
from pitchpipe.study.study import UNTUNED
from pitchpipe.study.texts import read_order

Judged = list[list[Placed]]


@dataclass(frozen=True)
class OrderFacts:
    """What a method does with the annotated places of a text; means over replicas."""

    method: str
    outcomes: dict[str, float]
    """How many places have each."""
    percent: float
    deviation: float | None
    """Of the percentage that is right, over replicas; None where there is one."""


@dataclass(frozen=True)
class OrderDifferences:
    """Places that a method has otherwise than the baseline, seed by seed: which of them has them right."""

    method: str
    differ: float
    right: float
    baseline_right: float
    neither: float


@dataclass(frozen=True)
class WordOrder:
    """All methods tuned to a metric, on a text."""

    text: str
    metric: str
    places: int
    facts: list[OrderFacts]
    differences: list[OrderDifferences]
    pairs: AllPairs | None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def word_orders(results: Results) -> list[WordOrder]:
    """For each text with annotations and each metric that was tuned to."""
    metrics = filter(results.methods, results.study.metrics)
    return [_word_order(results, metric, text) for metric in metrics for text in results.study.ordered]


def _word_order(results: Results, metric: str, text: str) -> WordOrder:
    cells = {name: results.replicas(name, metric) for name in results.methods(metric)}
    judged = {name: [_judged(results, cell, text) for cell in each] for name, each in cells.items()}
    start = {UNTUNED: [_judged(results, results.untuned, text)]} if results.untuned else {}
    facts = [_facts(name, each) for name, each in {**start, **judged}.items()]
    baseline, differences = results.study.baseline, []
    if baseline in judged:
        seeds = {cell.seed: one for cell, one in zip(cells[baseline], judged[baseline], strict=True)}
        for name, each in judged.items():
            seeded = zip(cells[name], each, strict=True)
            pairs = [(one, seeds[cell.seed]) for cell, one in seeded if cell.seed in seeds]
            if name != baseline and pairs:
                differences.append(_differences(name, pairs))
    settings = results.study.report
    systems = [System(name, np.array([*map(_rows, each)])) for name, each in judged.items()]
    tested = (
        compare_all(
            systems,
            RightOrder(),
            settings.test,
            trials=settings.trials,
            correction=settings.correction,
            seed=results.study.grid.seed,
            threads=results.threads,
        )
        if len(systems) > 1
        else None
    )
    places = sum(map(len, next(iter(judged.values()))[0]))
    return WordOrder(text, metric, places, facts, differences, tested)


def _judged(results: Results, cell: Cell, text: str) -> Judged:
    alignments = Alignments.read(alignment_path(cell.path(results.folder), text))
    expected = read_order(results.folder, text)
    return [
        [placed(one, links) for one in each]
        for number, each in enumerate(expected)
        for links in [alignments.line(number) if each else []]
    ]


def _facts(name: str, replicas: list[Judged]) -> OrderFacts:
    counts = [Counter(one.outcome for each in judged for one in each) for judged in replicas]
    shares = [100 * count[RIGHT] / count.total() for count in counts]
    return OrderFacts(
        name,
        {outcome: fmean(count[outcome] for count in counts) for outcome in OUTCOMES},
        fmean(shares),
        stdev(shares) if len(shares) > 1 else None,
    )


def _differences(name: str, pairs: list[tuple[Judged, Judged]]) -> OrderDifferences:
    found = [
        [
            (mine.outcome == RIGHT, other.outcome == RIGHT)
            for ours, theirs in zip(one, baseline, strict=True)
            for mine, other in zip(ours, theirs, strict=True)
            if mine != other
        ]
        for one, baseline in pairs
    ]
    return OrderDifferences(
        name,
        fmean(map(len, found)),
        *(
            fmean(each.count(rights) for each in found)
            for rights in ((True, False), (False, True), (False, False))
        ),
    )


def _rows(judged: Judged) -> Array:
    return np.array([[sum(one.outcome == RIGHT for one in each), len(each)] for each in judged], float)
