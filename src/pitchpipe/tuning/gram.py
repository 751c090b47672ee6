"""Products of tall matrices with themselves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pitchpipe.arrays import Array

PIECE = 256
"""Rows that are multiplied at once: so few that BLAS does not share them out. Its threads wait for each other, which takes
many times longer on a busy machine, and their number would change the last bits."""
_PIECES = 256
"""Pieces that are made at once."""

Rows = Callable[[int, int], Array]
"""The rows from one number up to another."""


def gram(rows: Array, other: Array | None = None) -> Array:
    """rows.T @ rows, or rows.T @ other."""
    others = rows if other is None else other
    return gram_of(len(rows), lambda begin, end: rows[begin:end], lambda begin, end: others[begin:end])


def gram_of(count: int, rows: Rows, others: Rows) -> Array:
    """The same of rows that are made as they are needed."""
    products = []
    whole = count // PIECE * PIECE
    for begin in range(0, whole, PIECE * _PIECES):
        end = min(begin + PIECE * _PIECES, whole)
        both = (each(begin, end) for each in (rows, others))
        one, other = (each.reshape((end - begin) // PIECE, PIECE, each.shape[1]) for each in both)
        products.append(np.matmul(one.transpose(0, 2, 1), other))
    last = rows(whole, count).T @ others(whole, count)
    total: Array = np.concatenate(products or [np.zeros((0, *last.shape))]).sum(axis=0)
    total += last
    return total
