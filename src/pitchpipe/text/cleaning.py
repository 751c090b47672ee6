"""Cleaning of parallel text: pairs go that no alignment can use or that a model's files cannot hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import offsets_of
from pitchpipe.errors import InputError
from pitchpipe.text.corpus import Corpus

LONGEST_WORD = 1000
"""Characters of a word; Moses has the same limit."""
RESERVED = ("<s>", "</s>", "<unk>")
"""Words that language models use themselves."""
_UNUSABLE = re.compile(r"\|\|\||[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What separates fields and lines in the files of this and other tools, and control characters."""


@dataclass(frozen=True)
class Cleaned:
    """What became of each pair: 0 if it was kept, else the number of the reason, from 1."""

    reasons: tuple[str, ...]
    verdicts: NDArray[np.int64]

    @property
    def kept(self) -> NDArray[np.int64]:
        """The indices of the pairs that stay."""
        return np.flatnonzero(self.verdicts == 0)

    @property
    def removed(self) -> dict[str, int]:
        """How many pairs went for each reason."""
        counts = np.bincount(self.verdicts, minlength=len(self.reasons) + 1)[1:]
        return dict(zip(self.reasons, counts.tolist(), strict=True))

    def first(self, reason: str) -> int:
        """The index of the first pair that went for a reason; -1 if there is none."""
        found = np.flatnonzero(self.verdicts == self.reasons.index(reason) + 1)
        return int(found[0]) if len(found) else -1


def clean(
    source: Corpus | Iterable[str],
    target: Corpus | Iterable[str],
    *,
    min: int = 1,
    max: int = 80,
    ratio: float = 9,
) -> Cleaned:
    """Judge pairs of tokenised lines, by the rules of Moses's clean-corpus-n.

    A pair is removed if a side is empty, has more than `max` tokens or fewer than `min`, if one side has more than
    `ratio` times the tokens of the other, or if a token is longer than a thousand characters, holds `|||` or a
    control character, or is `<s>`, `</s>` or `<unk>`, which language models use. The first of these reasons counts. Moses takes every `|` out of the text; here text stays as
    it is.

    Examples
    --------
    >>> cleaned = clean(["das Haus", ""], ["the house", "nothing"])
    >>> cleaned.kept, cleaned.removed["empty"]
    """
    if not 0 <= min <= max:
        raise InputError(f"a line can have from min={min} to max={max} tokens; expected 0 <= min <= max")
    if not ratio >= 1:
        raise InputError(f"ratio must be a number of at least 1, not {ratio}")
    sides = [side if isinstance(side, Corpus) else Corpus.of(side) for side in (source, target)]
    if len(sides[0]) != len(sides[1]):
        raise InputError(f"{len(sides[0])} source lines but {len(sides[1])} target lines")
    shorter, longer = (choose(sides[0].lengths, sides[1].lengths) for choose in (np.minimum, np.maximum))
    rules = {
        "empty": shorter == 0,
        "too long": longer > max,
        "too short": shorter < min,
        "ratio": longer / np.maximum(shorter, 1) > ratio,
        "unusable token": _has_unusable_token(sides[0]) | _has_unusable_token(sides[1]),
    }
    verdicts = np.select(list(rules.values()), range(1, len(rules) + 1), 0).astype(np.int64)
    return Cleaned(tuple(rules), verdicts)


def _has_unusable_token(corpus: Corpus) -> NDArray[np.bool_]:
    unusable = [
        len(word) > LONGEST_WORD or word in RESERVED or bool(_UNUSABLE.search(word)) for word in corpus.words
    ]
    counts = offsets_of(np.array(unusable, bool)[corpus.ids])
    return counts[corpus.offsets[1:]] > counts[corpus.offsets[:-1]]
