"""Lists in a file as a decoder: a translation is one of the candidates that are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pitchpipe.decoder import Candidates, Decoder
from pitchpipe.errors import InputError
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.fingerprint import of_candidates
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rerank import reordered
from pitchpipe.weights import Weights


@dataclass(frozen=True)
class ListDecoder(Decoder):
    """Translates the sentences of a pool, which are given by their ids, into the best of their candidates.

    Weights of features that the lists do not have count for nothing.
    """

    pool: Pool = field(repr=False)
    start: Mapping[str, float] | None = None
    """Equal weights by default."""

    @cached_property
    def weights(self) -> Weights:
        names = self.pool.feature_names
        return Weights(dict.fromkeys(names, 1.0 / len(names)) if self.start is None else self.start)

    @property
    def dense_names(self) -> tuple[str, ...]:
        return self.pool.dense_names

    @cached_property
    def fingerprint(self) -> str:
        return of_candidates(self.pool)

    @property
    def text(self) -> DevSet:
        """All sentences, by their ids, and their references."""
        references = self.pool.references
        count = self.pool.group_count
        return DevSet(
            self.pool.group_ids, [[] if references is None else references.group(i) for i in range(count)]
        )

    def translate(
        self,
        sentences: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        threads: int | None = None,
    ) -> Candidates:
        missing = next((name for name in sentences if name not in self._places), None)
        if missing is not None:
            raise InputError(f"found no list of sentence {missing!r}, expected one")
        groups = np.array([self._places[name] for name in sentences], np.int64)
        known = set(self.pool.feature_names)
        chosen = self.weights if weights is None else weights
        used = Weights({name: value for name, value in chosen.items() if name in known})
        return pool_candidates(reordered(self.pool.take_groups(groups), used, nbest), used)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.pool.group_ids)}


def pool_candidates(pool: Pool, weights: Mapping[str, float]) -> Candidates:
    """The candidates of a pool, as a decoder gives them, in their order."""
    known = set(pool.feature_names)
    vector = pool.vector({name: value for name, value in weights.items() if name in known})
    return Candidates(
        pool.offsets,
        pool.texts,
        pool.scores(vector),
        pool.dense,
        pool.dense_names,
        pool.sparse,
        pool.sparse_names,
        pool.gold,
    )
