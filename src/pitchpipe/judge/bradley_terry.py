"""Strengths of systems from who beats whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.judge.preferences import Preference

PRIOR = 0.5
"""Wins that each of two compared systems is given against the other, so that one that always wins has a finite strength."""
TRIALS = 1000
ITERATIONS, TOLERANCE = 10_000, 1e-10


@dataclass(frozen=True)
class Strength:
    """A system's strength: the log odds of beating the average system, with the interval over resampled sentences."""

    system: str
    value: float
    interval: tuple[float, float]
    ranks: tuple[int, int]
    """The best and the worst place that it has in 95 % of the resampled sets."""


def bradley_terry(wins: Array, prior: float = 0.0) -> Array:
    """The maximum-likelihood strengths, as logarithms whose mean is 0; `wins[..., i, j]` is how often i beats j.

    By minorisation and maximisation, for many tables of wins at once.

    References
    ----------
    Bradley and Terry, 1952, Rank analysis of incomplete block designs.

    Hunter, 2004, MM algorithms for generalized Bradley-Terry models.
    """
    games = wins + wins.swapaxes(-1, -2)
    met = games.sum(axis=tuple(range(games.ndim - 2))) > 0
    table = wins + prior * met
    games = table + table.swapaxes(-1, -2)
    total = table.sum(axis=-1)
    strengths = np.ones(total.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        for _ in range(ITERATIONS):
            sums = strengths[..., :, None] + strengths[..., None, :]
            new = total / np.where(games > 0, games / sums, 0.0).sum(axis=-1)
            new = np.where(np.isfinite(new), new, strengths)
            new /= np.exp(np.log(np.maximum(new, 1e-300)).mean(axis=-1, keepdims=True))
            moved = np.max(np.abs(np.log(np.maximum(new, 1e-300)) - np.log(np.maximum(strengths, 1e-300))))
            strengths = new
            if moved < TOLERANCE:
                break
    logs = np.log(np.maximum(strengths, 1e-300))
    return np.asarray(logs - logs.mean(axis=-1, keepdims=True))


def strengths(
    found: Sequence[Preference],
    systems: Sequence[str],
    *,
    prior: float = PRIOR,
    trials: int = TRIALS,
    seed: int = 1,
) -> list[Strength]:
    """The systems that were compared, the strongest first; an equal is half a win for both."""
    places = {system: place for place, system in enumerate(systems)}
    lines = {line: number for number, line in enumerate(sorted({one.line for one in found}))}
    table = np.zeros((len(lines), len(systems), len(systems)))
    for one in found:
        first, second = (places[system] for system in one.pair)
        table[lines[one.line], first, second] += (1 + one.outcome) / 2
        table[lines[one.line], second, first] += (1 - one.outcome) / 2
    met = [place for place in range(len(systems)) if table[:, place].any() or table[:, :, place].any()]
    table = table[:, met][:, :, met]
    value = bradley_terry(table.sum(axis=0), prior)
    rng = np.random.default_rng(seed)
    times = rng.multinomial(len(lines), np.full(len(lines), 1 / len(lines)), trials).astype(np.float64)
    resampled = bradley_terry(np.einsum("ts,sij->tij", times, table), prior)
    ranks = 1 + (resampled[:, None, :] > resampled[:, :, None]).sum(axis=-1)
    low, high = np.percentile(resampled, [2.5, 97.5], axis=0)
    best, worst = np.percentile(ranks, [2.5, 97.5], axis=0, method="nearest").astype(int)
    order = sorted(range(len(met)), key=lambda one: -value[one])
    return [
        Strength(
            systems[met[one]],
            float(value[one]),
            (float(low[one]), float(high[one])),
            (int(best[one]), int(worst[one])),
        )
        for one in order
    ]
