"""A cutting-plane solver for ½||w||² + R(w), R convex and 0 at least (Teo et al. 2010, Franc and Sonnenburg 2008)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pitchpipe.arrays import Array

IDLE = 30
"""A plane that has not been part of the solution for so many steps is dropped."""
NARROW = 0.1
"""Where the next plane is laid, between the best point so far (0) and the lowest point of the model (1)."""

EXACT = 1e-12
"""How exactly the small quadratic programme is solved, as a share of the planes' offsets."""
RIDGE = 1e-12
"""Keeps planes that depend on each other from making the programme's equations singular."""


class Risk(Protocol):
    """A convex function of the weights, never negative."""

    def scores(self, weights: Array) -> Array:
        """Scores of the candidates, linear in the weights, on which the risk depends."""

    def value(self, scores: Array) -> float:
        """The risk of these scores."""

    def slope(self, scores: Array) -> Array:
        """A subgradient by the weights at these scores."""


@dataclass(frozen=True)
class Minimum:
    """The lowest point found, and how far at most it is above the minimum, as a share of the objective."""

    weights: Array
    objective: float
    gap: float
    steps: int


def minimize(
    risk: Risk, count: int, gap: float, steps: int, on_step: Callable[[int, Array], None]
) -> Minimum:
    """Minimise ½||w||² + R(w) to a relative duality gap.

    Planes below R make a model of it; its minimum, a small quadratic programme, bounds the objective from below,
    the best point so far from above. The best point moves to the lowest one on the line to the model's minimum.
    """
    planes = _Planes(count)
    best, best_scores = np.zeros(count), risk.scores(np.zeros(count))
    objective = risk.value(best_scores)
    reached, step, at, at_scores = np.inf, 0, best, best_scores
    while step < steps:
        step += 1
        planes.add(risk.slope(at_scores), risk.value(at_scores), at)
        below, lowest = planes.minimum()
        lowest_scores = risk.scores(lowest)
        share = _lowest_between(risk, best, lowest, best_scores, lowest_scores)
        moved, moved_scores = (
            best + share * (lowest - best),
            best_scores + share * (lowest_scores - best_scores),
        )
        value = 0.5 * float(moved @ moved) + risk.value(moved_scores)
        if value < objective:
            best, best_scores, objective = moved, moved_scores, value
        reached = max(0.0, objective - below) / objective if objective > 0 else 0.0
        on_step(step, best)
        if reached <= gap:
            break
        at = best + NARROW * (lowest - best)
        at_scores = best_scores + NARROW * (lowest_scores - best_scores)
    return Minimum(best, objective, reached, step)


def _lowest_between(risk: Risk, one: Array, other: Array, one_scores: Array, other_scores: Array) -> float:
    """How far from one point to the other the objective is lowest, by golden section."""
    across, across_scores = other - one, other_scores - one_scores
    linear, square = float(one @ across), 0.5 * float(across @ across)

    def value(share: float) -> float:
        return share * linear + share * share * square + risk.value(one_scores + share * across_scores)

    golden = float(np.sqrt(5.0) - 1.0) / 2.0
    low, high = 0.0, 1.0
    left, right = high - golden, golden
    left_value, right_value = value(left), value(right)
    for _ in range(20):
        if left_value <= right_value:
            high, right, right_value = right, left, left_value
            left = high - golden * (high - low)
            left_value = value(left)
        else:
            low, left, left_value = left, right, right_value
            right = low + golden * (high - low)
            right_value = value(right)
    return left if left_value <= right_value else right


class _Planes:
    """Planes a + b·w below the risk, and the multipliers α of the model's minimum.

    The first one is that of a risk of 0. A plane that has long been idle makes room for a new one. Slopes are kept as
    sparse rows: the lists that make a slope have few of many features.
    """

    def __init__(self, count: int) -> None:
        from scipy.sparse import csr_matrix

        self.slopes = csr_matrix((1, count))
        self.offsets = np.zeros(1)
        self.gram = np.zeros((1, 1))
        self.alpha = np.ones(1)
        self.idle = np.zeros(1, np.int64)

    def add(self, slope: Array, value: float, at: Array) -> None:
        from scipy.sparse import csr_matrix, vstack

        kept = np.flatnonzero(self.idle < IDLE)
        slopes = self.slopes if len(kept) == len(self.idle) else self.slopes[kept]
        products = slopes @ slope
        self.slopes = vstack([slopes, csr_matrix(slope)], format="csr")
        self.offsets = np.append(self.offsets[kept], value - float(slope @ at))
        self.gram = np.pad(self.gram[np.ix_(kept, kept)], (0, 1))
        self.gram[-1, :-1] = self.gram[:-1, -1] = products
        self.gram[-1, -1] = slope @ slope
        self.alpha = np.append(self.alpha[kept], 0.0)
        self.idle = np.append(self.idle[kept], 0)

    def minimum(self) -> tuple[float, Array]:
        """A lower bound of the objective, and the point where the model has its minimum."""
        self.alpha = maximum_on_simplex(self.gram, self.offsets, self.alpha)
        self.idle = np.where(self.alpha > 0, 0, self.idle + 1)
        weights = -(self.alpha @ self.slopes)
        return float(self.alpha @ self.offsets) - 0.5 * float(weights @ weights), weights


def maximum_on_simplex(gram: Array, offsets: Array, alpha: Array) -> Array:
    """The α that maximises offsets·α - ½ α·gram·α, where α >= 0 sums to 1, by an active-set method.

    Any such α gives a lower bound, so inexact arithmetic costs steps, never the truth of the gap.
    """
    size = float(np.trace(gram)) / len(gram) or 1.0
    gram, offsets, alpha = gram / size, offsets / size, alpha.copy()
    support = np.flatnonzero(alpha > 0)
    for _ in range(10 * len(offsets)):
        gains = offsets - gram @ alpha
        enters = int(np.argmax(gains))
        if enters in support or gains[enters] - gains @ alpha <= EXACT * np.abs(offsets).max():
            break
        support = np.sort(np.append(support, enters))
        while True:
            target = _stationary(gram[np.ix_(support, support)], offsets[support])
            now = alpha[support]
            if (target > 0).all():
                alpha[support] = target
                break
            falling = target <= 0
            ratios = now[falling] / (now[falling] - target[falling])
            moved = now + float(ratios.min()) * (target - now)
            moved[np.flatnonzero(falling)[np.argmin(ratios)]] = 0.0
            alpha[support] = moved
            support = support[moved > 0]
    alpha = np.maximum(alpha, 0.0)
    normal: Array = alpha / alpha.sum()
    return normal


def _stationary(gram: Array, offsets: Array) -> Array:
    """Where the gradient of offsets·α - ½ α·gram·α is the same for all of α, which sums to 1."""
    size = len(offsets)
    system = np.ones((size + 1, size + 1))
    system[:size, :size] = gram + RIDGE * np.eye(size)
    system[size, size] = 0.0
    solved: Array = np.linalg.solve(system, np.append(offsets, 1.0))[:size]
    return solved
