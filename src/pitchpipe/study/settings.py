"""What a study can be told, table by table of its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.errors import InputError
from pitchpipe.metrics.significance.comparison import TESTS
from pitchpipe.metrics.significance.corrections import CORRECTIONS
from pitchpipe.settings import Settings, seed_setting, setting


@dataclass(frozen=True)
class GridSettings(Settings):
    """How often each of `methods`, a list of specs or names, is tuned to each of `metrics`, with each of `beams`."""

    name: ClassVar[str] = "grid"

    replicas: int = setting(
        3, "number of runs of each method, with seeds counted from the first", minimum=1, maximum=10_000
    )
    seed: int = seed_setting()
    """Of the first replica; the others have those that follow."""
    curves: bool = setting(False, "also translate the test texts in every iteration")
    keep_lists: bool = setting(False, "keep the candidate lists of every iteration")


@dataclass(frozen=True)
class ReportSettings(Settings):
    """How methods are compared: by the metrics that they are tuned to, and by those in the list `scores`."""

    name: ClassVar[str] = "report"

    baseline: str = setting("", "the method that the others are compared with; the first one by default")
    test: str = setting("ar", "the significance test", choices=tuple(TESTS))
    trials: int = setting(10_000, "random trials of the test", minimum=1, maximum=100_000_000)
    correction: str = setting("holm", "correction for the number of comparisons", choices=tuple(CORRECTIONS))


@dataclass(frozen=True)
class SyntheticSettings(Settings):
    """Text of the synthetic language pair, in place of files."""

    name: ClassVar[str] = "synthetic"

    sentences: int = setting(10_000, "sentences of the training text", minimum=8, maximum=100_000_000)
    dev: int = setting(500, "sentences of the tuning text", minimum=2, maximum=1_000_000)
    test: int = setting(500, "sentences of the test text", minimum=2, maximum=1_000_000)
    references: int = setting(
        4, "references for each sentence of the tuning and test text", minimum=1, maximum=8
    )
    seed: int = seed_setting()
    order: bool = setting(False, "check where translations have the verb, subject and object of clauses")
    variety: str = setting("german", "variety of the source language", choices=("german", "head-final"))


@dataclass(frozen=True)
class TuningText(Settings):
    """A text to tune on: `files`, lines of the training text, or else the tuning text."""

    name: ClassVar[str] = "tune_on"

    train: int = setting(
        0,
        "tune on this many lines of the training text, which are left out of the model (Green et al. 2013, 4.4)",
        minimum=0,
    )
    sentences: int = setting(0, "take this many sentences of the text; 0 takes all", minimum=0)
    choose: str = setting(
        "first",
        "which ones: the first, or random ones; a larger number includes all of a smaller one",
        choices=("first", "random"),
    )
    seed: int = seed_setting()
    files: Sequence[str] = ()
    """A source and its references."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.train and (self.files or self.sentences):
            other = "files" if self.files else "sentences"
            raise InputError(f"found train and {other}, expected one of them")
