"""Judges' answers as preferences between two systems, and as scores of single translations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from pitchpipe.judge.answers import ANSWER, Event
from pitchpipe.judge.campaign import JUDGED, Campaign
from pitchpipe.judge.protocols import outcome, value_of

Pair = tuple[str, str]
"""Two systems, in the order of the campaign."""


@dataclass(frozen=True)
class Preference:
    """What a judge says of two systems' translations of a sentence."""

    judge: str
    line: int
    pair: Pair
    outcome: int
    """1 if the first system's is better, 0 if both are equal, -1 if the second's is."""


@dataclass(frozen=True)
class Rating:
    """What a judge says of one translation; higher is better."""

    judge: str
    line: int
    system: str
    value: float


def ratings(campaign: Campaign, events: Iterable[Event]) -> list[Rating]:
    """A number for each translation of the items that judges answered; controls are left out."""
    found = []
    for event in events:
        item = campaign.by_id.get(event.item)
        if event.kind == ANSWER and item is not None and item.kind == JUDGED:
            values = value_of(campaign.settings.protocol, event.value)
            found += [
                Rating(event.judge, item.line, system, value)
                for system, value in zip(item.systems, values, strict=True)
            ]
    return found


def preferences(campaign: Campaign, events: Iterable[Event]) -> list[Preference]:
    """Every two translations of a sentence that a judge saw, side by side or one after the other."""
    places = {system: place for place, system in enumerate(campaign.systems)}
    groups: dict[tuple[str, int, str], list[tuple[str, float]]] = defaultdict(list)
    together = campaign.settings.protocol in ("pairwise", "rank")
    for event in events:
        item = campaign.by_id.get(event.item)
        if event.kind == ANSWER and item is not None and item.kind == JUDGED:
            values = value_of(campaign.settings.protocol, event.value)
            key = event.judge, item.line, item.id if together else ""
            groups[key] += zip(item.systems, values, strict=True)
    found = []
    for (judge, line, _), seen in groups.items():
        for one, other in combinations(sorted(seen, key=lambda rated: places[rated[0]]), 2):
            found.append(Preference(judge, line, (one[0], other[0]), outcome([one[1], other[1]])))
    return found


def pairs_of(found: Sequence[Preference]) -> list[Pair]:
    """The pairs that were judged, in the order in which they come."""
    return list(dict.fromkeys(one.pair for one in found))
