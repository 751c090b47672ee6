"""RIBES (Isozaki et al. 2010): word order, for languages that order words in another way."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import ClassVar

from pitchpipe.metrics.mean_score import MeanScore
from pitchpipe.settings import setting


@dataclass(frozen=True)
class Ribes(MeanScore):
    """Rank correlation of matched words, times powers of precision and of BLEU's brevity penalty, on average.

    A word is matched if it occurs once in both texts; otherwise as few words on one side of it are added as make the
    sequence occur once in both. The correlation is Kendall's, from 0 to 1: the share of pairs of matched words that
    are in the same order.

    References
    ----------
    Isozaki, Hirao, Duh, Sudoh and Tsukada, 2010, Automatic evaluation of translation quality for distant language pairs.
    """

    name: ClassVar[str] = "ribes"

    alpha: float = setting(0.25, "power of the precision of words", minimum=0)
    beta: float = setting(0.1, "power of the brevity penalty", minimum=0)

    def pair_score(self, candidate: str, reference: str) -> float:
        ours, theirs = candidate.split(), reference.split()
        if not ours or not theirs:
            return float(ours == theirs)
        places = matched_places(ours, theirs)
        order = 1.0 if len(places) == len(theirs) == 1 else in_order(places)
        brevity = min(1.0, exp(1 - len(theirs) / len(ours)))
        precision = len(places) / len(ours)
        return float(order * precision**self.alpha * brevity**self.beta)


def matched_places(candidate: list[str], reference: list[str]) -> list[int]:
    """For each candidate word that is matched, its place in the reference."""
    places = []
    for i, word in enumerate(candidate):
        if word not in reference:
            continue
        for more in range(max(i + 1, len(candidate) - i)):
            before = candidate[max(0, i - more) : i + 1]
            after = candidate[i : i + more + 1]
            if len(before) == more + 1 and (place := _only_place(before, candidate, reference)) is not None:
                places.append(place + more)
                break
            if len(after) == more + 1 and (place := _only_place(after, candidate, reference)) is not None:
                places.append(place)
                break
    return places


def _only_place(words: list[str], candidate: list[str], reference: list[str]) -> int | None:
    """Where words stand in the reference, if they stand once in both texts."""
    found = [
        [i for i in range(len(text) - len(words) + 1) if text[i : i + len(words)] == words]
        for text in (candidate, reference)
    ]
    return found[1][0] if len(found[0]) == len(found[1]) == 1 else None


def in_order(places: list[int]) -> float:
    """The share of pairs that rise; 0 if there is no pair."""
    pairs = len(places) * (len(places) - 1) // 2
    rising = sum(a < b for i, a in enumerate(places) for b in places[i + 1 :])
    return rising / pairs if pairs else 0.0
