"""What an optimizer is: a function from a pool, a metric and a start to weights, with a report."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric
from pitchpipe.metrics.base import short_name
from pitchpipe.notebook import counted, html_table
from pitchpipe.settings import Settings
from pitchpipe.tuning.problem import Problem

Progress = Callable[[int, int, float], None]
"""Called with the number of steps done, the number there will be, and the best objective so far."""

_SHOWN = 30
"""Weights that a notebook shows."""


@dataclass(frozen=True)
class Found:
    """What a search comes back with: weights, and the objective after each of its steps."""

    weights: Array
    steps: list[float]
    warnings: list[str] = field(default_factory=list)
    details: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Tuned:
    """Tuned weights and how they came about."""

    weights: dict[str, float]
    objective: float
    """The metric of the 1-best candidates under the weights."""
    start_objective: float
    steps: tuple[float, ...]
    """The objective after each step of the optimizer."""
    seconds: float
    method: str
    metric: str
    """The metric's signature."""
    seed: int
    warnings: tuple[str, ...]
    details: dict[str, float] = field(default_factory=dict)
    """Figures of the method's own, such as the duality gap it reached."""

    def as_dict(self) -> dict[str, Any]:
        return dict(vars(self))

    def __repr__(self) -> str:
        gained = f"{short_name(self.metric)} {self.start_objective:.2f} to {self.objective:.2f}"
        return f"Tuned({self.method}: {gained}, {counted(len(self.weights), 'weight')})"

    def _repr_html_(self) -> str:
        largest = sorted(self.weights.items(), key=lambda item: -abs(item[1]))
        title = repr(self) + (f", the {_SHOWN} largest" if len(largest) > _SHOWN else "")
        return html_table(title, ("feature", "weight"), largest[:_SHOWN])


@dataclass(frozen=True)
class Optimizer(Settings, ABC):
    """Base of all optimizers. A new one defines `name`, its settings and `search`."""

    loop_share: ClassVar[float] = 0.5
    """The share of its weights in those that a tuning loop decodes with next. Half of them keep a loop steady whose early
    lists lead to weights that later ones must correct."""

    @abstractmethod
    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        """Look for weights that make the metric of the 1-best candidates as good as possible."""

    def optimize(
        self,
        pool: Pool,
        metric: Metric,
        start: Mapping[str, float] | None = None,
        *,
        seed: int = 1,
        threads: int = 1,
        keep_start: bool = True,
        rows: Array | None = None,
        progress: Progress | None = None,
    ) -> Tuned:
        """Tune the weights of a pool. Never ends below its start, unless `keep_start` is false.

        Parameters
        ----------
        start
            Named weights to start from; without it, every weight is 1 / number of features.
        seed
            Random seed: the same seed gives the same bits, whatever `threads` is.
        keep_start
            Whether the start is returned where nothing better was found. A loop that decodes again goes on instead: new
            candidates show what is better.
        rows
            The metric's statistics of every candidate, where they are known already.
        """
        began = time.perf_counter()
        problem = Problem(pool, metric, threads)
        if rows is not None:
            problem = problem.with_rows(rows)
        count = len(pool.feature_names)
        first = np.full(count, 1.0 / count) if start is None else pool.vector(start)
        if not np.isfinite(first).all():
            raise InputError("a start weight is NaN or infinite")
        start_objective = problem.objective(first)
        found = self.search(problem, first, np.random.default_rng(seed), progress or _silent)
        weights, objective = found.weights, problem.objective(found.weights)
        warnings = problem.warnings() + found.warnings
        if keep_start and problem.gain(objective, start_objective) < 0:
            warnings.append(f"{self.name} found nothing better than the start, so the start weights are kept")
            weights, objective = first, start_objective
        return Tuned(
            pool.named(weights),
            objective,
            start_objective,
            tuple(found.steps),
            time.perf_counter() - began,
            self.spec,
            metric.signature,
            seed,
            tuple(warnings),
            found.details,
        )


def _silent(done: int, total: int, objective: float) -> None:
    pass
