"""Gaps and labels among the words of a rule.

A grammar is a phrase table whose phrases have gaps: `[X,1] の [X,2]` and `[X,2] of [X,1]`. The gaps of the source side
are numbered from left to right; those of the target side say which of them they translate. In a grammar with labels,
gaps have them in place of X, and the last symbol of a target side is the label of the rule: `[NP,2] of [NP,1] [NP]`.
"""

from __future__ import annotations

from collections.abc import Sequence

GAPS = ("[X,1]", "[X,2]")
"""What gaps are called in tables."""


MOST_GAPS = 3
"""Of a rule with labels; native/grammar/constraints.h has the same number."""


def gaps_of(labels: Sequence[str]) -> tuple[str, ...]:
    """What the gaps of these labels are called."""
    return tuple(f"[{label},{number}]" for label in labels for number in range(1, MOST_GAPS + 1))


def roots_of(labels: Sequence[str]) -> tuple[str, ...]:
    """What the labels of rules are called."""
    return tuple(f"[{label}]" for label in labels)
