"""One alignment from two directions: heuristics on links, or a threshold on posteriors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.align.alignments import Alignments
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.settings import Settings, setting
from pitchpipe.specs import parse_spec

HEURISTICS = {
    "intersection": "Links that both directions have.",
    "union": "Links that at least one direction has.",
    "grow": "The intersection, grown to neighbours above, below, left and right that are in the union and link a "
    "word without links.",
    "grow-diag": "As grow, but also to diagonal neighbours.",
    "grow-diag-final": "As grow-diag, then all links of a direction that link a word without links.",
    "grow-diag-final-and": "As grow-diag, then all links of a direction that link two words without links.",
    "refined": "The intersection, grown to neighbours as long as no link has neighbours both in its row and in its "
    "column, and by links between words without links.",
}
"""Moses's, in Moses's order; `refined` is that of Och and Ney (2003)."""
DEFAULT = "grow-diag"
"""Best for translation (docs/align.md), and there for every aligner: a phrase may take in words without links."""


@dataclass(frozen=True)
class Posterior(Settings):
    """Links whose posterior probability, the geometric mean of the two directions, is above a threshold.

    A low threshold gives more links. It needs the posteriors of a trained model, so it cannot join links from other
    aligners.

    References
    ----------
    Liang, Taskar and Klein, 2006, Alignment by agreement (section 3.2).
    """

    name: ClassVar[str] = "posterior"
    positional: ClassVar[str] = "threshold"

    threshold: float = setting(0.3, "the posterior that a link must exceed", minimum=0, maximum=1)

    def chosen(self, posteriors: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which cells are links, given the posteriors of both directions side by side."""
        chosen: NDArray[np.bool_] = posteriors[:, 0] * posteriors[:, 1] > np.float32(self.threshold**2)
        return chosen


def symmetrization(spec: str | Posterior) -> str | Posterior:
    """The way to symmetrise that a spec such as `grow-diag` or `posterior:0.5` names."""
    if isinstance(spec, Posterior):
        return spec
    parsed = parse_spec(spec)
    if parsed.name == Posterior.name:
        built: Posterior = Posterior.from_spec(parsed.positional, dict(parsed.options))
        return built
    if parsed.name not in HEURISTICS:
        raise unknown_name("symmetrisation", parsed.name, [*HEURISTICS, Posterior.name])
    if parsed.positional is not None or parsed.options:
        raise InputError(f"{parsed.name} has no settings")
    return parsed.name


def symmetrize(
    forward: Alignments, backward: Alignments, how: str = DEFAULT, *, threads: int = 1
) -> Alignments:
    """One alignment of each line from two: forward, a source word for each target word, and backward.

    References
    ----------
    Koehn, Och and Marcu, 2003, Statistical phrase-based translation (section 4.5).

    Och and Ney, 2003, A systematic comparison of various statistical alignment models (section 4.3).
    """
    if how not in HEURISTICS:
        raise unknown_name("symmetrisation of links", how, HEURISTICS)
    if len(forward) != len(backward):
        raise InputError(
            f"found alignments of {len(forward)} and of {len(backward)} lines, expected as many of each"
        )
    return Alignments(*_native.symmetrize(forward.arrays, backward.arrays, how, threads))
