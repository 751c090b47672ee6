"""Decoding in chunks of sentences, on whatever an executor has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from pitchpipe.cluster.engines import RemoteExecutor
from pitchpipe.cluster.sent_decoder import MissingModelError, SentDecoder
from pitchpipe.decoder import Candidates, Decoder, Given
from pitchpipe.executors import in_order
from pitchpipe.weights import Weights

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class ClusterDecoder(Decoder):
    """Translates as another decoder does, with the same bits, by an executor's workers.

    A task is a chunk of sentences with the weights; a worker that dies loses the chunks it was at, and an executor that
    outlives its workers gives them to another. The decoder must be one that travels: a `FolderDecoder` finds its model in
    the same folder everywhere, the model of a `SentDecoder` is sent to workers that do not have it.
    """

    decoder: Decoder
    executor: Executor
    chunk: int = 50
    """Sentences in a task: a good part of a second's work."""
    derivations: bool = False
    """Whether candidates come with how they were put together."""
    sending: Lock = field(default_factory=Lock, repr=False, compare=False)

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
        distinct: bool = False,
        given: Sequence[Sequence[Given]] = (),
    ) -> Candidates:
        how = {"nbest": nbest, "distinct": True} if distinct else {"nbest": nbest}
        each = (
            [{**how, "given": some} for some in self._chunks(given)]
            if given
            else [how] * len(self._chunks(sentences))
        )
        return self._run(_translate, sentences, weights, self.derivations, each=each)

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
        each: Sequence[Any] | None = None,
    ) -> Candidates:
        chunks = self._chunks(sentences)
        given = None if weights is None else dict(weights)
        own = [()] * len(chunks) if each is None else [(one,) for one in each]
        tasks = [
            (self.decoder, list(chunk), given, *how, *one) for chunk, one in zip(chunks, own, strict=True)
        ]
        return Candidates.joined(in_order(self.executor, work, tasks, self._send))

    def _chunks(self, things: Sequence[Thing]) -> list[Sequence[Thing]]:
        return [things[at : at + self.chunk] for at in range(0, len(things), self.chunk)] or [[]]

    def _send(self, error: Exception) -> bool:
        """Send the model, if it is missing, to all workers that are there: others miss it too."""
        decoder, executor = self.decoder, self.executor
        if not isinstance(error, MissingModelError):
            return False
        if not isinstance(decoder, SentDecoder) or not isinstance(executor, RemoteExecutor):
            return False
        with self.sending:
            decoder.send(executor, executor.workers())
        return True


def _translate(
    decoder: Decoder,
    sentences: list[str],
    weights: dict[str, float] | None,
    derivations: bool,
    how: dict[str, Any],
) -> Candidates:
    found = decoder.translate(sentences, weights=weights, **how)
    return found if derivations else found.without_derivations()


def _bins(
    decoder: Decoder, sentences: list[str], weights: dict[str, float] | None, nbest: int, with_rest: bool
) -> Candidates:
    found = decoder.bins(sentences, weights=weights, nbest=nbest, with_rest=with_rest)
    return found.without_derivations()
