"""Sentence pairs that a model has learnt since it was built, as its folder keeps them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from pitchpipe.align.lexicon import MOST_TOKENS
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, read_lines
from pitchpipe.model.model import Model, is_model

FOLDER = "added"
"""Within that of the model."""


@dataclass(frozen=True)
class AddedPair:
    """A sentence and its translation, as they were given and as the model knows them."""

    batch: int
    """Pairs that were added together, and are taken back together, have the same number."""
    source: str
    target: str
    prepared: Sequence[str]
    """Both as the model's tokens."""
    links: str
    """How their words are aligned, as in `0-0 1-2`."""


def added_pairs(folder: StrPath) -> list[AddedPair]:
    """The sentence pairs that a model has learnt since it was built, the first first."""
    if not is_model(folder):
        return []
    tables = [one for one in Model.described_tables(folder) if one.startswith(f"{FOLDER}/")]
    return list(chain.from_iterable(read_pairs(Path(folder, one).with_suffix(".pairs")) for one in tables))


def refuse_additions(folder: StrPath) -> None:
    """Refuse to build another model where one has learnt pairs since it was built: they would be lost."""
    try:
        pairs = added_pairs(folder)
    except InputError:  # what is there is no model of ours, which others will tell
        return
    if pairs:
        raise InputError(
            f"{folder}: found a model with {len(pairs):,} added pairs, which would be lost; expected another folder, "
            f"or take them back: pitchpipe add {folder} --undo --all"
        )


def read_pairs(path: Path) -> list[AddedPair]:
    """The pairs in a file."""
    pairs = []
    for number, line in enumerate(read_lines(path), 1):
        try:
            pair = AddedPair(**json.loads(line))
            texts = [pair.source, pair.target, *pair.prepared]
            if len(texts) != 4 or not all(isinstance(text, str) for text in texts):
                raise ValueError("expected four texts")
            if type(pair.batch) is not int:
                raise ValueError("expected a number")
            links_of(pair.links)
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise InputError(f"{path}:{number}: found something else than an added pair: {error}") from None
        pairs.append(pair)
    return pairs


def links_of(text: str) -> list[tuple[int, int]]:
    """The places of aligned words, as in `0-0 1-2`."""
    links = [(int(source), int(target)) for source, target in (link.split("-") for link in text.split())]
    if any(place >= MOST_TOKENS for link in links for place in link):
        raise ValueError("expected places of words")
    return links


def added_words(folder: StrPath) -> dict[str, int]:
    """The source words of added pairs, as known words with their counts."""
    return dict.fromkeys((word for one in added_pairs(folder) for word in one.prepared[0].split()), 1)
