"""How near the lines of a text are to another text: the cross-entropy difference of two language models.

Moore and Lewis, 2010, Intelligent selection of language model training data.

Axelrod, He and Gao, 2011, Domain adaptation via pseudo in-domain data selection: the sum over both sides of parallel text.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.lm import estimate
from pitchpipe.text import Corpus
from pitchpipe.text.cleaning import RESERVED

ORDER = 3
"""Of both language models."""
RARE = "\N{REPLACEMENT CHARACTER}"
"""Stands for words that the text to be near to has less than twice: so both models have the same words."""


def cross_entropy_differences(lines: Sequence[str], near: Sequence[str], general: Sequence[str]) -> Array:
    """Bits a token that each line costs under a model of the text to be near to, less those under one of general text.

    The lower, the nearer. All lines are tokens with spaces between them.
    """
    counts = Counter(word for line in near for word in line.split())
    frequent = {word for word, count in counts.items() if count > 1}.difference(RESERVED)

    def hidden(text: Sequence[str]) -> list[str]:
        return [" ".join(word if word in frequent else RARE for word in line.split()) for line in text]

    wanted = hidden(lines)
    entropies = []
    for text in (near, general):
        scores = estimate(Corpus.of(hidden(text)), ORDER).model.score(wanted)
        entropies.append(-scores.totals * math.log2(10) / scores.tokens)
    return entropies[0] - entropies[1]


def nearest_lines(
    sides: Sequence[Sequence[str]], near: Sequence[Sequence[str]], count: int, *, seed: int = 1
) -> Numbers:
    """The numbers of the lines of a parallel text that are nearest to another, by both sides together, in their order.

    General text is a random sample of the text itself, of as many lines as the other has.
    """
    size = len(sides[0])
    drawn = np.random.default_rng(seed).permutation(size)[: max(1, len(near[0]))]
    losses = np.zeros(size)
    for side, like in zip(sides, near, strict=True):
        losses += cross_entropy_differences(side, like, [side[line] for line in np.sort(drawn).tolist()])
    for side in sides:
        losses[[not line.strip() for line in side]] = np.inf
    return np.sort(np.argsort(losses, kind="stable")[:count])
