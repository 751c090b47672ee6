"""Limits on weights: fixed features, ranges and signs, by name or by pattern."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError, unknown_name


@dataclass(frozen=True)
class Constraints:
    """The least and the greatest value that each weight may take; equal for a fixed one."""

    low: Array
    high: Array

    @classmethod
    def parse(cls, names: tuple[str, ...], start: Array, fixed: str, ranges: str) -> Constraints:
        """Read the settings `fixed="LM0 Lex*"` and `ranges="LM0:0:1 WordPenalty0::0"`.

        An empty end of a range is open, so `LM0:0:` asks for a weight that is not negative.
        """
        low, high = np.full(len(names), -np.inf), np.full(len(names), np.inf)
        for item in ranges.split():
            pattern, *ends = item.rsplit(":", 2)
            if len(ends) != 2:
                raise InputError(f"a range is name:low:high, not {item!r}")
            least, most = (
                _end(text, item, default) for text, default in zip(ends, (-np.inf, np.inf), strict=True)
            )
            if not least < most:
                raise InputError(f"in the range {item!r}, the low end is not below the high end")
            matched = _matching(pattern, names)
            low[matched], high[matched] = least, most
        for pattern in fixed.split():
            matched = _matching(pattern, names)
            low[matched] = high[matched] = start[matched]
        outside = np.flatnonzero((start < low) | (start > high))
        if len(outside):
            index = outside[0]
            raise InputError(
                f"the start weight of {names[index]}, {start[index]:g}, is outside its range"
                f" {low[index]:g} to {high[index]:g}"
            )
        return cls(low, high)

    @classmethod
    def none(cls, count: int) -> Constraints:
        return cls(np.full(count, -np.inf), np.full(count, np.inf))

    @property
    def free(self) -> NDArray[np.bool_]:
        return self.low < self.high

    @property
    def only_fixed(self) -> bool:
        """Whether every weight is either fixed or without limits."""
        return bool(np.isinf(np.concatenate([self.low[self.free], self.high[self.free]])).all())

    @property
    def scale_free(self) -> bool:
        """Whether weights times any positive number still keep the limits."""
        limits = np.concatenate([self.low, self.high])
        return bool((np.isinf(limits) | (limits == 0)).all())

    def holding_after(self, count: int) -> Constraints:
        """The limits of the first features, and of one more that is fixed at 1."""
        return Constraints(np.append(self.low[:count], 1.0), np.append(self.high[:count], 1.0))

    def along(self, weights: Array, directions: Array) -> tuple[Array, Array]:
        """How far one may go from the weights along each direction, backwards and forwards."""
        if np.isinf(self.low).all() and np.isinf(self.high).all():
            return np.full(len(directions), -np.inf), np.full(len(directions), np.inf)
        moving = directions != 0
        with np.errstate(invalid="ignore", divide="ignore"):
            one = (self.low - weights) / directions
            other = (self.high - weights) / directions
        backwards = np.where(moving, np.minimum(one, other), -np.inf)
        forwards = np.where(moving, np.maximum(one, other), np.inf)
        return backwards.max(axis=1), forwards.min(axis=1)

    def clipped(self, weights: Array) -> Array:
        return np.clip(weights, self.low, self.high)


def _matching(pattern: str, names: tuple[str, ...]) -> list[int]:
    matched = [index for index, name in enumerate(names) if fnmatchcase(name, pattern)]
    if not matched:
        raise unknown_name("feature", pattern, names)
    return matched


def _end(text: str, item: str, default: float) -> float:
    try:
        value = float(text) if text else default
    except ValueError:
        raise InputError(f"in the range {item!r}, {text!r} is not a number") from None
    if np.isnan(value):
        raise InputError(f"in the range {item!r}, {text!r} is not a number")
    return value
