"""Quality estimation: metrics that need no references, programs and Python functions, as features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rescoring.feature import ListFeature
from pitchpipe.metrics import Combination, Gold, Metric, PythonScorer, Scorer, find_metric
from pitchpipe.metrics.python_scorer import Function
from pitchpipe.settings import setting


@dataclass(frozen=True)
class Estimate(ListFeature):
    """The score of a metric that needs no references: a quality estimator. If lower scores are better, it is minus
    the score.

    You can give the metric alone: `--add 'qe=command("python qe.py")'`. Programs and functions do not see references,
    and see the source if the metric's `source` is set. Their scores are computed once and kept.
    """

    name: ClassVar[str] = "estimate"
    positional: ClassVar[str] = "metric"

    metric: str | Metric = setting(  # noqa: RUF009 (the annotation, of a class, confuses it)
        "", "a metric that needs no references, as in command(...)", objects_with="pool_statistics"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.metric:
            raise InputError(f"{self.name}: found no metric, expected one that needs no references")
        metric = find_metric(self.metric)
        if isinstance(metric, Gold):
            raise InputError("found gold as a feature, expected another: it is what features are tuned to")
        unasked = _without_references(metric)
        if unasked.needs_references:
            raise InputError(
                f"found {metric.spec} as a feature, expected a metric that needs no references; "
                f"mbr({metric.spec}) compares candidates with each other"
            )

    @property
    def title(self) -> str:
        metric = find_metric(self.metric)
        if isinstance(metric, PythonScorer):
            return str(getattr(metric.function, "__name__", metric.function)).rpartition(":")[2]
        return metric.name

    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        return {"": _scores(_without_references(find_metric(self.metric)), pool, threads)}


@dataclass(frozen=True)
class FunctionFeature(ListFeature):
    """A Python function of a batch as a feature: texts, empty lists of references, and the source of each or None."""

    name: ClassVar[str] = "function"

    function: Any = setting(None, "the function", objects_with="__call__")  # noqa: RUF009 (the annotation confuses it)

    @property
    def title(self) -> str:
        return str(getattr(self.function, "__name__", type(self.function).__name__))

    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        function: Function = self.function
        asked = PythonScorer(function=function, references=False, source=pool.sources is not None)
        return {"": _scores(asked, pool, threads)}


def _scores(metric: Metric, pool: Pool, threads: int) -> Array:
    scores = metric.sentence_scores(metric.pool_statistics(pool, threads))
    return scores if metric.higher_is_better else -scores


def _without_references(metric: Metric) -> Metric:
    """The same metric, whose programs and functions are not shown references."""
    if isinstance(metric, Combination):
        return Combination(tuple((weight, _without_references(part)) for weight, part in metric.terms))
    return replace(metric, references=False) if isinstance(metric, Scorer) else metric
