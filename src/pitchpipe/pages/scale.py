"""From numbers to places on paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import quantiles

TINY = 1e-300
"""Below this a number has too few digits to be divided into steps."""


@dataclass(frozen=True)
class Scale:
    """Numbers from `low` to `high`, drawn from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, most: int = 6) -> list[tuple[float, str]]:
        """Round numbers within the range, and how they are written."""
        step = _round_step((self.high - self.low) / most)
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
        spare = 1e-9 * (self.high - self.low)
        # Far from 0, a quotient is rounded by more than it tells: the range says which ticks are in it.
        around = range(math.floor(self.low / step), math.ceil(self.high / step) + 1)
        inside = [count * step for count in around if self.low - spare <= count * step <= self.high + spare]
        return [(value, f"{value + 0.0:.{digits}f}") for value in inside]


@dataclass(frozen=True)
class LogScale:
    """Numbers above 0 by their logarithms, with ticks at these numbers."""

    numbers: Sequence[float]
    logarithms: Scale

    def __call__(self, value: float) -> float:
        return self.logarithms(math.log(value))

    def ticks(self, most: int = 6) -> list[tuple[float, str]]:
        """The numbers themselves, however many."""
        return [(number, f"{number:g}") for number in self.numbers]


def log_scale_of(values: Iterable[float], start: float, end: float, margin: float = 0.05) -> LogScale:
    """A scale that has room for all values, with a tick at each."""
    numbers = sorted(set(values))
    return LogScale(numbers, scale_of(map(math.log, numbers), start, end, margin))


def scale_of(values: Iterable[float], start: float, end: float, margin: float = 0.05) -> Scale:
    """A scale that has room for all values, and some around a single one; from 0 to 1 where there is none."""
    finite = [value for value in values if math.isfinite(value)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    spare = margin * (high - low) if high - low > TINY else 0.05 * abs(low) if abs(low) > TINY else 0.5
    return Scale(low - spare, high + spare, start, end)


FAR = 3.0
"""How many times the spread of the middle half a value lies outside it to be far out (Tukey's outer fence)."""
FEWEST = 5
"""Values that it takes to tell what is far out."""


def without_far_out(values: Iterable[float]) -> list[float]:
    """The values but those far from all others, if these would take up more than half of a scale.

    References
    ----------
    Tukey, 1977, Exploratory data analysis.
    """
    finite = sorted(value for value in values if math.isfinite(value))
    if len(finite) < FEWEST:
        return finite
    first, middle, third = quantiles(finite, n=4, method="inclusive")
    # Where half of the values are equal they have no spread, and the next one is not far out for that.
    room = FAR * max(third - first, 0.005 * abs(middle))
    near = [value for value in finite if first - room <= value <= third + room]
    return near if finite[-1] - finite[0] > 2 * (near[-1] - near[0]) else finite


def _round_step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is not less."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))
