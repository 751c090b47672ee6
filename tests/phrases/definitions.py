"""What phrase pairs, their scores and their orientations are, read literally off the definitions, in no hurry."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

from hypothesis import strategies as st

from pitchpipe.phrases import REORDERING_MODELS
from pitchpipe.reordering import score_names

NULL = None
Span = tuple[int, int]
"""The first word and the last one."""


@dataclass(frozen=True)
class Sentence:
    source: list[str]
    target: list[str]
    links: frozenset[tuple[int, int]]

    def consistent(self, source: Span, target: Span) -> bool:
        """An alignment point lies within, and none leads from within one side to outside the other."""
        inside = [(within(i, source), within(j, target)) for i, j in self.links]
        return (True, True) in inside and all(one == other for one, other in inside)

    def blocks(self) -> set[tuple[Span, Span]]:
        """Phrase pairs of any length."""
        sides = product(spans(len(self.source)), spans(len(self.target)))
        return {(source, target) for source, target in sides if self.consistent(source, target)}

    def aligned(self, i: int, j: int) -> bool:
        """As if sentences began and ended with aligned words."""
        return (i, j) in self.links | {(-1, -1), (len(self.source), len(self.target))}


@dataclass
class Pair:
    count: int = 0
    alignments: Counter[frozenset[tuple[int, int]]] = field(default_factory=Counter)
    word: Counter[str] = field(default_factory=Counter)
    """How often each of the orientations, word-based."""
    hierarchical: Counter[str] = field(default_factory=Counter)


def within(position: int, span: Span) -> bool:
    return span[0] <= position <= span[1]


def spans(size: int) -> list[Span]:
    return [(first, last) for first in range(size) for last in range(first, size)]


def word_orientations(sentence: Sentence, source: Span, target: Span) -> tuple[str, str]:
    """Koehn et al. 2005: monotone if the point at the one corner is aligned and not the one at the other."""

    def orientation(monotone: bool, swap: bool) -> str:
        if monotone and not swap:
            return "monotone"
        return "swap" if swap and not monotone else "discontinuous"

    before, after = source[0] - 1, source[1] + 1
    return (
        orientation(sentence.aligned(before, target[0] - 1), sentence.aligned(after, target[0] - 1)),
        orientation(sentence.aligned(after, target[1] + 1), sentence.aligned(before, target[1] + 1)),
    )


def hierarchical_orientations(
    sentence: Sentence, blocks: set[tuple[Span, Span]], source: Span, target: Span
) -> tuple[str, str]:
    """Galley and Manning 2008, section 3: the same of a block of any length; what words say, they say too."""
    words = word_orientations(sentence, source, target)

    def orientation(word: str, monotone: bool, swap: bool) -> str:
        if monotone or word == "monotone":
            return "monotone"
        return "swap" if swap or word == "swap" else "discontinuous"

    previous = [f for f, e in blocks if e[1] == target[0] - 1]
    following = [f for f, e in blocks if e[0] == target[1] + 1]
    return (
        orientation(
            words[0],
            any(f[1] == source[0] - 1 for f in previous),
            any(f[0] == source[1] + 1 for f in previous),
        ),
        orientation(
            words[1],
            any(f[0] == source[1] + 1 for f in following),
            any(f[1] == source[0] - 1 for f in following),
        ),
    )


def sides(sentence: Sentence, source: Span, target: Span) -> tuple[str, str]:
    """Where a discontinuous phrase lies, seen from the nearest aligned word before it, and the one after it from the phrase."""
    before = [j for _, j in sentence.links if j < target[0]]
    after = [j for _, j in sentence.links if j > target[1]]
    previous = [i for i, j in sentence.links if before and j == max(before)]
    following = [i for i, j in sentence.links if after and j == min(after)]
    return (
        "left" if previous and min(previous) > source[1] else "right",
        "left" if following and max(following) < source[0] else "right",
    )


def phrase_pairs(sentences: list[Sentence], longest: int) -> dict[tuple[str, str], Pair]:
    pairs: dict[tuple[str, str], Pair] = defaultdict(Pair)
    for sentence in sentences:
        blocks = sentence.blocks()
        for source, target in blocks:
            if source[1] - source[0] >= longest or target[1] - target[0] >= longest:
                continue
            pair = pairs[
                " ".join(sentence.source[source[0] : source[1] + 1]),
                " ".join(sentence.target[target[0] : target[1] + 1]),
            ]
            pair.count += 1
            pair.alignments[
                frozenset((i - source[0], j - target[0]) for i, j in sentence.links if within(i, source))
            ] += 1
            word = word_orientations(sentence, source, target)
            block = hierarchical_orientations(sentence, blocks, source, target)
            for counts, orientations in ((pair.word, word), (pair.hierarchical, block)):
                for seen, found, side in zip(
                    ("previous", "next"), orientations, sides(sentence, source, target), strict=True
                ):
                    counts[f"{seen} {side if found == 'discontinuous' else found}"] += 1
    return pairs


def best_alignment(pair: Pair, longest: int) -> frozenset[tuple[int, int]]:
    """The most frequent; of equals, the one that lacks the first point in which they differ."""

    def rank(alignment: frozenset[tuple[int, int]]) -> tuple[int, list[bool]]:
        cells = product(range(longest), range(longest))
        return -pair.alignments[alignment], [(i, j) in alignment for j, i in cells]

    return min(pair.alignments, key=rank)


def word_counts(sentences: list[Sentence]) -> Counter[tuple[str | None, str | None]]:
    """How often words are aligned to each other, or to nothing."""
    counts: Counter[tuple[str | None, str | None]] = Counter()
    for one in sentences:
        counts.update((one.source[i], one.target[j]) for i, j in one.links)
        counts.update((word, NULL) for i, word in enumerate(one.source) if i not in {i for i, _ in one.links})
        counts.update((NULL, word) for j, word in enumerate(one.target) if j not in {j for _, j in one.links})
    return counts


def lexical_weight(
    words: list[str],
    others: list[str],
    alignment: set[tuple[int, int]],
    counts: Counter[tuple[str | None, str | None]],
) -> float:
    """Of `words` given `others`; points and counts have the words first."""
    weight = 1.0
    for i, word in enumerate(words):
        given = [others[b] for a, b in alignment if a == i] or [NULL]
        chances = [
            counts[word, other] / sum(count for (_, one), count in counts.items() if one == other)
            for other in given
        ]
        weight *= sum(chances) / len(chances)
    return weight


def discounts(pairs: dict[tuple[str, str], Pair], *, modified: bool) -> Callable[[int], float]:
    """Foster, Kuhn and Johnson 2006, and the discounts of Chen and Goodman 1998 for `modified`."""
    n = Counter(pair.count for pair in pairs.values())
    one = n[1] / (n[1] + 2 * n[2]) if n[1] else 0.0
    found = {}
    for r in (1, 2, 3):
        own = r - (r + 1) * one * n[r + 1] / n[r] if n[1] and n[r] else -1
        found[r] = own if modified and 0 <= own <= r else one
    return lambda count: found[min(count, 3)]


def kneser_ney(
    pairs: dict[tuple[str, str], Pair], given: int, *, modified: bool
) -> dict[tuple[str, str], float]:
    """The probability of one side of each pair given side number `given`."""
    discount = discounts(pairs, modified=modified)
    found = {}
    for key, pair in pairs.items():
        along = [one.count for other, one in pairs.items() if other[given] == key[given]]
        across = [one for other, one in pairs.items() if other[1 - given] == key[1 - given]]
        backed_off = sum(map(discount, along)) * len(across) / len(pairs)
        found[key] = (pair.count - discount(pair.count) + backed_off) / sum(along)
    return found


def smoothed(counts: Counter[str], total: int, model: str = REORDERING_MODELS[0]) -> list[float]:
    """Of counts with sides; a model of three orientations takes right and left as one."""
    names = score_names(model)
    found = [
        sum(counts[f"{side} {one}"] for one in ("discontinuous", "right", "left"))
        if orientation == "discontinuous"
        else counts[name]
        for name in names
        for side, orientation in [name.split()]
    ]
    return [(count + 0.5) / (total + len(names) / 4) for count in found]


@st.composite
def sentence(draw: st.DrawFn, most: int = 5, words: str = "abc") -> Sentence:
    source = draw(st.lists(st.sampled_from(words), max_size=most))
    target = draw(st.lists(st.sampled_from(words.upper()), max_size=most))
    cells = list(product(range(len(source)), range(len(target))))
    return Sentence(source, target, draw(st.frozensets(st.sampled_from(cells))) if cells else frozenset())


sentences = st.lists(sentence(), min_size=1, max_size=4).filter(lambda some: any(one.links for one in some))
