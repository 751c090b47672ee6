"""Cross-validation: every sentence is judged by weights that were tuned without it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.errors import InputError
from pitchpipe.metrics.base import short_name
from pitchpipe.metrics.significance import Comparison, compare
from pitchpipe.notebook import Cell, frame, html_table
from pitchpipe.tuning.trust.trainer import Trainer

Progress = Callable[[int, int, str], None]
"""Called with how much is done, of how much, and a word on what is next."""
TRIALS = 2000
"""Random trials of intervals and tests."""


@dataclass(frozen=True)
class Fold:
    """Weights that were tuned on all sentences but some, and how they do on both."""

    weights: dict[str, float]
    seen: float
    unseen: float
    sentences: int
    """How many are unseen."""


@dataclass(frozen=True)
class CrossValidation:
    """What a method gains on sentences that it did not see."""

    folds: tuple[Fold, ...]
    choices: Numbers
    """The candidate of each sentence that is best by the weights of the fold that it is not in."""
    comparison: Comparison
    """The first candidates of all lists, and the choices."""
    method: str

    @property
    def score(self) -> float:
        """The metric of the choices: what to expect on new text."""
        return self.comparison.systems[1].score

    @property
    def interval(self) -> tuple[float, float]:
        """Where the score lies on 95% of random sets of sentences."""
        return self.comparison.systems[1].interval

    @property
    def first(self) -> float:
        """The metric of the first candidates."""
        return self.comparison.systems[0].score

    @property
    def p(self) -> float:
        """Of the difference between choices and first candidates, two-sided."""
        difference = self.comparison.systems[1].difference
        assert difference is not None
        return difference.p

    @property
    def seen(self) -> float:
        """The mean score of each fold's weights on the sentences they were tuned on."""
        return float(np.mean([fold.seen for fold in self.folds]))

    @property
    def weights(self) -> dict[str, float]:
        """The mean of the folds' weights."""
        return {
            name: float(np.mean([fold.weights[name] for fold in self.folds]))
            for name in self.folds[0].weights
        }

    def as_dict(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "score": self.score,
            "interval": self.interval,
            "seen": self.seen,
            "first": self.first,
            "p": self.p,
            "weights": self.weights,
            "folds": [dict(vars(fold)) for fold in self.folds],
        }

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each feature: its mean weight, and that of each fold."""
        return frame(
            [
                {"feature": name, "mean": mean}
                | {f"fold {number}": fold.weights[name] for number, fold in enumerate(self.folds, 1)}
                for name, mean in self.weights.items()
            ]
        )

    def __repr__(self) -> str:
        low, high = self.interval
        return (
            f"CrossValidation({self.method}: {short_name(self.comparison.metric)} {self.score:.2f} "
            f"({low:.2f} to {high:.2f}) on unseen sentences, {self.seen:.2f} on seen ones)"
        )

    def _repr_html_(self) -> str:
        names = list(self.folds[0].weights)
        rows: list[list[Cell]] = [
            [name, self.weights[name], *(fold.weights[name] for fold in self.folds)] for name in names
        ]
        return html_table(repr(self), ["feature", "mean", *map(str, range(1, len(self.folds) + 1))], rows)


def fold_numbers(count: int, folds: int | Sequence[Any], seed: int = 1) -> Numbers:
    """The fold of each of so many sentences: random parts of equal size, or what is given, such as their documents."""
    if isinstance(folds, int):
        if not 2 <= folds <= count:
            raise InputError(f"found {folds} folds, expected 2 to {count}, the number of sentences")
        return np.random.default_rng(seed).permutation(np.arange(count) % folds)
    if len(folds) != count:
        raise InputError(f"found {len(folds)} folds of sentences, expected {count}, one for each")
    numbers = np.unique(np.asarray(folds), return_inverse=True)[1].astype(np.int64)
    if not numbers.any():
        raise InputError("found all sentences in the same fold, expected at least two folds")
    return numbers


def cross_validate(
    trainer: Trainer,
    folds: int | Sequence[Any] = 5,
    *,
    trials: int = TRIALS,
    progress: Progress | None = None,
) -> CrossValidation:
    """Tune without each fold in turn, and choose from its lists by the weights found.

    Parameters
    ----------
    folds
        How many random parts, or for each sentence a label of its own part: sentences of one document belong together.
    """
    pool = trainer.pool
    numbers = fold_numbers(pool.group_count, folds, trainer.seed)
    choices, found = pool.offsets[:-1].copy(), []
    for fold in range(numbers.max() + 1):
        if progress:
            progress(fold, int(numbers.max()) + 1, f"fold {fold + 1}")
        unseen = numbers == fold
        weights = trainer.weights((~unseen).astype(np.int64))
        winners = pool.winners(weights)
        choices[unseen] = winners[unseen]
        seen, new = trainer.score(winners[~unseen]), trainer.score(winners[unseen])
        found.append(Fold(pool.named(weights), seen, new, int(unseen.sum())))
    compared = compare(
        [trainer.system("first candidates", pool.offsets[:-1]), trainer.system("unseen", choices)],
        trainer.metric,
        trials=trials,
        seed=trainer.seed,
        threads=trainer.threads,
    )
    return CrossValidation(tuple(found), choices, compared, trainer.method.spec)


@dataclass(frozen=True)
class CurvePoint:
    """The score on unseen sentences after tuning on so many."""

    sentences: int
    score: float
    p: float | None
    """Of the difference from tuning on all; None for all."""


def learning_curve(
    trainer: Trainer,
    folds: int | Sequence[Any] = 5,
    *,
    parts: Sequence[float] = (0.125, 0.25, 0.5, 1.0),
    trials: int = TRIALS,
    progress: Progress | None = None,
) -> tuple[CurvePoint, ...]:
    """How many sentences were enough: unseen scores after tuning on a part of each fold's sentences, and on all."""
    pool, rng = trainer.pool, np.random.default_rng(trainer.seed)
    numbers = fold_numbers(pool.group_count, folds, trainer.seed)
    count = int(numbers.max()) + 1
    choices: Array = np.tile(pool.offsets[:-1], (len(parts), 1))
    sizes = np.zeros(len(parts))
    for fold in range(count):
        order = rng.permutation(np.flatnonzero(numbers != fold))
        for place, part in enumerate(parts):
            if progress:
                progress(fold * len(parts) + place, count * len(parts), "learning curve")
            used = order[: max(1, round(part * len(order)))]
            weights = trainer.weights(np.bincount(used, minlength=pool.group_count))
            unseen = numbers == fold
            choices[place, unseen] = pool.winners(weights)[unseen]
            sizes[place] += len(used) / count
    systems = [
        trainer.system(f"{size:.0f}", chosen)
        for size, chosen in zip(sizes[::-1], choices[::-1].astype(np.int64), strict=True)
    ]
    found = compare(systems, trainer.metric, trials=trials, seed=trainer.seed, threads=trainer.threads)
    points = [
        CurvePoint(round(size), one.score, one.difference.corrected if one.difference else None)
        for size, one in zip(sizes[::-1], found.systems, strict=True)
    ]
    return tuple(points[::-1])
