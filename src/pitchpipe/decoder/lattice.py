"""The lattice of a search: all translations that it has kept, in the space of their common parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.text import Texts


@dataclass(frozen=True)
class Lattice:
    """Nodes and arcs: node 0 is the start, the last one the end, and each path between them is a derivation.

    The scores of a path's arcs add up to the derivation's score. Arcs lead from a node to one with a higher number, and
    are sorted by the node that they lead to. Those to the end have no words: they score the end of the sentence.
    """

    covered: NDArray[np.int32]
    """How many source words are translated at each node."""
    arcs: NDArray[np.int32]
    """For each arc: the nodes that it leads from and to, its first source word and the one after its last."""
    scores: NDArray[np.float64]
    texts: Texts
    """The target words of each arc."""

    @classmethod
    def of(cls, arrays: Mapping[str, Any]) -> Lattice:
        """From the arrays that the native decoder gives."""
        texts = Texts(arrays["text"], arrays["text_offsets"])
        return cls(arrays["covered"], arrays["arcs"], arrays["scores"], texts)

    def __len__(self) -> int:
        """The number of arcs."""
        return len(self.arcs)
