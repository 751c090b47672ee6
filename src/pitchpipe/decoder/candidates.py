"""What a decoder gives back: scored translations of each sentence, or partial ones of each search bin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.text import Texts


@dataclass(frozen=True)
class Phrase:
    """A step of a derivation: source words `source_begin` to `source_end - 1` become these target words."""

    source_begin: int
    source_end: int
    target_begin: int
    target_end: int


@dataclass(frozen=True)
class Candidate:
    """A translation, or the start of one."""

    text: str
    score: float
    features: Mapping[str, float]
    """Dense ones, and the sparse ones that are not 0."""
    phrases: tuple[Phrase, ...]
    """In the order of the translation."""
    alignment: tuple[tuple[int, int], ...]
    """Positions of aligned words, source and target."""
    covered: int
    """Source words that are translated."""
    extended: str
    """Of a search bin's candidates: the text, and after it the best monotone translation of each gap in order."""


@dataclass(frozen=True)
class Candidates:
    """Candidates in flat arrays; sentence g has the rows `groups[g]` to `groups[g + 1] - 1`, best first."""

    dense_names: Sequence[str]
    arrays: Mapping[str, Any]

    def __len__(self) -> int:
        return len(self.groups) - 1

    @property
    def groups(self) -> NDArray[np.int64]:
        groups: NDArray[np.int64] = self.arrays["groups"]
        return groups

    @property
    def dense(self) -> NDArray[np.float32]:
        """A row of dense features for each candidate."""
        dense: NDArray[np.float32] = self.arrays["dense"]
        return dense

    @property
    def scores(self) -> NDArray[np.float64]:
        scores: NDArray[np.float64] = self.arrays["scores"]
        return scores

    @property
    def covered(self) -> NDArray[np.int32]:
        """How many source words each candidate translates."""
        covered: NDArray[np.int32] = self.arrays["covered"]
        return covered

    @cached_property
    def texts(self) -> Texts:
        return Texts(self.arrays["text"], self.arrays["text_offsets"])

    @cached_property
    def extended(self) -> Texts:
        return Texts(self.arrays["extended"], self.arrays["extended_offsets"])

    @cached_property
    def sparse_names(self) -> tuple[str, ...]:
        return tuple(Texts(self.arrays["sparse_names"], self.arrays["sparse_name_offsets"]))

    @property
    def sparse_rows(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]:
        """Sparse features: where each candidate's begin, their numbers in `sparse_names`, and their values."""
        return self.arrays["sparse_starts"], self.arrays["sparse_features"], self.arrays["sparse_values"]

    def sparse(self, row: int) -> dict[str, float]:
        """The sparse features of a candidate."""
        begin, end = self.arrays["sparse_starts"][row : row + 2]
        features = self.arrays["sparse_features"][begin:end].tolist()
        values = self.arrays["sparse_values"][begin:end].tolist()
        return {self.sparse_names[feature]: value for feature, value in zip(features, values, strict=True)}

    def of(self, sentence: int) -> list[Candidate]:
        """The candidates of a sentence."""
        return [self[row] for row in range(self.groups[sentence], self.groups[sentence + 1])]

    def __getitem__(self, row: int) -> Candidate:
        segments = slice(*self.arrays["segment_offsets"][row : row + 2])
        links = slice(*self.arrays["link_offsets"][row : row + 2])
        return Candidate(
            self.texts[row],
            float(self.scores[row]),
            dict(zip(self.dense_names, self.dense[row].tolist(), strict=True)) | self.sparse(row),
            tuple(Phrase(*place) for place in self.arrays["segments"][segments].tolist()),
            tuple((source, target) for source, target in self.arrays["links"][links].tolist()),
            int(self.covered[row]),
            self.extended[row],
        )

    def best(self) -> Iterator[str]:
        """The best text of each sentence; empty where there is none."""
        for begin, end in zip(self.groups[:-1], self.groups[1:], strict=True):
            yield self.texts[begin] if begin < end else ""
