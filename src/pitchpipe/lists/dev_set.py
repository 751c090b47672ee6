"""The text that a decoder's weights are tuned on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pitchpipe.errors import InputError


@dataclass(frozen=True)
class DevSet:
    """Prepared sentences, and the references of each."""

    sentences: Sequence[str]
    references: Sequence[Sequence[str]]

    def __post_init__(self) -> None:
        if len(self.sentences) != len(self.references):
            raise InputError(
                f"found {len(self.references)} sets of references, expected {len(self.sentences)}, one a sentence"
            )

    def __len__(self) -> int:
        return len(self.sentences)

    def up_to(self, length: int | None) -> DevSet:
        """The sentences of at most so many words."""
        if length is None:
            return self
        kept = [i for i, sentence in enumerate(self.sentences) if len(sentence.split()) <= length]
        if not kept:
            raise InputError(f"found no sentence of at most {length} words, expected some to tune on")
        return self.take(kept)

    def first(self, count: int | None) -> DevSet:
        """So many sentences, or all if there are fewer."""
        return self if count is None else self.take(range(min(count, len(self))))

    def split(self, part: float, seed: int = 1) -> tuple[DevSet, DevSet]:
        """The sentences to tune on and a random part held out; both keep the order."""
        if not 0 < part < 1:
            raise InputError(f"the part to hold out must be above 0 and below 1, not {part:g}")
        count = round(part * len(self))
        if not 0 < count < len(self):
            raise InputError(
                f"holding out {part:g} of {len(self)} sentences leaves none on one side; "
                "give another part or more sentences"
            )
        shuffled = np.random.default_rng(seed).permutation(len(self))
        return self.take(np.sort(shuffled[count:]).tolist()), self.take(np.sort(shuffled[:count]).tolist())

    def digest(self) -> str:
        """A hash that tells one text from another."""
        text = json.dumps([list(self.sentences), [list(each) for each in self.references]])
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def take(self, rows: Iterable[int]) -> DevSet:
        """These sentences, in this order."""
        kept = list(rows)
        return DevSet([self.sentences[i] for i in kept], [self.references[i] for i in kept])
