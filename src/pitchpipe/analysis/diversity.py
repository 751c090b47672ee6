"""How different the candidates of a list are from each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.lists import Pool


def balanced_diversity(texts: Sequence[str], order: int = 2) -> Array:
    """The distance d' of every pair of texts, from 0 (the same n-grams) to 1 (none in common).

    d'(y, y') = 1 - 2 d(y, y') / (d(y, y) + d(y', y')), where d is the number of pairs of equal n-grams, one of y and one
    of y' (Liu and Huang 2014, section 5.3, who do not say which n). Texts too short for an n-gram are 0 apart from their
    equals, and 1 from all others.

    References
    ----------
    Liu and Huang, 2014, Search-aware tuning for machine translation.

    Gimpel, Batra, Dyer and Shakhnarovich, 2013, A systematic exploration of diversity in machine translation.
    """
    if order < 1:
        raise InputError(f"found n-grams of {order} words, expected at least 1")
    from scipy.sparse import csr_array

    columns: dict[tuple[str, ...], int] = {}
    counts = [Counter(_ngrams(text.split(), order)) for text in texts]
    places = [columns.setdefault(ngram, len(columns)) for found in counts for ngram in found]
    values = [float(count) for found in counts for count in found.values()]
    starts = np.cumsum([0, *map(len, counts)])
    table = csr_array((values, places, starts), shape=(len(texts), len(columns)))
    pairs = (table @ table.T).toarray()
    own = np.diag(pairs)
    both = own[:, None] + own
    short = np.array([[one != other for other in texts] for one in texts], float) if (own == 0).any() else 0.0
    return np.where(both > 0, 1 - 2 * pairs / np.where(both > 0, both, 1), short)


def pool_diversity(pool: Pool, order: int = 2, most: int = 100) -> float:
    """The mean distance of two of the first candidates of a list, averaged over the lists that have two.

    Only `most` candidates of a list are looked at, since there are so many pairs of more.
    """
    means = []
    for start, last in zip(pool.offsets[:-1].tolist(), pool.offsets[1:].tolist(), strict=True):
        end = min(last, start + most)
        if end - start > 1:
            distances = balanced_diversity([pool.texts[row] for row in range(start, end)], order)
            means.append(float(distances[np.triu_indices(end - start, 1)].mean()))
    return float(np.mean(means)) if means else 0.0


def _ngrams(words: list[str], order: int) -> list[tuple[str, ...]]:
    return [tuple(words[start : start + order]) for start in range(len(words) - order + 1)]
