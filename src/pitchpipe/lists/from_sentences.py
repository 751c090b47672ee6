"""Pools of sentences as dictionaries, in the shape of JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.lists.formats.jsonl import add_sentence
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.lists.merge import complete, unite
from pitchpipe.lists.pool import Pool


def pool_of_sentences(sentences: Iterable[Mapping[str, Any]]) -> Pool:
    """A pool of dictionaries such as `{"source": ..., "references": [...], "candidates": [{"text": ..., "features": {...}}]}`.

    Sentences are numbered in their order, whatever their ids.
    """
    listing = Listing()
    seen: set[int] = set()
    place = -1
    for place, sentence in enumerate(sentences):
        if not isinstance(sentence, Mapping):
            raise InputError(
                f"sentence {place} (from 0): found {type(sentence).__name__}, expected a dictionary"
            )
        try:
            add_sentence({**sentence, "id": place}, listing, seen)
        except InputError as error:
            raise InputError(f"sentence {place} (from 0): {error}") from None
    if place < 0:
        raise InputError("found no sentences, expected at least one")
    return complete(unite(listing.release()))
