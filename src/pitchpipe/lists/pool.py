"""The pool: groups of candidates with features, texts and references, in flat arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import (
    Array,
    Numbers,
    SparseRows,
    first_best,
    offsets_of,
    rows_of_groups,
)
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import StrPath
from pitchpipe.files.scratch import Scratch
from pitchpipe.metrics import Metric
from pitchpipe.notebook import counted, frame, html_table
from pitchpipe.text import GroupedTexts, Texts

_JUDGED = 1 << 19
"""Candidates whose statistics are computed at once where those of all are large."""
_SHOWN = 8
"""Candidates and features that a notebook shows."""


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
    scratch: Scratch = field(default_factory=Scratch.roomy, repr=False, compare=False)
    """Where large arrays that are made of it are: very large ones are in files, beside a map of a file also smaller ones."""

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
        missing: str = "refuse",
    ) -> Pool:
        """Read candidate lists of any format (see `pitchpipe.lists.formats`), files or folders; `-` is the standard input.

        References are text files with a line for each sentence, as many files as there are references. Lines that start
        with the ids of the lists, as in Kaldi's `text`, are matched by them. `missing` is as in `of`.
        """
        from pitchpipe.lists.formats import read_pool

        return read_pool(paths, references, format, threads, missing)

    @classmethod
    def of(
        cls,
        candidates: Any,
        features: Any = None,
        *,
        references: Any = None,
        gold: Any = None,
        ids: Any = None,
        sources: Any = None,
        group_weights: Any = None,
        sentence: str | None = None,
        text: str | None = None,
        missing: str = "refuse",
    ) -> Pool:
        """A pool of what a Python program holds.

        Parameters
        ----------
        candidates
            For each sentence a list of texts; or a table with a row for each candidate, such as a pandas DataFrame, and then
            all the others name its columns.
        features
            For each candidate a dictionary of numbers by name, in a list for each sentence or all in a row; or a dictionary of
            columns, arrays or lists with a number for each candidate. Of a table, a list of columns.
        references
            For each sentence a text or a list of texts.
        gold
            A score for each candidate, for the metric `gold`.
        ids, sources, group_weights
            One for each sentence. Sentences keep their order.
        sentence, text
            Of a table: the columns that say which sentence a candidate is of, and what its text is.
        missing
            What to do about features that are NaN or None: `refuse` them, put the `mean` or the `lowest` value of the list in
            their place, or `flag` them: the mean, and a feature NAME_missing.

        Examples
        --------
        >>> pool = Pool.of(
        ...     [["the house", "a house"], ["yes"]],
        ...     features=[[{"lm": -1.2, "tm": -3}, {"lm": -1.4, "tm": -2}], [{"lm": -0.1, "tm": 0}]],
        ...     references=["a house", "yes"],
        ... )
        >>> rerank(pool, {"lm": 1, "tm": 1})
        ['a house', 'yes']
        >>> Pool.of([["the house", "a house"], ["yes"]], features={"lm": np.array([-1.2, -1.4, -0.1])}).feature_names
        ('lm',)
        >>> table = {"id": [7, 7, 9], "text": ["the house", "a house", "yes"], "lm": [-1.2, -1.4, -0.1]}
        >>> Pool.of(table, sentence="id", text="text", features=["lm"]).group_ids
        ('7', '9')
        """
        from pitchpipe.lists.from_python import pool_of_lists
        from pitchpipe.lists.from_table import is_table, pool_of_table

        if is_table(candidates):
            if sentence is None or text is None:
                raise InputError("of a table, expected the columns sentence= and text=")
            if ids is not None or group_weights is not None:
                raise InputError("of a table, expected no ids= and no group_weights=; sentence= has the ids")
            return pool_of_table(
                candidates,
                sentence,
                text,
                features,
                references=references,
                gold=gold,
                sources=sources,
                missing=missing,
            )
        if sentence is not None or text is not None:
            raise InputError("found sentence= or text= with lists, expected them with a table only")
        return pool_of_lists(
            candidates,
            features,
            references=references,
            gold=gold,
            ids=ids,
            sources=sources,
            group_weights=group_weights,
            missing=missing,
        )

    @classmethod
    def read_saved(cls, path: StrPath) -> Pool:
        """Read what `save` wrote, as it was; `read` puts sentences in order and takes other files too."""
        from pitchpipe.lists.storage import read_saved

        return read_saved(path)

    def save(self, path: StrPath) -> None:
        """Write everything to one file of NumPy arrays (.npz) that `read_saved` and `read` take."""
        from pitchpipe.lists.storage import write_saved

        write_saved(self, path)

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

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each candidate: id, text, what else is known of it, and all features."""
        features = self.all_dense().tolist()
        rows = []
        for row, group in enumerate(self.group_of.tolist()):
            about: dict[str, Any] = {"id": self.group_ids[group], "text": self.texts[row]}
            if self.sources is not None:
                about["source"] = self.sources[group]
            if self.gold is not None:
                about["gold"] = float(self.gold[row])
            rows.append(about | dict(zip(self.feature_names, features[row], strict=True)))
        return frame(rows)

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        parts = [
            counted(self.group_count, "sentence"),
            counted(len(self), "candidate"),
            counted(len(self.dense_names), "feature"),
        ]
        if self.sparse_names:
            parts.append(counted(len(self.sparse_names), "sparse feature"))
        return f"Pool({', '.join(parts)})"

    def _repr_html_(self) -> str:
        names = self.dense_names[:_SHOWN]
        rows = [
            (self.group_ids[self.group_of[row]], self.texts[row], *self.dense[row, : len(names)].tolist())
            for row in range(min(_SHOWN, len(self)))
        ]
        return html_table(repr(self), ("sentence", "candidate", *names), rows)

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

    def all_dense(self, begin: int = 0, end: int | None = None) -> Array:
        """All features of all candidates, or of some, in one matrix, the sparse ones after the dense ones."""
        end = len(self) if end is None else end
        if not self.sparse_names:
            return np.ascontiguousarray(self.dense[begin:end])
        features = np.zeros((end - begin, len(self.feature_names)))
        features[:, : len(self.dense_names)] = self.dense[begin:end]
        starts = self.sparse.starts[begin : end + 1]
        rows, entries = np.repeat(np.arange(end - begin), np.diff(starts)), slice(starts[0], starts[-1])
        features[rows, len(self.dense_names) + self.sparse.features[entries]] = self.sparse.values[entries]
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
        if self.dense_names and not self.sparse_names:
            best: NDArray[np.int64] = _native.winners(self.dense, np.asarray(weights)[None], self.offsets, 1)[
                0
            ]
            return best
        return first_best(self.scores(weights), self.offsets)

    def statistics(self, metric: Metric, threads: int = 1) -> Array:
        """The metric's row of every candidate, times the weight of its group."""
        if not self.scratch.is_large(len(self) * metric.width, np.float64):
            rows = metric.pool_statistics(self, threads)
            return rows * self.group_weights[self.group_of, None] if (self.group_weights != 1).any() else rows
        found: Array = self.scratch.array((len(self), metric.width), np.float64)
        for begin in range(0, len(self), _JUDGED):
            some = replace(self._between(begin, begin + _JUDGED), scratch=Scratch.in_memory())
            found[begin : begin + _JUDGED] = some.statistics(metric, threads)
        return found

    def _between(self, begin: int, end: int) -> Pool:
        """The pool of the candidates from one up to another, a view; all groups stay, though they may be empty."""
        end = min(end, len(self))
        starts = self.sparse.starts[begin : end + 1]
        entries = slice(starts[0], starts[-1])
        return replace(
            self,
            offsets=np.clip(self.offsets, begin, end) - begin,
            dense=self.dense[begin:end],
            sparse=SparseRows(starts - starts[0], self.sparse.features[entries], self.sparse.values[entries]),
            texts=self.texts.between(begin, end),
            gold=None if self.gold is None else self.gold[begin:end],
        )

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
            dense=self.scratch.rows(self.dense, rows),
            sparse=self.sparse.take(rows),
            texts=self.texts.take(rows, self.scratch),
            references=None if self.references is None else self.references.take_groups(groups),
            gold=None if self.gold is None else self.gold[rows],
            group_ids=tuple(self.group_ids[group] for group in groups.tolist()),
            group_weights=self.group_weights[groups],
            sources=None if self.sources is None else tuple(self.sources[g] for g in groups.tolist()),
        )

    def take_rows(self, rows: Numbers) -> Pool:
        """The pool of these candidates, whose numbers rise; all groups stay, though they may be empty."""
        return replace(
            self,
            offsets=np.searchsorted(rows, self.offsets),
            dense=self.scratch.rows(self.dense, rows),
            sparse=self.sparse.take(rows),
            texts=self.texts.take(rows, self.scratch),
            gold=None if self.gold is None else self.gold[rows],
        )

    def without_duplicates(self) -> Pool:
        """Only the first of the candidates of a group that have the same text and the same features."""
        from pitchpipe.lists.merge import without_duplicates

        return without_duplicates(self)

    def check_finite(self, largest: float = np.finfo(np.float64).max) -> None:
        """Refuse NaN, infinity and what is larger in size than `largest`, naming the candidate."""
        for values, rows in ((self.dense, None), (self.sparse.values, self.sparse.starts)):
            # NaN is neither.
            if values.max(initial=-largest) <= largest and values.min(initial=largest) >= -largest:
                continue
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
