"""Optimizers by name, and `tune`, which runs one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.metadata import entry_points

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.metrics import Metric
from pitchpipe.metrics import metric as find_metric
from pitchpipe.specs import parse_spec
from pitchpipe.tuning.kbmira import KbMira
from pitchpipe.tuning.loglinear import Loglinear
from pitchpipe.tuning.m3n import M3n
from pitchpipe.tuning.mert import Mert
from pitchpipe.tuning.mira import Mira
from pitchpipe.tuning.optimizer import Optimizer, Progress, Tuned
from pitchpipe.tuning.pool import Pool
from pitchpipe.tuning.pro import Pro
from pitchpipe.tuning.regression import Regression
from pitchpipe.tuning.risk import Risk
from pitchpipe.tuning.simplex import Simplex
from pitchpipe.tuning.svm import Svm

METHODS: dict[str, type[Optimizer]] = {
    kind.name: kind for kind in (Mert, Simplex, Pro, Regression, KbMira, Mira, Svm, M3n, Loglinear, Risk)
}

ENTRY_POINTS = "pitchpipe.methods"
"""Other packages add methods under this entry-point group; each entry is an `Optimizer` class."""


def method(spec: str | Optimizer, others: Iterable[str] = ()) -> Optimizer:
    """Build the optimizer that a spec string such as `mert(directions=random)` names.

    `others` are names that would do too, to suggest to those who mistype one.
    """
    if isinstance(spec, Optimizer):
        return spec
    parsed = parse_spec(spec)
    built: Optimizer = find_method(parsed.name, others).from_spec(parsed.positional, dict(parsed.options))
    return built


def find_method(name: str, others: Iterable[str] = ()) -> type[Optimizer]:
    """The class behind a method's name, built in or from a plug-in."""
    if name in METHODS:
        return METHODS[name]
    plugins = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
    if name not in plugins:
        raise unknown_name("method", name, [*METHODS, *plugins, *others])
    found = plugins[name].load()
    if not (isinstance(found, type) and issubclass(found, Optimizer)):
        raise InputError(f"the plug-in {plugins[name].value} is not a subclass of pitchpipe.tuning.Optimizer")
    return found


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
    optimizer = _method(method)
    return optimizer.optimize(pool, find_metric(metric), start, seed=seed, threads=threads, progress=progress)


_method = method
