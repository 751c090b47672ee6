"""One answer for each sentence from those of several judges."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from pitchpipe.judge.preferences import Pair, Preference

Votes = dict[tuple[Pair, int], int]
"""What the judges together say of two systems' translations of a line."""


def vote(found: Sequence[Preference], weights: Mapping[str, float] | None = None) -> Votes:
    """The outcome that most judges chose, or that has the most weight.

    Where several have as much, it is the one that their sum points to: better and equal make better, better and worse equal.
    """
    tallies: dict[tuple[Pair, int], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for one in found:
        tallies[one.pair, one.line][one.outcome] += 1.0 if weights is None else weights[one.judge]
    return {key: _winner(tally) for key, tally in tallies.items()}


def _winner(tally: Mapping[int, float]) -> int:
    most = max(tally.values())
    best = sum(outcome for outcome, weight in tally.items() if math.isclose(weight, most))
    return (best > 0) - (best < 0)


def judge_weights(found: Sequence[Preference], outcomes: int = 3) -> dict[str, float]:
    """How much each judge's vote counts: the log odds of agreeing with the other judges' vote.

    A judge who is right with probability p, and otherwise says any of the other outcomes, is best weighed by log((k - 1) p / (1
    - p)) for k outcomes; the weight of one who guesses is 0. p is estimated, with an agreement and a disagreement added, from how
    often a judge agrees with the majority of the others. If nobody does better than guessing, all count the same.

    References
    ----------
    Snow, O'Connor, Jurafsky and Ng, 2008, Cheap and fast, but is it good? Evaluating non-expert annotations for natural language
    tasks (section 5: votes weighted by log odds).
    """
    groups: dict[tuple[Pair, int], list[Preference]] = defaultdict(list)
    for one in found:
        groups[one.pair, one.line].append(one)
    agreed: dict[str, int] = defaultdict(int)
    total: dict[str, int] = defaultdict(int)
    for group in groups.values():
        for one in group:
            others = [other for other in group if other.judge != one.judge]
            if others:
                (said,) = vote(others).values()
                agreed[one.judge] += said == one.outcome
                total[one.judge] += 1
    weights = {}
    for judge in dict.fromkeys(one.judge for one in found):
        p = (agreed[judge] + 1) / (total[judge] + 2) if total[judge] else 1 / outcomes
        weights[judge] = max(0.0, math.log((outcomes - 1) * p / (1 - p)))
    return weights if any(weights.values()) else dict.fromkeys(weights, 1.0)
