"""`pitchpipe tune LISTS --folds 5`: how far the weights can be trusted."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitchpipe.cli import terminal
from pitchpipe.errors import InputError
from pitchpipe.lists import Pool
from pitchpipe.metrics import Metric
from pitchpipe.metrics.significance import SIGNIFICANT, p_text
from pitchpipe.tuning import Optimizer
from pitchpipe.tuning.trust import (
    Ablated,
    Bootstrap,
    CrossValidation,
    CurvePoint,
    Trainer,
    ablation,
    bootstrap_weights,
    cross_validate,
    learning_curve,
)
from pitchpipe.tuning.trust.folds import TRIALS

MOST_WEIGHTS = 40
"""Weights that a table shows; JSON has all."""


@dataclass(frozen=True)
class Trust:
    """What to find out about weights."""

    folds: int = 0
    bootstrap: int = 0
    ablation: bool = False
    curve: bool = False
    average: bool = False
    """Whether the mean of the folds' weights is written in place of weights tuned on all sentences."""

    def __bool__(self) -> bool:
        return bool(self.folds or self.bootstrap)

    def __post_init__(self) -> None:
        options = (("--ablation", self.ablation), ("--curve", self.curve), ("--average", self.average))
        for name, asked in options:
            if asked and not self.folds:
                raise InputError(
                    f"found {name} without --folds, expected the number of folds, as in --folds 5"
                )
        if self.folds == 1:
            raise InputError("found 1 fold, expected at least 2")


@dataclass(frozen=True)
class Trusted:
    """What was found out, of the best method."""

    method: str
    folds: Sequence[CrossValidation] = ()
    bootstrap: Bootstrap | None = None
    ablation: Sequence[Ablated] = ()
    curve: Sequence[CurvePoint] = ()

    def as_dict(self) -> dict[str, Any]:
        """What JSON has beside the weights."""
        found: dict[str, Any] = {}
        if self.folds:
            found["folds"] = {one.method: one.as_dict() for one in self.folds}
        if self.bootstrap:
            found["weight_intervals"] = [one.as_dict() for one in self.bootstrap.weights]
        if self.ablation:
            found["ablation"] = [one.as_dict() for one in self.ablation]
        if self.curve:
            found["learning_curve"] = [dict(vars(one)) for one in self.curve]
        return found


def trusted(
    pool: Pool,
    methods: Sequence[Optimizer],
    metric: Metric,
    start: Mapping[str, float] | None,
    asked: Trust,
    *,
    seed: int,
    threads: int,
) -> Trusted:
    """Judge each method on unseen sentences, and look closer at the best."""
    trainers = [Trainer(pool, method, metric, start, seed, threads) for method in methods]
    for other in trainers[1:]:
        other.__dict__["rows"] = trainers[0].rows
    folds: list[CrossValidation] = []
    best = trainers[0]
    if asked.folds:
        for trainer in trainers:
            with terminal.progress_bar(f"{trainer.method.spec}: {asked.folds} folds") as progress:
                folds.append(cross_validate(trainer, asked.folds, progress=progress))
        sign = 1.0 if metric.higher_is_better else -1.0
        best = trainers[max(range(len(folds)), key=lambda place: sign * folds[place].score)]
    elif len(methods) > 1:
        raise InputError("found --bootstrap with several methods, expected one, or --folds to choose by")
    bootstrap = None
    if asked.bootstrap:
        with terminal.progress_bar(f"{best.method.spec}: {asked.bootstrap} draws of sentences") as progress:
            bootstrap = bootstrap_weights(best, asked.bootstrap, progress=progress)
    left_out: Sequence[Ablated] = ()
    if asked.ablation:
        with terminal.progress_bar(f"{best.method.spec}: without each feature") as progress:
            left_out = ablation(best, asked.folds, progress=progress)
    curve: Sequence[CurvePoint] = ()
    if asked.curve:
        with terminal.progress_bar(f"{best.method.spec}: fewer sentences") as progress:
            curve = learning_curve(best, asked.folds, progress=progress)
    return Trusted(best.method.spec, folds, bootstrap, left_out, curve)


def show_trusted(found: Trusted, metric: Metric) -> None:
    """Tables on stderr."""
    if found.folds:
        rows = [
            [
                one.method,
                f"{one.first:.2f}",
                f"{one.seen:.2f}",
                f"{one.score:.2f}",
                "{:.2f} to {:.2f}".format(*one.interval),
                _p(one.p),
            ]
            for one in found.folds
        ]
        header = ["method", "first candidates", "tuned, seen", "tuned, unseen", "95% interval", "p"]
        terminal.show_table(header, rows, sys.stderr)
        chosen = next(one for one in found.folds if one.method == found.method)
        if not found.bootstrap:
            _show_folds(chosen)
    if found.bootstrap:
        _show_intervals(found.bootstrap)
    if found.ablation:
        rows = [
            [
                one.name,
                f"{one.score:.2f}",
                f"{one.adds:+.2f}",
                "{:+.2f} to {:+.2f}".format(*one.interval),
                _p(one.p),
            ]
            for one in found.ablation
        ]
        terminal.show_table(["without", metric.spec, "it adds", "95% interval", "p (holm)"], rows, sys.stderr)
    if found.curve:
        rows = [
            [str(one.sentences), f"{one.score:.2f}", "" if one.p is None else _p(one.p)]
            for one in found.curve
        ]
        terminal.show_table(["tuned on sentences", f"unseen {metric.spec}", "p"], rows, sys.stderr)


def _show_folds(found: CrossValidation) -> None:
    names = list(found.weights)[:MOST_WEIGHTS]
    header = ["weight", "mean", *(f"fold {number}" for number in range(1, len(found.folds) + 1))]
    rows = [
        [name, f"{found.weights[name]:.4g}", *(f"{fold.weights[name]:.4g}" for fold in found.folds)]
        for name in names
    ]
    terminal.show_table(header, rows, sys.stderr)


def _show_intervals(found: Bootstrap) -> None:
    largest = sorted(found.weights, key=lambda one: -one.share)[:MOST_WEIGHTS]
    rows = [
        [
            one.name,
            f"{one.mean:.4g}",
            f"{one.low:.4g} to {one.high:.4g}",
            f"{100 * one.share:.0f} %",
            one.note,
        ]
        for one in largest
    ]
    terminal.show_table(["weight", "mean", "95% interval", "share", ""], rows, sys.stderr)


def _p(p: float) -> str:
    return f"{p_text(p, p, TRIALS)} {'*' if p < SIGNIFICANT else ' '}"
