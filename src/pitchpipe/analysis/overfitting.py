"""How much of what tuning gained holds on lists that it did not see."""

from __future__ import annotations

from dataclasses import dataclass

from pitchpipe.errors import InputError
from pitchpipe.metrics import Metric
from pitchpipe.tuning import ListRun


@dataclass(frozen=True)
class Generalisation:
    """Gains over the start weights; above 0 is better, whichever way the metric points."""

    seen: float
    held_out: float

    @property
    def gap(self) -> float:
        """What was gained on the seen lists only."""
        return self.seen - self.held_out


def generalisation(run: ListRun, metric: Metric) -> Generalisation:
    """The gains of a run that was judged on held-out lists too."""
    if run.held_out is None or run.start_held_out is None:
        raise InputError(f"{run.tuned.method} was not judged on held-out lists, expected a run that was")
    sign = 1.0 if metric.higher_is_better else -1.0
    return Generalisation(
        sign * (run.tuned.objective - run.tuned.start_objective),
        sign * (run.held_out - run.start_held_out),
    )
