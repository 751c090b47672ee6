"""Lines of the training text to tune on.

Green, Wang, Cer and Manning, 2013, Fast and adaptive online training of feature-rich translation models, section 4.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.errors import InputError
from pitchpipe.settings import Settings, setting

RULES = ("random", "length", "nearest")
LEAVES = ("out", "one-out")
ORDER = 4
"""The longest n-grams by which lines are compared."""
_OF_TRAINING = re.compile(r"train:(\d+)")


@dataclass(frozen=True)
class TuneOnSettings(Settings):
    """Which text the weights are tuned on, if it is not the development text."""

    name: ClassVar[str] = "tune-on"

    tune_on: str = setting(
        "",
        "tune on this many lines of the training text, as in train:15000, or on a file with both sides; the "
        "development text then only chooses among the weights found",
    )
    tune_by: str = setting(
        "random",
        "which lines of the training text to take: random ones, lines as long as those of the development text, or "
        "those that share most n-grams with its source",
        choices=RULES,
    )
    leave: str = setting(
        "out",
        "leave the lines to tune on out of the model; or build the model from all lines and, while tuning, translate "
        "each line without the phrase pairs that it contributes (leave-one-out)",
        choices=LEAVES,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tune_on.startswith("train:") and not self.lines:
            raise InputError(f"found tune_on={self.tune_on}, expected a number of lines, as in train:15000")

    @property
    def leaves_one_out(self) -> bool:
        return self.leave == "one-out"

    @property
    def lines(self) -> int:
        """How many lines of the training text; 0 for a file."""
        found = _OF_TRAINING.fullmatch(self.tune_on)
        return int(found[1]) if found else 0


@dataclass(frozen=True)
class TuningLines:
    """Numbers of lines, counted from 0."""

    tune: Numbers
    """What to tune on, in the order of the text."""
    rest: Numbers
    """What to build the model from."""
    copies: int
    """Lines in neither: those with the same source or target as a line to tune on."""
    known: int
    """Lines that stand in the development or test text, and were not chosen for it; they stay in the rest."""


def choose_lines(
    source: Sequence[str],
    target: Sequence[str],
    settings: TuneOnSettings,
    *,
    like: Sequence[str] = (),
    taken: Iterable[str] = (),
    seed: int = 1,
) -> TuningLines:
    """Choose lines to tune on, no source twice.

    Parameters
    ----------
    like
        The source of the development text, which `length` and `nearest` look at; the training text's own for `length` if
        there is none.
    taken
        Lines of other texts on either side: what stands there is not chosen.
    """
    if settings.tune_by == "nearest" and not like:
        raise InputError("found tune_by=nearest without a development text, expected one to be near to")
    sources, targets = [*map(_plain, source)], [*map(_plain, target)]
    others = {_plain(line) for line in taken}
    usable = np.array([bool(s and t) for s, t in zip(sources, targets, strict=True)], bool)
    known = np.array([s in others or t in others for s, t in zip(sources, targets, strict=True)], bool)
    chosen: list[int] = []
    met_sources, met_targets = set[str](), set[str]()
    for line in _ranked(sources, like, settings.tune_by, seed).tolist():
        if len(chosen) == settings.lines:
            break
        if usable[line] and not known[line] and sources[line] not in met_sources:
            chosen.append(line)
            met_sources.add(sources[line])
            met_targets.add(targets[line])
    same = np.array(
        [s in met_sources or t in met_targets for s, t in zip(sources, targets, strict=True)], bool
    )
    rest = np.flatnonzero(~same)
    if len(chosen) < settings.lines or not usable[rest].any():
        raise InputError(
            f"found {len(source)} lines of training text, of which {len(chosen)} can be tuned on, "
            f"expected more than the {settings.lines} of tune_on={settings.tune_on}"
        )
    return TuningLines(np.sort(chosen), rest, int(same.sum()) - len(chosen), int(known.sum()))


def _ranked(sources: Sequence[str], like: Sequence[str], rule: str, seed: int) -> Numbers:
    """The lines in the order in which they are taken; those that are equally good are in random order."""
    order = np.random.default_rng(seed).permutation(len(sources))
    if rule == "random":
        return order
    cut = [line.split() for line in sources]
    if rule == "length":
        lengths = np.array([len(words) for words in cut])
        wanted = np.median([len(line.split()) for line in like] or lengths)
        losses: Array = np.abs(lengths - wanted).astype(float)
    else:
        losses = -_nearness(cut, [_plain(line).split() for line in like])
    return order[np.argsort(losses[order], kind="stable")]


def _nearness(lines: Sequence[Sequence[str]], like: Sequence[Sequence[str]]) -> Array:
    """The share of each line's n-grams, up to the order, that the other text has too; 0 for lines shorter than the order."""
    known = set().union(*(_ngrams(words) for words in like))
    found = np.zeros(len(lines))
    for number, words in enumerate(lines):
        if len(words) >= ORDER:
            grams = _ngrams(words)
            found[number] = sum(gram in known for gram in grams) / len(grams)
    return found


def _ngrams(words: Sequence[str]) -> list[tuple[str, ...]]:
    return [
        tuple(words[begin : begin + size])
        for size in range(1, ORDER + 1)
        for begin in range(len(words) - size + 1)
    ]


def _plain(line: str) -> str:
    """A line as it is compared: without regard to case and spaces."""
    return " ".join(line.casefold().split())
