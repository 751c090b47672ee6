"""Linear classifiers without a bias, as smooth losses of margins: logistic regression and the linear SVM."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.tuning.gram import gram

Loss = Callable[[Array], tuple[Array, Array, Array]]
"""Of each margin: the loss, its slope and its curvature."""

MOST_NEWTON_STEPS = 100
MOST_CG_STEPS = 250
SMALLEST_DECREMENT = 1e-12
"""How much a step must promise to better the objective, as a share of what it began with."""
MOST_SOLVED = 100
"""Features up to which a Newton step solves its equations exactly."""


def logistic_loss(margins: Array) -> tuple[Array, Array, Array]:
    """log(1 + exp(-m))."""
    loss = np.logaddexp(0.0, -margins)
    chance = np.exp(-margins - loss)  # of being on the wrong side
    return loss, -chance, chance * (1.0 - chance)


def squared_hinge_loss(margins: Array) -> tuple[Array, Array, Array]:
    """max(0, 1 - m)^2."""
    short: Array = np.maximum(0.0, 1.0 - margins)
    return short * short, -2.0 * short, np.where(short > 0, 2.0, 0.0)


def minimize_loss(loss: Loss, rows: Any, counts: Array, l2: float) -> Array:
    """The w that makes sum of counts * loss(rows @ w), plus l2 / 2 * |w|^2, least; by Newton's method.

    `rows` are an array or a SciPy CSR matrix. With few dense columns each step is solved for, otherwise by
    conjugate gradients, in time that grows with the non-zero entries.
    """
    weights, margins = np.zeros(rows.shape[1]), np.zeros(rows.shape[0])
    losses, slopes, curvatures = loss(margins)
    value = first = float(counts @ losses)
    steepest = 0.0
    for _ in range(MOST_NEWTON_STEPS):
        gradient = rows.T @ (counts * slopes) + l2 * weights
        steepness = float(np.linalg.norm(gradient))
        steepest = max(steepest, steepness)
        if steepness == 0:
            break
        step = _newton_step(rows, counts * curvatures, l2, gradient, steepness / steepest)
        decrement = float(-gradient @ step)
        if not decrement > SMALLEST_DECREMENT * first:
            break
        change = rows @ step
        size = 1.0
        while size > 1e-10:
            new_weights, new_margins = weights + size * step, margins + size * change
            losses, slopes, curvatures = loss(new_margins)
            new_value = float(counts @ losses + 0.5 * l2 * (new_weights @ new_weights))
            if new_value <= value - 1e-4 * size * decrement:
                break
            size /= 2
        else:
            break  # what is left is rounding
        weights, margins, value = new_weights, new_margins, new_value
    return weights


def _newton_step(rows: Any, curvatures: Array, l2: float, gradient: Array, shrunk: float) -> Array:
    """Where the second-order approximation is least; the more exact, the more the gradient has shrunk."""
    bent = curvatures > 0
    if bent.mean() < 0.5:
        rows, curvatures = rows[bent], curvatures[bent]
    count = rows.shape[1]
    if isinstance(rows, np.ndarray) and count <= MOST_SOLVED:
        bent_rows = rows * np.sqrt(curvatures)[:, None]
        hessian = gram(bent_rows)
        # Columns that decide nothing would make it singular where l2 is 0.
        hessian[np.diag_indices(count)] += l2 + 1e-12 * (np.trace(hessian) / count + 1e-300)
        return np.asarray(np.linalg.solve(hessian, -gradient), np.float64)
    diagonal = l2 + _square_sums(rows, curvatures)
    return _conjugate_gradients(
        lambda vector: rows.T @ (curvatures * (rows @ vector)) + l2 * vector,
        -gradient,
        np.where(diagonal > 0, diagonal, 1.0),
        min(0.1, np.sqrt(shrunk)),
    )


def _square_sums(rows: Any, counts: Array) -> Array:
    if isinstance(rows, np.ndarray):
        sums: Array = np.einsum("ij,ij,i->j", rows, rows, counts)
        return sums
    return np.asarray(rows.power(2).T @ counts)


def _conjugate_gradients(
    apply: Callable[[Array], Array], right: Array, diagonal: Array, tolerance: float
) -> Array:
    """Solve apply(x) = right, preconditioned by the diagonal, until the residual is that share of the right side."""
    found = np.zeros_like(right)
    residual = right.copy()
    scaled = residual / diagonal
    direction, energy = scaled.copy(), float(residual @ scaled)
    enough = tolerance**2 * energy
    for _ in range(MOST_CG_STEPS):
        if not energy > enough:
            break
        applied = apply(direction)
        bend = float(direction @ applied)
        if not bend > 0:
            break
        step = energy / bend
        found += step * direction
        residual -= step * applied
        scaled = residual / diagonal
        before, energy = energy, float(residual @ scaled)
        direction = scaled + (energy / before) * direction
    return found
