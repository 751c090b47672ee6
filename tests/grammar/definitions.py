"""What hierarchical rules are, read literally off Chiang 2007, section 3.2, in no hurry."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations

from pitchpipe.grammar import GAPS, RuleExtraction
from tests.phrases.definitions import Sentence, Span, within

Phrase = tuple[Span, Span]
UNIT = 1 << 24
"""Counts are multiples of a part of this size."""


@dataclass
class Rule:
    count: int = 0
    """In parts of 1 / UNIT."""
    alignments: Counter[frozenset[tuple[int, int]]] = field(default_factory=Counter)


def size(span: Span) -> int:
    return span[1] - span[0] + 1


def inside(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def apart(one: Span, other: Span) -> bool:
    return one[1] < other[0] or other[1] < one[0]


def initial_phrases(sentence: Sentence, settings: RuleExtraction) -> list[Phrase]:
    """Consistent phrase pairs; tight ones have an aligned word at each edge."""
    found = []
    for source, target in sentence.blocks():
        edges = [any(i == edge for i, _ in sentence.links) for edge in source] + [
            any(j == edge for _, j in sentence.links) for edge in target
        ]
        if max(size(source), size(target)) <= settings.max_initial and (all(edges) or not settings.tight):
            found.append((source, target))
    return found


def with_gaps(
    sentence: Sentence, whole: Phrase, gaps: tuple[Phrase, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], frozenset[tuple[int, int]]]:
    """Both sides of the rule, and the alignment of its words."""
    sides, places = [], []
    for side, words in enumerate((sentence.source, sentence.target)):
        symbols: list[str] = []
        place: dict[int, int] = {}
        for position in range(whole[side][0], whole[side][1] + 1):
            covering = [g for g, gap in enumerate(gaps) if within(position, gap[side])]
            if not covering:
                place[position] = len(symbols)
                symbols.append(words[position])
            elif position == gaps[covering[0]][side][0]:
                symbols.append(GAPS[covering[0]])
        sides.append(tuple(symbols))
        places.append(place)
    points = frozenset(
        (places[0][i], places[1][j]) for i, j in sentence.links if i in places[0] and j in places[1]
    )
    return sides[0], sides[1], points


def is_allowed(
    source: tuple[str, ...],
    target: tuple[str, ...],
    points: frozenset[tuple[int, int]],
    gaps: tuple[Phrase, ...],
    settings: RuleExtraction,
) -> bool:
    if len(source) > settings.max_source or len(target) > settings.max_target or len(gaps) > settings.gaps:
        return False
    if any(size(gap[0]) < settings.min_gap for gap in gaps):
        return False
    if not settings.adjacent_gaps and any(a in GAPS and b in GAPS for a, b in pairwise(source)):
        return False
    return bool(points) if settings.aligned_word else any(symbol not in GAPS for symbol in source)


def labelled(
    sides: tuple[tuple[str, ...], tuple[str, ...]],
    whole: Phrase,
    gaps: tuple[Phrase, ...],
    labels: dict[Span, str],
    side: int,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A rule with the labels of the spans that it and its gaps are, of the source (0) or the target (1)."""
    names = {GAPS[g]: f"[{labels[gap[side]]},{g + 1}]" for g, gap in enumerate(gaps)}
    source, target = (tuple(names.get(symbol, symbol) for symbol in side) for side in sides)
    return source, (*target, f"[{labels[whole[side]]}]")


def rules(
    sentences: list[Sentence], settings: RuleExtraction, labels: list[dict[Span, str]] | None = None
) -> dict[tuple[str, str], Rule]:
    """All rules, with the labels of the spans of one side if these are given for each sentence."""
    side = 0 if settings.labels == "source-samt" else 1
    found: dict[tuple[str, str], Rule] = defaultdict(Rule)
    for number, sentence in enumerate(sentences):
        phrases = initial_phrases(sentence, settings)
        for whole in phrases:
            smaller = [
                one
                for one in phrases
                if one != whole and inside(one[0], whole[0]) and inside(one[1], whole[1])
            ]
            ways = (
                [()]
                + [(one,) for one in smaller]
                + [
                    pair
                    for some in combinations(smaller, 2)
                    for pair in permutations(some)
                    if apart(pair[0][0], pair[1][0])
                    and apart(pair[0][1], pair[1][1])
                    and pair[0][0] < pair[1][0]
                ]
            )
            made = [(with_gaps(sentence, whole, gaps), gaps) for gaps in ways]
            allowed = [(*rule, gaps) for rule, gaps in made if is_allowed(*rule, gaps, settings)]
            for source, target, points, gaps in allowed:
                sides = source, target
                if labels:
                    sides = labelled(sides, whole, gaps, labels[number], side)
                rule = found[" ".join(sides[0]), " ".join(sides[1])]
                share = (UNIT + len(allowed) // 2) // len(allowed) if settings.fractional else UNIT
                rule.count += share
                rule.alignments[points] += share
    return found
