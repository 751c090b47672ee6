"""What is compared: a system's output seen through a metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.scoring import statistics


@dataclass(frozen=True)
class System:
    """A system's name, and the metric's statistics of its output: of each replica, of each sentence, a row.

    Replicas are outputs of the same system tuned several times, with other seeds. Most systems have one.
    """

    name: str
    rows: Array

    def __post_init__(self) -> None:
        if self.rows.ndim != 3 or not self.rows.shape[0] or not self.rows.shape[1]:
            raise InputError(f"{self.name}: found no output to compare")

    @classmethod
    def of(
        cls,
        name: str,
        outputs: Sequence[Sequence[str]],
        references: Sequence[str | Sequence[str]] | None,
        metric: str | Metric = "bleu",
        *,
        sources: Sequence[str] | None = None,
        tokenize: str = "none",
        threads: int = 1,
    ) -> System:
        """A system from the outputs of its replicas, one or more, and the references of each sentence."""
        built = find_metric(metric)
        rows = [
            statistics(lines, references, built, sources=sources, tokenize=tokenize, threads=threads)
            for lines in outputs
        ]
        return cls(name, np.array(rows))

    @property
    def replicas(self) -> int:
        return len(self.rows)

    @property
    def sentences(self) -> int:
        return len(self.rows[0])

    def scores(self, metric: Metric) -> Array:
        """The corpus score of each replica."""
        return metric.score(self.rows.sum(axis=1))
