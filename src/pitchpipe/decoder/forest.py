"""What chart search has kept, as a hypergraph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
