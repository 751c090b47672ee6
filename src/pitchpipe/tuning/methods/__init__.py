"""Optimizers by name, and `tune`, which runs one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.registry import Registry
from pitchpipe.tuning.methods.kbmira import KbMira
from pitchpipe.tuning.methods.loglinear import Loglinear
from pitchpipe.tuning.methods.m3n import M3n
from pitchpipe.tuning.methods.mert import Mert
from pitchpipe.tuning.methods.mira import Mira
from pitchpipe.tuning.methods.pro import Pro
from pitchpipe.tuning.methods.regression import Regression
from pitchpipe.tuning.methods.risk import Risk
from pitchpipe.tuning.methods.simplex import Simplex
from pitchpipe.tuning.methods.svm import Svm
from pitchpipe.tuning.optimizer import Optimizer, Progress, Tuned

METHODS: Registry[Optimizer] = Registry(
    "methods",
    "method",
    Optimizer,
    (Mert, Simplex, Pro, Regression, KbMira, Mira, Svm, M3n, Loglinear, Risk),
)


def find_method(spec: str | Optimizer, others: Iterable[str] = ()) -> Optimizer:
    """Build the optimizer that a spec string such as `mert(directions=random)` names.

    `others` are names that would do too, to suggest to those who mistype one.
    """
    return METHODS.build(spec, others=others)


def tune(
    pool: Pool,
    method: str | Optimizer = "mert",
    metric: str | Metric = "bleu",
    start: Mapping[str, float] | None = None,
    *,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> Tuned:
    """The weights that make a pool's 1-best candidates best under a metric, by a method of your choice.

    Examples
    --------
    >>> tuned = tune(Pool.read("nbest.gz", references=["ref.en"]), method="mert", metric="bleu - ter")
    >>> tuned.weights, tuned.objective
    """
    optimizer = find_method(method)
    return optimizer.optimize(pool, find_metric(metric), start, seed=seed, threads=threads, progress=progress)
