"""Moses's types of reordering models, as in `wbe-msd-bidirectional-fe-allff`, in terms of ours.

Ours have a score of each orientation (monotone, swap, discontinuous; or monotone, swap, right, left) to the phrase before, then
to the phrase after. A type with fewer scores is one of ours in which some scores are equal, or weigh nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitchpipe.errors import InputError
from pitchpipe.reordering import REORDERING_MODELS, TableColumns

_WORD, _HIERARCHICAL = REORDERING_MODELS[:2]
_FOUR = dict(zip(REORDERING_MODELS[:2], REORDERING_MODELS[2:], strict=True))
"""The models of the same kind with four orientations."""
_KINDS = {"wbe": _WORD, "phrase": _WORD, "hier": _HIERARCHICAL}
"""Search cannot see word alignments: there Moses, too, treats wbe-, phrase- and no prefix alike."""
_ORIENTATIONS = {"msd": (0, 1, 2), "monotonicity": (0, 1, 1), "mslr": (0, 1, 2, 3)}
"""Which score of a line is that of each of our orientations."""
_DIRECTIONS = ("bidirectional", "unidirectional", "backward", "forward")


@dataclass(frozen=True)
class OrientationType:
    """A type that ours can stand for."""

    kind: str
    """Our reordering model."""
    columns: tuple[int, ...]
    """Which score of a line is each of ours; -1 for one that the type does not have."""
    by_source: bool
    collapsed: bool
    """Whether all orientations of a direction share a weight."""

    @property
    def scores(self) -> int:
        """How many scores a line has."""
        return max(self.columns) + 1

    @property
    def weights(self) -> int:
        """How many weights Moses has."""
        return len({one for one in self._weight_places if one >= 0})

    @property
    def _weight_places(self) -> tuple[int, ...]:
        if not self.collapsed:
            return self.columns
        has_previous = self.columns[0] >= 0
        previous, following = (0, 1) if has_previous else (-1, 0)
        one = len(self.columns) // 2
        return (previous,) * one + ((following if self.columns[one] >= 0 else -1),) * one

    def spread(self, weights: Sequence[float]) -> list[float]:
        """Moses's weights as the weights of our scores."""
        return [weights[place] if place >= 0 else 0.0 for place in self._weight_places]

    def table(self, missing: Sequence[float] = ()) -> TableColumns:
        """How to read a table; `missing` are the probabilities of pairs without a line, none if they count nothing."""
        return TableColumns(self.columns, self.by_source, tuple(missing) or (1.0,) * self.scores)


def orientation_type(text: str, place: str) -> OrientationType:
    """Read a type, or raise `InputError` if it is none of those that ours can stand for."""
    kind, orientations, direction, by_source, collapsed = _WORD, "", "backward", False, False
    for part in text.split("-"):
        if part in _KINDS:
            kind = _KINDS[part]
        elif part in _ORIENTATIONS:
            orientations = part
        elif part in _DIRECTIONS:
            direction = part
        elif part in ("f", "fe"):
            by_source = part == "f"
        elif part in ("allff", "collapseff"):
            collapsed = part == "collapseff"
        else:
            raise InputError(
                f"{place}: found reordering of the type {text!r}, expected msd, mslr or monotonicity as in "
                f"{_WORD}: {part!r} is not there; train the reordering model again"
            )
    if not orientations:
        raise InputError(f"{place}: found reordering of the type {text!r}, expected one such as {_WORD}")
    one = _ORIENTATIONS[orientations]
    none = (-1,) * len(one)
    columns = {
        "bidirectional": one + tuple(max(one) + 1 + column for column in one),
        "forward": none + one,
    }.get(direction, one + none)
    return OrientationType(_FOUR[kind] if len(one) == 4 else kind, columns, by_source, collapsed)
