"""Texts compared by the cosine of their vectors: each text is embedded once, however many it is compared with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array
from pitchpipe.text import GroupedTexts

Vectors = NDArray[np.float32]
"""A row for each text."""


def unit_vectors(vectors: Vectors) -> Vectors:
    """Vectors of length 1; those of length 0 stay, so that their cosines are 0."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    units: Vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return units


def best_cosines(candidates: GroupedTexts, ours: Vectors, references: GroupedTexts, theirs: Vectors) -> Array:
    """A row for each candidate: the highest cosine with a reference of its group, 0 if it has none, and 1."""
    blocks = _cosines(candidates, ours, references, theirs)
    return _rows([one.max(axis=1, initial=-1.0 if one.shape[1] else 0.0) for one in blocks])


def pair_cosines(candidates: GroupedTexts, ours: Vectors, others: GroupedTexts, theirs: Vectors) -> Array:
    """A row for each candidate and each text of its group, those of a candidate after each other: their cosine, and 1."""
    return _rows([one.ravel() for one in _cosines(candidates, ours, others, theirs)])


def _cosines(
    candidates: GroupedTexts, ours: Vectors, others: GroupedTexts, theirs: Vectors
) -> Iterator[Array]:
    spans = zip(pairwise(candidates.groups.tolist()), pairwise(others.groups.tolist()), strict=True)
    for (begin, end), (first, last) in spans:
        yield (ours[begin:end] @ theirs[first:last].T).astype(np.float64)


def _rows(blocks: list[Array]) -> Array:
    cosines = np.concatenate([np.zeros(0), *blocks])
    return np.column_stack([cosines, np.ones_like(cosines)])
