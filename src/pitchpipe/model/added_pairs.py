"""Sentence pairs that a model has learned since it was built, as its folder keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from pitchpipe.align import Alignments
from pitchpipe.align.lexicon import MOST_TOKENS
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, read_lines
from pitchpipe.files.json_text import parse_json
from pitchpipe.files.typed import typed
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
    """The sentence pairs that a model has learned since it was built, the first first."""
    if not is_model(folder):
        return []
    tables = [one for one in Model.described_tables(folder) if one.startswith(f"{FOLDER}/")]
    return list(chain.from_iterable(read_pairs(Path(folder, one).with_suffix(".pairs")) for one in tables))


def refuse_additions(folder: StrPath) -> None:
    """Refuse to build another model where one has learned pairs since it was built: they would be lost."""
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
            pair = typed(AddedPair, parse_json(line))
            if len(pair.prepared) != 2:
                raise InputError(f"found {len(pair.prepared)} prepared texts, expected 2")
            if not pair.links.isascii() or "\n" in pair.links:
                raise InputError("found other links, expected some as in 0-0 1-2")
        except ValueError as error:
            raise InputError(f"{path}:{number}: found something else than an added pair: {error}") from None
        pairs.append(pair)
    links_of(pairs, str(path))
    return pairs


def links_of(pairs: Sequence[AddedPair], name: str) -> Alignments:
    """How the words of each pair are aligned; `name` is what messages call the pairs."""
    found = Alignments.parse("".join(f"{one.links}\n" for one in pairs).encode(), name)
    if found.links.max(initial=0) >= MOST_TOKENS:
        line = found.lines[np.argmax(found.links.max(axis=1))]
        raise InputError(
            f"{name}:{line + 1}: found a link of a word further than {MOST_TOKENS:,}, expected places of words"
        )
    return found


def added_words(folder: StrPath) -> dict[str, int]:
    """The source words of added pairs, as known words with their counts."""
    return dict.fromkeys((word for one in added_pairs(folder) for word in one.prepared[0].split()), 1)
