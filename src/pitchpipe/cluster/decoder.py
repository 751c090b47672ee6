"""Decoding in chunks of sentences, on whatever an executor has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from pitchpipe.cluster.in_order import in_order
from pitchpipe.decoder import Candidates, Decoder
from pitchpipe.weights import Weights


@dataclass(frozen=True)
class ClusterDecoder(Decoder):
    """Translates as another decoder does, with the same bits, by an executor's workers.

    A task is a chunk of sentences with the weights; a worker that dies loses the chunks it was at, and an executor that
    outlives its workers gives them to another. The decoder must be one that travels, as `FolderDecoder` is.
    """

    decoder: Decoder
    executor: Executor
    chunk: int = 50
    """Sentences in a task: a good part of a second's work."""

    @property
    def weights(self) -> Weights:
        return self.decoder.weights

    @property
    def dense_names(self) -> tuple[str, ...]:
        return self.decoder.dense_names

    @property
    def has_sparse(self) -> bool:
        return self.decoder.has_sparse

    @property
    def fingerprint(self) -> str:
        return self.decoder.fingerprint

    def translate(
        self,
        sentences: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        threads: int | None = None,
    ) -> Candidates:
        return self._run(_translate, sentences, weights, nbest)

    def bins(
        self,
        sentences: Sequence[str],
        nbest: int = 1,
        *,
        weights: Mapping[str, float] | None = None,
        with_rest: bool = False,
        threads: int | None = None,
    ) -> Candidates:
        return self._run(_bins, sentences, weights, nbest, with_rest)

    def _run(
        self,
        work: Callable[..., Candidates],
        sentences: Sequence[str],
        weights: Mapping[str, float] | None,
        *how: Any,
    ) -> Candidates:
        chunks = [sentences[at : at + self.chunk] for at in range(0, len(sentences), self.chunk)] or [[]]
        given = None if weights is None else dict(weights)
        tasks = [(self.decoder, list(chunk), given, *how) for chunk in chunks]
        return Candidates.joined(in_order(self.executor, work, tasks))


def _translate(
    decoder: Decoder, sentences: list[str], weights: dict[str, float] | None, nbest: int
) -> Candidates:
    return decoder.translate(sentences, weights=weights, nbest=nbest).without_derivations()


def _bins(
    decoder: Decoder, sentences: list[str], weights: dict[str, float] | None, nbest: int, with_rest: bool
) -> Candidates:
    found = decoder.bins(sentences, weights=weights, nbest=nbest, with_rest=with_rest)
    return found.without_derivations()
