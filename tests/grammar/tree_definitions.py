"""What rules from trees are, read literally off Galley et al. 2004 and 2006, in no hurry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, pairwise, product
from random import Random

from pitchpipe.grammar import TreeExtraction
from tests.phrases.definitions import Sentence

from .definitions import UNIT, Rule

LABELS = "ABC"
FARTHEST = 5
"""Unaligned words that a span may reach out over."""


@dataclass(frozen=True)
class Tree:
    label: str
    begin: int
    end: int
    children: tuple[Tree, ...] = ()

    def nodes(self) -> Iterator[Tree]:
        yield self
        for child in self.children:
            yield from child.nodes()

    def penn(self, words: list[str]) -> str:
        covered = {at: child for child in self.children for at in range(child.begin, child.end)}
        parts, at = [], self.begin
        while at < self.end:
            parts.append(covered[at].penn(words) if at in covered else words[at])
            at = covered[at].end if at in covered else at + 1
        return f"({self.label} {' '.join(parts)})"


def random_tree(rng: Random, begin: int, end: int, depth: int = 0) -> Tree:
    """With unary constituents, words beside constituents, and parts of speech of several words."""
    if depth > 5 or rng.random() < (0.5 if end == begin + 1 else 0.1):
        return Tree(rng.choice(LABELS), begin, end)
    cuts = sorted({begin, end, *(rng.randint(begin, end) for _ in range(rng.randint(0, 3)))})
    parts = [span for span in pairwise(cuts) if rng.random() < 0.85]
    return Tree(rng.choice(LABELS), begin, end, tuple(random_tree(rng, *span, depth + 1) for span in parts))


class Aligned:
    """A tree over the target of an aligned sentence."""

    def __init__(self, sentence: Sentence, tree: Tree, settings: TreeExtraction) -> None:
        self.sentence, self.tree, self.settings = sentence, tree, settings
        self.nodes = list(tree.nodes())
        self.numbers = range(len(self.nodes))
        self.above = [self._ancestors(number) for number in self.numbers]
        self.frontier = [number for number in self.numbers if self.is_frontier(number)]

    def _ancestors(self, number: int) -> list[int]:
        """The nodes above one, nearest first; nodes are equal as values, so they go by their numbers."""
        sizes = [sum(1 for _ in node.nodes()) for node in self.nodes]
        return [other for other in range(number - 1, -1, -1) if other + sizes[other] > number]

    def span(self, number: int) -> set[int]:
        node = self.nodes[number]
        return {s for s, t in self.sentence.links if node.begin <= t < node.end}

    def complement(self, number: int) -> set[int]:
        node = self.nodes[number]
        return {s for s, t in self.sentence.links if not node.begin <= t < node.end}

    def closure(self, number: int) -> tuple[int, int]:
        return min(self.span(number)), max(self.span(number)) + 1

    def is_frontier(self, number: int) -> bool:
        if not self.span(number):
            return False
        return not set(range(*self.closure(number))) & self.complement(number)

    def spans(self, number: int) -> list[tuple[int, int]]:
        """Where a node may begin and end in the source."""
        if number == 0:
            return [(0, len(self.sentence.source))]
        begin, end = self.closure(number)
        if self.settings.unaligned == "highest":
            return [(begin, end)]
        free = set(range(len(self.sentence.source))) - {s for s, _ in self.sentence.links}
        begins = [at for at in range(max(0, begin - FARTHEST), begin + 1) if set(range(at, begin)) <= free]
        ends = [at for at in range(end, end + FARTHEST + 1) if set(range(end, at)) <= free]
        return list(product(begins, ends))

    def next_frontier(self, number: int) -> int | None:
        return next((above for above in self.above[number] if above in self.frontier), None)

    def gaps(self, expanded: set[int]) -> list[int]:
        return [n for n in self.frontier if n not in expanded and self.next_frontier(n) in expanded]

    def fragments(self, root: int) -> Iterator[set[int]]:
        """All sets of frontier nodes whose rules are put together."""
        below = [n for n in self.frontier if root in self.above[n]]
        some = chain.from_iterable(combinations(below, size) for size in range(len(below) + 1))
        for chosen in some:
            expanded = {root, *chosen}
            if all(self.next_frontier(n) in expanded for n in chosen):
                yield expanded

    def size(self, root: int, expanded: set[int]) -> int:
        """Constituents of the target side that are not parts of speech."""
        gaps = set(self.gaps(expanded))
        inside = [n for n in self.numbers if n == root or root in self.above[n]]
        kept = [n for n in inside if n not in gaps and not gaps & set(self.above[n])]
        return sum(bool(self.nodes[n].children) for n in kept)

    def chains(self, root: int) -> list[set[int]]:
        """The minimal rule, and that with what it passes its whole span on to."""
        found = [{root}]
        while True:
            gaps = self.gaps(found[-1])
            if len(gaps) != 1 or self.closure(gaps[0]) != self.closure(root):
                return found
            found.append(found[-1] | {gaps[0]})

    def rules(self, root: int) -> Iterator[tuple[str, str, frozenset[tuple[int, int]]]]:
        chains = self.chains(root)
        for expanded in self.fragments(root):
            if expanded in chains or self.size(root, expanded) <= self.settings.size:
                gaps = self.gaps(expanded)
                for whole in self.spans(root):
                    for spans in product(*(self.spans(gap) for gap in gaps)):
                        if self._apart(whole, spans):
                            yield from self._rule(root, whole, dict(zip(gaps, spans, strict=True)))

    @staticmethod
    def _apart(whole: tuple[int, int], spans: tuple[tuple[int, int], ...]) -> bool:
        words = [word for span in spans for word in range(*span)]
        return len(set(words)) == len(words) and set(words) <= set(range(*whole))

    def _rule(
        self, root: int, whole: tuple[int, int], gaps: dict[int, tuple[int, int]]
    ) -> Iterator[tuple[str, str, frozenset[tuple[int, int]]]]:
        order = sorted(gaps, key=lambda gap: gaps[gap])
        names = {gap: f"[{self.nodes[gap].label},{number}]" for number, gap in enumerate(order, 1)}
        source, source_places = _side(self.sentence.source, whole, {gaps[g]: names[g] for g in gaps})
        node = self.nodes[root]
        covered = {(self.nodes[g].begin, self.nodes[g].end): names[g] for g in gaps}
        target, target_places = _side(self.sentence.target, (node.begin, node.end), covered)
        is_gap = [symbol in names.values() for symbol in source]
        scope = is_gap[0] + is_gap[-1] + sum(a and b for a, b in pairwise(is_gap))
        limits = self.settings
        if (
            source not in [[name] for name in names.values()]
            and len(gaps) <= limits.gaps
            and len(source) <= limits.max_source
            and len(target) <= limits.max_target
            and scope <= limits.scope
        ):
            points = {
                (source_places[s], target_places[t])
                for s, t in self.sentence.links
                if s in source_places and t in target_places
            }
            inner = self._inner(root, set(gaps)) if limits.inner else []
            yield " ".join(source), " ".join([*target, *inner, f"[{node.label}]"]), frozenset(points)

    def _inner(self, root: int, gaps: set[int]) -> list[str]:
        """The labels of the constituents between the root and the gaps."""
        below = [n for n in self.numbers if root in self.above[n]]
        kept = [n for n in below if n not in gaps and not gaps & set(self.above[n])]
        return sorted(f"[{self.nodes[n].label}]" for n in kept)


def _side(
    words: list[str], span: tuple[int, int], gaps: dict[tuple[int, int], str]
) -> tuple[list[str], dict[int, int]]:
    symbols: list[str] = []
    places: dict[int, int] = {}
    for at in range(*span):
        within = [name for gap, name in gaps.items() if gap[0] <= at < gap[1]]
        if not within:
            places[at] = len(symbols)
            symbols.append(words[at])
        elif at in [gap[0] for gap in gaps]:
            symbols.append(within[0])
    return symbols, places


def tree_rules(
    sentences: list[Sentence], trees: list[Tree], settings: TreeExtraction
) -> dict[tuple[str, str], Rule]:
    found: dict[tuple[str, str], Rule] = defaultdict(Rule)
    for sentence, tree in zip(sentences, trees, strict=True):
        aligned = Aligned(sentence, tree, settings)
        for root in aligned.frontier:
            made = list(aligned.rules(root))
            for source, target, points in made:
                share = (UNIT + len(made) // 2) // len(made) if settings.fractional else UNIT
                found[source, target].count += share
                found[source, target].alignments[points] += share
    return found
