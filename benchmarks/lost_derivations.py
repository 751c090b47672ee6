"""Where a search loses the best derivations: those of a very wide search, followed through a narrow one.

`python -m benchmarks.decoder_speed` prints the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pitchpipe.decoder import Lattice, Trace

SAME = 1e-4
"""Scores that differ by less are equal."""
FOUND = "found, or one that scores as much"
NO_OPTION = "not among the options"
HIGH = "never popped, and ranks above the worst kept"
LOW = "never popped, and ranks below the worst kept"
PRUNED = "popped, and pruned from its stack"
REASONS = (FOUND, NO_OPTION, HIGH, LOW, PRUNED)


@dataclass(frozen=True)
class Phrase:
    """A step of a derivation: its source words, its target text, and what it adds to the score."""

    begin: int
    end: int
    text: str
    score: float


def best_path(lattice: Lattice) -> list[Phrase]:
    """The steps of the best derivation; the last one is the end of the sentence."""
    best = np.full(len(lattice.covered), -np.inf)
    best[0] = 0
    arrived = [-1] * len(best)
    for arc, (start, to, _, _) in enumerate(lattice.arcs.tolist()):
        if best[start] + lattice.scores[arc] > best[to]:
            best[to], arrived[to] = best[start] + lattice.scores[arc], arc
    path: list[Phrase] = []
    at = len(best) - 1
    while at > 0:
        arc = arrived[at]
        at, _, begin, end = lattice.arcs[arc].tolist()
        path.append(Phrase(begin, end, lattice.texts[arc], float(lattice.scores[arc])))
    return path[::-1]


class Rest:
    """The estimate of what is not yet covered, as the search has it, also for hypotheses that it did not make."""

    def __init__(self, trace: Trace, distortion: float) -> None:
        self._distortion = distortion
        size = len(trace.words)
        best: dict[tuple[int, int], float] = {}
        for one in trace.options:
            best[one.begin, one.end] = max(one.estimate, best.get((one.begin, one.end), -np.inf))
        self._spans: dict[tuple[int, int], float] = {(place, place): 0.0 for place in range(size + 1)}
        for begin in reversed(range(size)):
            for end in range(begin + 1, size + 1):
                ways = (
                    best[begin, middle] + self._spans[middle, end]
                    for middle in range(begin + 1, end + 1)
                    if (begin, middle) in best
                )
                self._spans[begin, end] = max(ways, default=-np.inf)

    def __call__(self, covered: Sequence[bool], end: int) -> float:
        """Of a hypothesis whose last phrase ends before the source word `end`."""
        total, jumps, begin = 0.0, 0, 0
        while begin < len(covered):
            if covered[begin]:
                begin += 1
                continue
            after = begin
            while after < len(covered) and not covered[after]:
                after += 1
            total += self._spans[begin, after]
            jumps += abs(begin - end)
            begin = end = after
        return total - self._distortion * jumps


def reason(trace: Trace, path: Sequence[Phrase], weights: Mapping[str, float]) -> str:
    """Why a search does not find a derivation, or a better one: what happened at the first step that is lost.

    Where the derivation is recombined with a better one, that one is followed: nothing is lost. The limits of reordering
    must be those of the search that found the derivation, so that nothing is out of reach.
    """
    if trace.best and trace.best.rank >= sum(phrase.score for phrase in path) - SAME:
        return FOUND
    options = {(one.begin, one.end, one.text) for one in trace.options}
    steps = {
        (step.start, step.option.begin, step.option.end, step.option.text): one
        for one in trace.hypotheses
        for step in (one.extension, *one.recombined)
        if step
    }
    rest = Rest(trace, weights["Distortion0"])
    at, score, covered = 0, 0.0, [False] * len(trace.words)
    for phrase in path[:-1]:
        if (phrase.begin, phrase.end, phrase.text) not in options:
            return NO_OPTION
        score += phrase.score
        covered[phrase.begin : phrase.end] = [True] * (phrase.end - phrase.begin)
        made = steps.get((at, phrase.begin, phrase.end, phrase.text))
        if made is None:
            # The last stack is pruned by scores alone.
            kept = [
                one.score if all(covered) else one.rank
                for one in trace.stacks[sum(covered)].hypotheses
                if one.kept
            ]
            return HIGH if score + rest(covered, phrase.end) >= min(kept, default=-np.inf) else LOW
        if not made.kept:
            return PRUNED
        at = made.number
    raise AssertionError("a search that keeps a whole derivation returns it or a better one")
