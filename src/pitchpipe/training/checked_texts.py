"""What the texts of a system say about each other: sentences that come twice, and files that do not belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from pitchpipe.text import Texts
from pitchpipe.text.misfits import line_misfits, unknown_share, vocabulary_misfits

SHOWN = 10
"""Line numbers that are named."""
WARNED = 0.1
"""The share of a text's pairs in the training text from which on a warning is due."""


class CheckedTexts:
    """Figures and warnings of a training text, and of texts to tune on and measure with; all are prepared alike.

    Parameters
    ----------
    names
        What warnings call both files.
    words
        The vocabularies of both sides.
    """

    def __init__(
        self,
        names: tuple[str, str],
        source: Sequence[str],
        target: Sequence[str],
        words: tuple[Texts, Texts],
    ) -> None:
        self._source = source
        self._target = target
        self._words = words
        self.facts: dict[str, Any] = {"train": {"repeated": repeated(source, target)}}
        self.warnings = line_misfits(source, target, names)

    def add(
        self, what: str, names: tuple[str, str], sentences: Sequence[str], references: Sequence[Sequence[str]]
    ) -> None:
        """Look at a text to tune on or to measure with, and its references."""
        found = overlap(sentences, references, zip(self._source, self._target, strict=True))
        self.facts[what] = {
            "lines": len(sentences),
            "unknown_words": unknown_share(sentences, self._words[0]),
            "in_training": found,
        }
        first = [each[0] for each in references]
        self.warnings += vocabulary_misfits(sentences, first, names[0], self._words)
        self.warnings += line_misfits(sentences, first, names)
        pairs = found["pairs"]["count"]
        if pairs > WARNED * len(sentences):
            self.warnings.append(
                f"{names[0]}: {pairs:,} of {len(sentences):,} lines stand in the training text with the same "
                "translation; scores on them are likely too high"
            )


def repeated(source: Sequence[str], target: Sequence[str]) -> int:
    """How many pairs there were before already, by hashes of them: the texts may be larger than memory."""
    pairs = zip(source, target, strict=True)
    hashes = np.fromiter((_hash(f"{one}\n{other}") for one, other in pairs), np.uint64, len(source))
    hashes.sort()
    return int(np.count_nonzero(hashes[1:] == hashes[:-1]))


def _hash(text: str) -> int:
    """64 bits: of ten million different pairs, the chance that two are taken for one is below one in a hundred thousand."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def overlap(
    sentences: Sequence[str], references: Sequence[Sequence[str]], training: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    """How many sentences stand in a training text too, how many with a reference, and the lines of the first of them."""
    seen: dict[str, set[str]] = {sentence: set() for sentence in sentences if sentence}
    for source, target in training:
        if source in seen:
            seen[source].add(target)
    sources = [number for number, sentence in enumerate(sentences, 1) if seen.get(sentence)]
    pairs = [n for n in sources if not seen[sentences[n - 1]].isdisjoint(references[n - 1])]
    return {
        name: {"count": len(lines), "lines": lines[:SHOWN]}
        for name, lines in (("sources", sources), ("pairs", pairs))
    }
