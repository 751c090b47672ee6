"""What chart search has kept, as a hypergraph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ForestNode:
    """What translates the source words `begin` to `end - 1`."""

    begin: int
    end: int
    is_prefix: bool
    """Whether it is phrases side by side from the sentence's start on, not one phrase."""


@dataclass(frozen=True)
class ForestArc:
    """A way to make the node `head` of the nodes `tails`."""

    head: int
    tails: tuple[int, ...]
    """Of a rule, one for each gap, in the order of the source; of glue, the prefix and the phrase after it."""
    score: float
    """What it adds to the scores of its tails."""
    source: str
    """The sides of the rule, with gaps; empty for glue and for the sentence's end."""
    target: str


@dataclass(frozen=True)
class Forest:
    """Nodes, each after those that it is made of, the last one the whole translation; and arcs by their heads.

    A choice of one arc for the last node, and for each node that an arc needs, is a derivation. The scores of its arcs add
    up to its score.
    """

    nodes: tuple[ForestNode, ...]
    arcs: tuple[ForestArc, ...]

    @classmethod
    def of(
        cls,
        nodes: Iterable[tuple[int, int, bool]],
        arcs: Iterable[tuple[int, Sequence[int], float, str, str]],
    ) -> Forest:
        """From what the native decoder gives."""
        return cls(
            tuple(ForestNode(*one) for one in nodes),
            tuple(
                ForestArc(head, tuple(tails), score, source, target)
                for head, tails, score, source, target in arcs
            ),
        )

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "nodes": [{"begin": one.begin, "end": one.end, "prefix": one.is_prefix} for one in self.nodes],
            "arcs": [
                {
                    "head": one.head,
                    "tails": list(one.tails),
                    "score": one.score,
                    "rule": f"{one.source} ||| {one.target}" if one.source else None,
                }
                for one in self.arcs
            ],
        }

    def best(self) -> Glued:
        """The best derivation."""
        scores = [0.0] * len(self.nodes)
        chosen: dict[int, ForestArc] = {}
        for arc in self.arcs:  # by their heads, and tails come before heads
            score = arc.score + sum(scores[tail] for tail in arc.tails)
            if arc.head not in chosen or score > scores[arc.head]:
                chosen[arc.head], scores[arc.head] = arc, score
        last = len(self.nodes) - 1
        end = chosen[last].score if last in chosen else 0.0
        pieces: list[Applied] = []
        glue = 0.0
        at = chosen[last].tails[0] if last in chosen else last
        while at in chosen:
            arc = chosen[at]
            at, phrase = arc.tails
            glue += arc.score
            pieces.append(self._applied(phrase, chosen, scores))
        return Glued(tuple(reversed(pieces)), glue, end, scores[last])

    def _applied(self, node: int, chosen: Mapping[int, ForestArc], scores: Sequence[float]) -> Applied:
        arc, place = chosen[node], self.nodes[node]
        inner = tuple(self._applied(tail, chosen, scores) for tail in arc.tails)
        return Applied(place.begin, place.end, arc.source, arc.target, arc.score, scores[node], inner)


@dataclass(frozen=True)
class Applied:
    """A rule where a derivation applies it, to the source words `begin` to `end - 1`."""

    begin: int
    end: int
    source: str
    target: str
    adds: float
    """To the score, with what language models say of its words where it stands."""
    score: float
    """Of the whole span."""
    gaps: tuple[Applied, ...]
    """What is in its gaps, in the order of the source."""


@dataclass(frozen=True)
class Glued:
    """A derivation of a sentence: phrases side by side."""

    phrases: tuple[Applied, ...]
    glue: float
    """What glue adds: its feature, and language models where phrases meet."""
    end: float
    """What the end of the sentence adds."""
    score: float
