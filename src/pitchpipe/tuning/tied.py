"""One weight for several features: they are tuned as their sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import numpy as np

from pitchpipe.arrays import Array, SparseRows
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.lists.pool import Pool


@dataclass(frozen=True)
class Tied:
    """Sets of features that share a weight; a feature is in one of them at most."""

    sets: tuple[tuple[str, ...], ...]

    @classmethod
    def parse(cls, names: tuple[str, ...], patterns: str) -> Tied:
        """Read patterns with spaces between them: features that match the same one share a weight, as in `LM* Lex*`."""
        sets, taken = [], set[str]()
        for pattern in patterns.split():
            found = tuple(name for name in names if fnmatchcase(name, pattern))
            if not found:
                raise unknown_name("feature", pattern, names)
            if len(found) == 1:
                raise InputError(f"found one feature of {pattern!r}, expected several that share a weight")
            twice = next((name for name in found if name in taken), None)
            if twice is not None:
                raise InputError(f"found {twice!r} in two sets that share a weight, expected it in one")
            taken |= set(found)
            sets.append(found)
        return cls(tuple(sets))

    def pool(self, pool: Pool) -> Pool:
        """The pool with the sum of each set as a dense feature in place of its members."""
        members = {name for one in self.sets for name in one}
        dense = [place for place, name in enumerate(pool.dense_names) if name not in members]
        sums = [pool.scores(pool.vector(dict.fromkeys(one, 1.0))) for one in self.sets]
        sparse, sparse_names = _without(pool, members)
        return replace(
            pool,
            dense=np.column_stack([pool.dense[:, dense], *sums]),
            dense_names=(*(pool.dense_names[place] for place in dense), *map(_title, self.sets)),
            sparse=sparse,
            sparse_names=sparse_names,
        )

    def tied(self, weights: Mapping[str, float]) -> dict[str, float]:
        """Weights of all features as those of the pool of sums; members start at their mean."""
        found = dict(weights)
        for one in self.sets:
            found[_title(one)] = float(np.mean([found.pop(name, 0.0) for name in one]))
        return found

    def untied(self, weights: Mapping[str, float]) -> dict[str, float]:
        """Weights of the pool of sums as those of all features."""
        found = dict(weights)
        for one in self.sets:
            found |= dict.fromkeys(one, found.pop(_title(one)))
        return found


def _title(names: tuple[str, ...]) -> str:
    return " + ".join(names)


def _without(pool: Pool, members: set[str]) -> tuple[SparseRows, tuple[str, ...]]:
    """The sparse features that are not members."""
    kept = np.array([name not in members for name in pool.sparse_names], bool)
    if kept.all():
        return pool.sparse, pool.sparse_names
    numbers = np.cumsum(kept) - 1
    entries = kept[pool.sparse.features]
    counted: Array = np.concatenate([[0], np.cumsum(entries)])
    rows = SparseRows(
        counted[pool.sparse.starts].astype(np.int64),
        numbers[pool.sparse.features[entries]].astype(np.int32),
        pool.sparse.values[entries],
    )
    return rows, tuple(name for name in pool.sparse_names if name not in members)
