"""The pool: groups of candidates with features, texts and references, in flat arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import Array, SparseRows, first_best, offsets_of, rows_of_groups
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import StrPath
from pitchpipe.metrics import Metric
from pitchpipe.text import GroupedTexts, Texts


@dataclass(frozen=True)
class Pool:
    """Candidates in groups; those of a group compete.

    Group g holds candidates `offsets[g]` to `offsets[g + 1] - 1`. A weight vector has the dense features first,
    then the sparse ones.
    """

    offsets: NDArray[np.int64]
    dense: Array
    dense_names: tuple[str, ...]
    sparse: SparseRows
    sparse_names: tuple[str, ...]
    texts: Texts
    references: GroupedTexts | None = None
    gold: Array | None = None
    """A score for each candidate that came with it, for the metric `gold`."""
    group_ids: tuple[str, ...] = ()
    group_weights: Array = field(default_factory=lambda: np.zeros(0))
    sources: tuple[str, ...] | None = None
    """What was translated, where the lists say it."""

    def __post_init__(self) -> None:
        if not self.group_ids:
            object.__setattr__(self, "group_ids", tuple(map(str, range(self.group_count))))
        if not len(self.group_weights):
            object.__setattr__(self, "group_weights", np.ones(self.group_count))

    @classmethod
    def read(
        cls,
        *paths: StrPath,
        references: Sequence[StrPath] | None = None,
        format: str | None = None,
        threads: int = 1,
    ) -> Pool:
        """Read candidate lists of any format (see `pitchpipe.lists.formats`); `-` is the standard input.

        References are text files with a line for each sentence, as many files as there are references.
        """
        from pitchpipe.lists.formats import read_pool

        return read_pool(paths, references, format, threads)

    @classmethod
    def load(cls, path: StrPath) -> Pool:
        """Load what `save` wrote."""
        from pitchpipe.lists.storage import load_pool

        return load_pool(path)

    def save(self, path: StrPath) -> None:
        """Write everything to one file of NumPy arrays (.npz) that `load` and `read` take."""
        from pitchpipe.lists.storage import save_pool

        save_pool(self, path)

    def write_nbest(self, path: StrPath, weights: Array | None = None) -> None:
        """Write Moses n-best lists, packed if the name ends in .gz; the total is the score under `weights`, or 0.

        The format has no place for references, gold scores, sources and group weights.
        """
        from pitchpipe.lists.formats.nbest_writer import write_nbest

        write_nbest(self, path, weights)

    def write_jsonl(self, path: StrPath) -> None:
        """Write JSON lines, packed if the name ends in .gz."""
        from pitchpipe.lists.formats.jsonl import write_jsonl

        write_jsonl(self, path)

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def group_count(self) -> int:
        return len(self.offsets) - 1

    @property
    def feature_names(self) -> tuple[str, ...]:
        return self.dense_names + self.sparse_names

    @cached_property
    def group_of(self) -> NDArray[np.int64]:
        """The group of each candidate."""
        return np.repeat(np.arange(self.group_count), np.diff(self.offsets))

    @property
    def candidates(self) -> GroupedTexts:
        return GroupedTexts(self.texts, self.offsets)

    def scores(self, weights: Array) -> Array:
        """The model score of every candidate."""
        dense = len(self.dense_names)
        scores = _native.model_scores(self.dense, weights[:dense])
        return scores + self.sparse.dot(weights[dense:]) if self.sparse_names else scores

    def all_dense(self) -> Array:
        """All features in one matrix, the sparse ones after the dense ones."""
        if not self.sparse_names:
            return np.ascontiguousarray(self.dense)
        features = np.zeros((len(self), len(self.feature_names)))
        features[:, : len(self.dense_names)] = self.dense
        rows = np.repeat(np.arange(len(self)), np.diff(self.sparse.starts))
        features[rows, len(self.dense_names) + self.sparse.features] = self.sparse.values
        return features

    def matrix(self) -> Any:
        """All features, the sparse ones after the dense ones: an array, or a SciPy CSR matrix if any are sparse."""
        if not self.sparse_names:
            return self.dense
        from scipy.sparse import csr_matrix, hstack

        shape = (len(self), len(self.sparse_names))
        sparse = csr_matrix((self.sparse.values, self.sparse.features, self.sparse.starts), shape)
        return hstack([csr_matrix(self.dense), sparse], format="csr")

    def winners(self, weights: Array) -> NDArray[np.int64]:
        """The best candidate of each group; of equals, the first."""
        return first_best(self.scores(weights), self.offsets)

    def statistics(self, metric: Metric, threads: int = 1) -> Array:
        """The metric's row of every candidate, times the weight of its group."""
        rows = metric.pool_statistics(self, threads)
        return rows * self.group_weights[self.group_of, None] if (self.group_weights != 1).any() else rows

    def vector(self, weights: Mapping[str, float]) -> Array:
        """Named weights as a vector; features without a weight get 0, names without a feature are an error."""
        position = {name: index for index, name in enumerate(self.feature_names)}
        vector = np.zeros(len(position))
        for name, value in weights.items():
            if name not in position:
                raise unknown_name("feature", name, position)
            vector[position[name]] = value
        return vector

    def named(self, vector: Array) -> dict[str, float]:
        """A weight vector with the features' names."""
        return dict(zip(self.feature_names, vector.tolist(), strict=True))

    def take_groups(self, groups: NDArray[np.int64]) -> Pool:
        """The pool of these groups only, in this order."""
        rows = rows_of_groups(self.offsets, groups)
        return replace(
            self,
            offsets=offsets_of(np.diff(self.offsets)[groups]),
            dense=self.dense[rows],
            sparse=self.sparse.take(rows),
            texts=self.texts.take(rows),
            references=None if self.references is None else self.references.take_groups(groups),
            gold=None if self.gold is None else self.gold[rows],
            group_ids=tuple(self.group_ids[group] for group in groups.tolist()),
            group_weights=self.group_weights[groups],
            sources=None if self.sources is None else tuple(self.sources[g] for g in groups.tolist()),
        )

    def without_duplicates(self) -> Pool:
        """Only the first of the candidates of a group that have the same text and the same features."""
        from pitchpipe.lists.merge import without_duplicates

        return without_duplicates(self)

    def check_finite(self, largest: float = np.finfo(np.float64).max) -> None:
        """Refuse NaN, infinity and what is larger in size than `largest`, naming the candidate."""
        for values, rows in ((self.dense, None), (self.sparse.values, self.sparse.starts)):
            bad = np.argwhere(~(np.abs(values) <= largest))
            if len(bad):
                row = bad[0][0] if rows is None else np.searchsorted(rows, bad[0][0], "right") - 1
                group = self.group_of[row]
                place = f"candidate {row - self.offsets[group]} of group {self.group_ids[group]}"
                found = values[tuple(bad[0])]
                if np.isfinite(found):
                    raise InputError(
                        f"a feature of {place} is {found:g}, expected at most {largest:g} in size"
                    )
                raise InputError(f"a feature of {place} is NaN or infinite")
