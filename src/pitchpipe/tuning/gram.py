"""Products of tall matrices with themselves."""

from __future__ import annotations

import numpy as np

from pitchpipe.arrays import Array

PIECE = 256
"""Rows that are multiplied at once: so few that BLAS does not share them out. Its threads wait for each other, which takes
many times longer on a busy machine, and their number would change the last bits."""


def gram(rows: Array, other: Array | None = None) -> Array:
    """rows.T @ rows, or rows.T @ other."""
    others = rows if other is None else other
    count = len(rows) // PIECE
    whole = count * PIECE
    pieces, other_pieces = (each[:whole].reshape(count, PIECE, each.shape[1]) for each in (rows, others))
    total: Array = np.matmul(pieces.transpose(0, 2, 1), other_pieces).sum(axis=0)
    total += rows[whole:].T @ others[whole:]
    return total
