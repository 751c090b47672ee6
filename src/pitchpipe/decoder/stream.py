"""Any number of sentences through bounded memory, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from pitchpipe.decoder.candidates import Candidates
from pitchpipe.decoder.given import Given
from pitchpipe.decoder.system_decoder import SystemDecoder

BATCH = 2000
"""Most sentences to translate at a time."""


def translate_stream(
    decoder: SystemDecoder,
    batches: Iterable[tuple[list[str], Sequence[Sequence[Given]]]],
    *,
    nbest: int = 1,
    distinct: bool = False,
) -> Iterator[tuple[list[str], Candidates]]:
    """Prepared sentences with their candidates, a batch as soon as it is done.

    The decoder works in a thread of its own, so that an interrupt is heard at once.
    """
    worker = ThreadPoolExecutor(1)
    try:
        for sentences, given in batches:
            done = worker.submit(decoder.translate, sentences, nbest=nbest, distinct=distinct, given=given)
            yield sentences, done.result()
    finally:
        worker.shutdown(wait=False)
