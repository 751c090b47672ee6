"""What each feature adds: everything tuned again without it, and judged on unseen sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.metrics.significance import compare
from pitchpipe.tuning.trust.folds import TRIALS, Progress, cross_validate, fold_numbers
from pitchpipe.tuning.trust.trainer import Trainer

SPARSE = "(sparse features)"


@dataclass(frozen=True)
class Ablated:
    """The score on unseen sentences without a feature, and how it differs from that with all."""

    name: str
    score: float
    adds: float
    """How much better all features are together, whichever way the metric points."""
    interval: tuple[float, float]
    """Where that lies on 95% of random sets of sentences."""
    p: float
    """Two-sided, corrected for the number of features by Holm's method."""

    def as_dict(self) -> dict[str, Any]:
        return dict(vars(self))


def ablation(
    trainer: Trainer,
    folds: int | Sequence[Any] = 5,
    *,
    parts: Mapping[str, Sequence[str]] | None = None,
    trials: int = TRIALS,
    progress: Progress | None = None,
) -> tuple[Ablated, ...]:
    """Leave out each feature in turn, or each of the named `parts` of them; all sparse features are one part."""
    groups = dict(parts) if parts is not None else _single(trainer)
    if len(trainer.pool.dense_names) + bool(trainer.pool.sparse_names) < 2:
        raise InputError("found one feature, expected at least two to leave one out")
    for names in groups.values():
        for name in names:
            if name not in trainer.pool.feature_names:
                raise unknown_name("feature", name, trainer.pool.feature_names)
    numbers = fold_numbers(trainer.pool.group_count, folds, trainer.seed).tolist()
    systems = []
    for done, (name, left_out) in enumerate([("", ()), *groups.items()]):
        if progress:
            progress(done, len(groups) + 1, f"without {name}" if name else "with all features")
        some = trainer.without(frozenset(left_out))
        found = cross_validate(some, numbers, trials=1)
        systems.append(trainer.system(name, found.choices))
    compared = compare(systems, trainer.metric, trials=trials, seed=trainer.seed, threads=trainer.threads)
    sign = -1.0 if trainer.metric.higher_is_better else 1.0
    rows = []
    for one in compared.systems[1:]:
        assert one.difference is not None
        low, high = sorted(sign * end for end in one.difference.interval)
        adds = sign * one.difference.value
        rows.append(Ablated(one.name, one.score, adds, (low, high), one.difference.corrected))
    return tuple(rows)


def _single(trainer: Trainer) -> dict[str, Sequence[str]]:
    groups: dict[str, Sequence[str]] = {name: [name] for name in trainer.pool.dense_names}
    return {**groups, SPARSE: trainer.pool.sparse_names} if trainer.pool.sparse_names else groups
