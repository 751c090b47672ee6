"""Which sentences judges see, and which systems stand side by side."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations

import numpy as np

from pitchpipe.judge.settings import CampaignSettings


def draw_lines(
    texts: Sequence[Sequence[str]], settings: CampaignSettings, rng: np.random.Generator
) -> list[int]:
    """The numbers of the sentences to show, counted from 0 and rising; `texts` are the systems' outputs."""
    total = len(texts[0])
    count = min(settings.sentences, total)
    if settings.draw == "first":
        return list(range(count))
    if settings.draw == "random":
        return sorted(rng.choice(total, count, replace=False).tolist())
    pairs = pairs_of(len(texts), settings.pairs)
    distances = [
        sum(difference(texts[one][line], texts[other][line]) for one, other in pairs) for line in range(total)
    ]
    return sorted(np.argsort(-np.array(distances), kind="stable")[:count].tolist())


def difference(one: str, other: str) -> float:
    """The share of the words of two texts that are not in common: 0 if they are the same, 1 if nothing is."""
    words, others = one.split(), other.split()
    return 1.0 - SequenceMatcher(None, words, others, autojunk=False).ratio() if words or others else 0.0


def pairs_of(systems: int, pairs: str) -> list[tuple[int, int]]:
    """The systems to pair: the first one with each other, or every two."""
    if pairs == "baseline":
        return [(0, other) for other in range(1, systems)]
    return list(combinations(range(systems), 2))


def shown_together(systems: int, settings: CampaignSettings, rng: np.random.Generator) -> list[list[int]]:
    """The systems of each item of a sentence, in the order in which they are shown."""
    if settings.protocol in ("direct", "mqm"):
        return [[system] for system in range(systems)]
    if settings.protocol == "rank":
        return [rng.permutation(systems)[: settings.most].tolist()]
    return [rng.permutation(pair).tolist() for pair in pairs_of(systems, settings.pairs)]
