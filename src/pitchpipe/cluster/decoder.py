"""Decoding in chunks of sentences, on whatever an executor has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import offsets_of
from pitchpipe.cluster.in_order import in_order
from pitchpipe.cluster.model_folder import ModelFolder
from pitchpipe.decoder import Candidates
from pitchpipe.text import Texts


@dataclass(frozen=True)
class ChunkLists:
    """What tuning needs of a chunk's candidates, and no more: it travels back from a worker."""

    dense_names: tuple[str, ...]
    groups: NDArray[np.int64]
    dense: NDArray[np.float32]
    covered: NDArray[np.int32]
    texts: Texts
    extended: Texts
    sparse_names: tuple[str, ...]
    sparse_rows: tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]

    @classmethod
    def of(cls, found: Candidates) -> ChunkLists:
        return cls(
            tuple(found.dense_names),
            found.groups,
            found.dense,
            found.covered,
            found.texts,
            found.extended,
            found.sparse_names,
            found.sparse_rows,
        )

    @classmethod
    def joined(cls, chunks: Sequence[ChunkLists]) -> ChunkLists:
        """The lists of all chunks, one chunk after the other."""
        names = tuple(dict.fromkeys(name for chunk in chunks for name in chunk.sparse_names))
        numbers = {name: number for number, name in enumerate(names)}
        features = [
            np.array([numbers[name] for name in chunk.sparse_names], np.int32)[chunk.sparse_rows[1]]
            for chunk in chunks
        ]
        return cls(
            chunks[0].dense_names,
            offsets_of(np.concatenate([np.diff(chunk.groups) for chunk in chunks])),
            np.concatenate([chunk.dense for chunk in chunks]),
            np.concatenate([chunk.covered for chunk in chunks]),
            Texts.joined([chunk.texts for chunk in chunks]),
            Texts.joined([chunk.extended for chunk in chunks]),
            names,
            (
                offsets_of(np.concatenate([np.diff(chunk.sparse_rows[0]) for chunk in chunks])),
                np.concatenate(features),
                np.concatenate([chunk.sparse_rows[2] for chunk in chunks]),
            ),
        )


@dataclass(frozen=True)
class ClusterDecoder:
    """Translates as `Decoder` does, with the same bits, by an executor's workers.

    A task is a chunk of sentences with the weights; a worker that dies loses the chunks it was at, and an executor that
    outlives its workers gives them to another.
    """

    model: ModelFolder
    executor: Executor
    chunk: int = 50
    """Sentences in a task: a good part of a second's work."""

    def translate(
        self, sentences: Sequence[str], *, weights: Mapping[str, float], size: int = 1
    ) -> ChunkLists:
        """The best `size` translations of each sentence."""
        return self._run(_translate, sentences, weights, size)

    def bins(
        self, sentences: Sequence[str], size: int, *, weights: Mapping[str, float], with_rest: bool = False
    ) -> ChunkLists:
        """The best `size` derivations of each search bin of each sentence."""
        return self._run(_bins_with_rest if with_rest else _bins, sentences, weights, size)

    def _run(
        self,
        work: Callable[..., ChunkLists],
        sentences: Sequence[str],
        weights: Mapping[str, float],
        size: int,
    ) -> ChunkLists:
        chunks = [sentences[at : at + self.chunk] for at in range(0, len(sentences), self.chunk)] or [[]]
        return ChunkLists.joined(
            in_order(
                self.executor, work, [(self.model, list(chunk), dict(weights), size) for chunk in chunks]
            )
        )


def _translate(model: ModelFolder, sentences: list[str], weights: dict[str, float], size: int) -> ChunkLists:
    return ChunkLists.of(model.translate(sentences, weights=weights, size=size))


def _bins(model: ModelFolder, sentences: list[str], weights: dict[str, float], size: int) -> ChunkLists:
    return ChunkLists.of(model.bins(sentences, size, weights=weights))


def _bins_with_rest(
    model: ModelFolder, sentences: list[str], weights: dict[str, float], size: int
) -> ChunkLists:
    return ChunkLists.of(model.bins(sentences, size, weights=weights, with_rest=True))
