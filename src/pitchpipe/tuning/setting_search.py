"""Settings that are not weights, such as a beam or a length exponent: searched without derivatives, a trial at a time."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pitchpipe.errors import InputError

Value = float | int | str
Values = dict[str, Value]
EVALUATIONS = 30
FEWEST_WHOLE = 4
"""Whole ends so far apart are of whole numbers: `beam=4..32`, but not `alpha=0..2`."""
LOGARITHMIC = 8.0
"""Ends above 0 whose ratio is at least this are searched by their logarithm."""
FIRST_STEP, LAST_STEP = 0.25, 1 / 64
"""Of a range, in the search from the best of the first trials."""
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
_NAME = re.compile(r"[A-Za-z_]\w*")
_RANGE = re.compile(r"([^.]*(?:\.\d[^.]*)?)\.\.([^/]+)(?:/(.+))?")


@dataclass(frozen=True)
class Range:
    """What values a setting may have."""

    name: str
    low: float = 0.0
    high: float = 1.0
    whole: bool = False
    step: float = 0.0
    choices: tuple[str, ...] = ()

    def value(self, place: float) -> Value:
        """The value at a place from 0 to 1."""
        place = min(max(place, 0.0), 1.0)
        if self.choices:
            return self.choices[min(int(place * len(self.choices)), len(self.choices) - 1)]
        if self._is_logarithmic:
            number = self.low * (self.high / self.low) ** place
        else:
            number = self.low + place * (self.high - self.low)
        if self.step:
            number = min(self.low + round((number - self.low) / self.step) * self.step, self.high)
        number = min(max(number, self.low), self.high)
        return round(number) if self.whole else float(f"{number:.6g}")

    @property
    def _is_logarithmic(self) -> bool:
        return self.low > 0 and self.high / self.low >= LOGARITHMIC and not self.step

    @classmethod
    def parse(cls, text: str) -> Range:
        """`alpha=0..2`, `beam=4..32`, `beam=1..3/1` in steps, or `norm=none|length|log`."""
        name, equals, values = (part.strip() for part in text.partition("="))
        problem = InputError(
            f"found the setting {text.strip()!r}, expected a name and its range, as in alpha=0..2, or its values, as in norm=a|b"
        )
        if not equals or not _NAME.fullmatch(name):
            raise problem
        if "|" in values:
            choices = tuple(part.strip() for part in values.split("|"))
            if len(set(choices)) < len(choices) or "" in choices:
                raise problem
            return cls(name, choices=choices)
        found = _RANGE.fullmatch(values)
        if found is None:
            raise problem
        try:
            low, high, step = float(found[1]), float(found[2]), float(found[3] or 0)
        except ValueError:
            raise problem from None
        if not (math.isfinite(low) and math.isfinite(high) and low < high and 0 <= step <= high - low):
            raise problem
        is_whole = all(part.strip().lstrip("+-").isdigit() for part in (found[1], found[2]))
        whole = is_whole and (step == int(step) if step else high - low >= FEWEST_WHOLE)
        return cls(name, low, high, whole, step)


def parse_ranges(text: str) -> list[Range]:
    """Ranges with commas between them; each name once."""
    found = [Range.parse(part) for part in text.split(",") if part.strip()]
    names = [one.name for one in found]
    if not found or len(set(names)) < len(names):
        raise InputError(f"found the settings {text!r}, expected each once, as in alpha=0..2, beam=4..32")
    if len(found) > len(PRIMES):
        raise InputError(f"found {len(found)} settings, expected at most {len(PRIMES)}")
    return found


@dataclass(frozen=True)
class Trial:
    """Settings that were tried, and their score."""

    values: Values
    score: float


@dataclass(frozen=True)
class SettingSearch:
    """All trials in their order, and the best; of equals, the first."""

    trials: tuple[Trial, ...]
    best: Trial


def search_settings(
    score: Callable[[Values], float],
    ranges: Sequence[Range],
    *,
    higher_is_better: bool = True,
    evaluations: int = EVALUATIONS,
    told: Callable[[Trial], None] | None = None,
) -> SettingSearch:
    """Try settings, as many as `evaluations`, and return the best.

    A third of the trials are spread over the ranges (Halton's sequence, after the middle of all ranges); from the best of
    these, one setting at a time is moved up or down, by a quarter of its range at first. Where no move helps, steps are halved. There
    is nothing random in it: with the same scores it tries the same settings.

    References
    ----------
    Halton, 1960, On the efficiency of certain quasi-random sequences of points in evaluating multi-dimensional integrals.

    Kolda, Lewis and Torczon, 2003, Optimization by direct search: new perspectives on some classical and modern methods.
    """
    sign = 1.0 if higher_is_better else -1.0
    known: dict[tuple[Value, ...], Trial] = {}

    def tried(place: Sequence[float]) -> float | None:
        """How good the settings at a place are; None if no trial is left."""
        values = {one.name: one.value(at) for one, at in zip(ranges, place, strict=True)}
        key = tuple(values.values())
        if key not in known:
            if len(known) >= evaluations:
                return None
            known[key] = Trial(values, score(values))
            if told:
                told(known[key])
        return sign * known[key].score

    best, best_score = [0.5] * len(ranges), -math.inf
    for place in _spread(len(ranges), max(1, math.ceil(evaluations / 3))):
        found = tried(place)
        if found is not None and found > best_score:
            best, best_score = place, found
    step = FIRST_STEP
    while step >= LAST_STEP and len(known) < evaluations:
        moved = False
        for place in _around(best, step):
            found = tried(place)
            if found is not None and found > best_score:
                best, best_score, moved = place, found, True
                break
        step = step if moved else step / 2
    trials = tuple(known.values())
    return SettingSearch(trials, max(trials, key=lambda one: sign * one.score))


def _spread(count: int, points: int) -> Iterator[list[float]]:
    yield [0.5] * count
    for number in range(1, points):
        yield [_halton(number, PRIMES[axis]) for axis in range(count)]


def _halton(number: int, base: int) -> float:
    """The digits of a number in a base, mirrored behind the point."""
    result, part = 0.0, 1.0
    while number:
        part /= base
        result += part * (number % base)
        number //= base
    return result


def _around(place: Sequence[float], step: float) -> Iterator[list[float]]:
    for axis in range(len(place)):
        for way in (step, -step):
            moved = list(place)
            moved[axis] = min(max(moved[axis] + way, 0.0), 1.0)
            if moved != list(place):
                yield moved
