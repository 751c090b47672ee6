"""What tuning on one text learns and tuning on another does not (Green et al. 2013, section 5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

PHRASE_PAIR = "PT:"
"""How the names of phrase-table features begin, as in `PT:ein_Haus~a_house`."""


@dataclass(frozen=True)
class Learned:
    """A feature, and the mean of its weights over runs."""

    name: str
    weight: float


def learned_only(
    one: Sequence[Mapping[str, float]], other: Sequence[Mapping[str, float]], most: int | None = None
) -> list[Learned]:
    """Features that have a weight after every run of one tuning and after none of another, the largest sizes first.

    Features that only some runs learn are those of chance, and are not counted on either side.
    """
    if not one:
        return []
    elsewhere = {name for weights in other for name, value in weights.items() if value}
    always = [
        name
        for name, value in one[0].items()
        if value and name not in elsewhere and all(weights.get(name) for weights in one[1:])
    ]
    found = [Learned(name, fmean(weights[name] for weights in one)) for name in always]
    return sorted(found, key=lambda each: (-abs(each.weight), each.name))[:most]


def token_count(word: str, lines: Iterable[str]) -> int:
    """How often a word stands in a text (table 7, above)."""
    return sum(line.split().count(word) for line in lines)


def rule_count(word: str, weights: Mapping[str, float]) -> int:
    """How many phrase-table features with the word on their target side have a weight (table 7, below)."""
    return sum(
        bool(value) and name.startswith(PHRASE_PAIR) and word in name.rpartition("~")[2].split("_")
        for name, value in weights.items()
    )
