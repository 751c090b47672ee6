"""Any number of sentences through bounded memory, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from pitchpipe.decoder.candidates import Candidates
from pitchpipe.decoder.decoder import Decoder

BATCH = 2000


def translate_stream(
    decoder: Decoder, lines: Iterable[str], *, size: int = 1, distinct: bool = False, batch: int = BATCH
) -> Iterator[tuple[list[str], Candidates]]:
    """Sentences and their candidates, some thousands at a time."""
    remaining = iter(lines)
    while sentences := list(islice(remaining, batch)):
        yield sentences, decoder.translate(sentences, size=size, distinct=distinct)
