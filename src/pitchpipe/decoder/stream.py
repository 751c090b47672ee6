"""Any number of sentences through bounded memory, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from pitchpipe.decoder.candidates import Candidates
from pitchpipe.decoder.phrase_decoder import PhraseDecoder

BATCH = 2000


def translate_stream(
    decoder: PhraseDecoder,
    lines: Iterable[str],
    *,
    nbest: int = 1,
    distinct: bool = False,
    batch: int = BATCH,
    prepared: Callable[[list[str]], list[str]] = lambda lines: lines,
) -> Iterator[tuple[list[str], Candidates]]:
    """Sentences as they were prepared, and their candidates, some thousands at a time."""
    remaining = iter(lines)
    while chunk := list(islice(remaining, batch)):
        sentences = prepared(chunk)
        yield sentences, decoder.translate(sentences, nbest=nbest, distinct=distinct)
