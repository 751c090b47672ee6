"""Metrics that output was tuned to, or chosen by: they flatter it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pitchpipe.metrics import Combination, Metric, find_metric

MARK = "(tuned to)"


def names_in(metric: Metric) -> set[str]:
    """The metrics that a metric is made of, whatever their settings."""
    return (
        set().union(*(names_in(part) for _, part in metric.terms))
        if isinstance(metric, Combination)
        else {metric.name}
    )


def flattered(metrics: Mapping[str, Metric], tuned_to: Iterable[str]) -> list[str]:
    """Those of the metrics, by the names they go under, that the output was tuned to, in whole or in part."""
    optimised = set().union(*(names_in(find_metric(spec)) for spec in tuned_to))
    return [name for name, metric in metrics.items() if names_in(metric) & optimised]


def verdict_note(metrics: Sequence[str], marked: Sequence[str]) -> str | None:
    """What a reader should know about the marked metrics, if there are any."""
    if not marked:
        return None
    others = [name for name in metrics if name not in marked]
    judges = ", ".join(others) if others else "another metric, given with -m"
    return f"{', '.join(marked)} was tuned to and flatters the output; judge by {judges}"
