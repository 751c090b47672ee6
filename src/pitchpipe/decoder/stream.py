"""Any number of sentences through bounded memory, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from pitchpipe.decoder.candidates import Candidates
from pitchpipe.decoder.given import Given

BATCH = 2000
"""Most sentences to translate at a time."""


class StreamDecoder(Protocol):
    """A decoder of a model of ours, here or on a cluster."""

    def translate(
        self,
        sentences: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        threads: int | None = None,
        distinct: bool = False,
        given: Sequence[Sequence[Given]] = (),
    ) -> Candidates: ...


def translate_stream(
    decoder: StreamDecoder,
    batches: Iterable[tuple[list[str], Sequence[Sequence[Given]]]],
    *,
    weights: Mapping[str, float] | None = None,
    nbest: int = 1,
    distinct: bool = False,
    ahead: int = 1,
) -> Iterator[tuple[list[str], Candidates]]:
    """Prepared sentences with their candidates, a batch as soon as it is done.

    The decoder works in threads of its own, so that an interrupt is heard at once; `ahead` batches are there at a time.
    """
    worker = ThreadPoolExecutor(ahead)
    waiting: deque[tuple[list[str], Future[Candidates]]] = deque()
    try:
        for sentences, given in batches:
            done = worker.submit(
                decoder.translate, sentences, weights=weights, nbest=nbest, distinct=distinct, given=given
            )
            waiting.append((sentences, done))
            if len(waiting) >= ahead:
                first, found = waiting.popleft()
                yield first, found.result()
        while waiting:
            first, found = waiting.popleft()
            yield first, found.result()
    finally:
        worker.shutdown(wait=False, cancel_futures=True)
