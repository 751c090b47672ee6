"""What a study can be told, table by table of its file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.analysis.comparison import TESTS
from pitchpipe.analysis.corrections import CORRECTIONS
from pitchpipe.settings import Settings, setting
from pitchpipe.tuning.decoded import SEARCH_AWARE
from pitchpipe.tuning.loop import CHOICES


@dataclass(frozen=True)
class LoopOptions(Settings):
    """How the decoder's loop is run, for all methods or for one of them. Lists without a decoder need none of it."""

    name: ClassVar[str] = "grid"

    iterations: int = setting(
        0, "rounds of decoding and tuning, or epochs, at most; 0 leaves it to the method", minimum=0
    )
    nbest: int = setting(100, "translations of each sentence in an iteration", minimum=2)
    interpolate: float = setting(
        0.0,
        "the share of the new weights in those of the next iteration; 0 leaves it to the loop",
        minimum=0,
        maximum=1,
    )
    choose: str = setting("best", "the iteration whose weights are taken", choices=CHOICES)
    held_out: float = setting(
        0.0, "the part of the tuning text that is held out to choose by", minimum=0, maximum=0.9
    )
    search_aware: str = setting(
        "none", "tune on all search bins, by what is judged", choices=("none", *SEARCH_AWARE)
    )
    max_dev_length: int = setting(0, "leave out longer sentences of the tuning text; 0 leaves out none")
    search: str = setting(
        "", "how the decoder searches, as in: beam=30, pop_limit=60; else as the model says"
    )


@dataclass(frozen=True)
class GridSettings(Settings):
    """How often each of `methods`, a list of specs or names, is tuned to each of `metrics`, with each of `beams`."""

    name: ClassVar[str] = "grid"

    replicas: int = setting(3, "how often each method is run, with another seed each time", minimum=1)
    seed: int = setting(1, "of the first replica; the others have those that follow", minimum=0)
    curves: bool = setting(False, "translate the test texts in every iteration too")
    keep_lists: bool = setting(False, "keep the candidate lists of every iteration")


@dataclass(frozen=True)
class ReportSettings(Settings):
    """How methods are compared, by the metrics that they are tuned to and by those of the list `scores`."""

    name: ClassVar[str] = "report"

    baseline: str = setting("", "the method that the others are compared with; the first one by default")
    test: str = setting("ar", "the significance test", choices=tuple(TESTS))
    trials: int = setting(10_000, "of the test", minimum=1)
    correction: str = setting("holm", "for the number of comparisons", choices=tuple(CORRECTIONS))


@dataclass(frozen=True)
class SyntheticSettings(Settings):
    """Text of the synthetic language pair, in place of files."""

    name: ClassVar[str] = "synthetic"

    sentences: int = setting(10_000, "of the training text", minimum=8)
    dev: int = setting(500, "sentences of the tuning text", minimum=2)
    test: int = setting(500, "sentences of the test text", minimum=2)
    references: int = setting(4, "of each sentence of both", minimum=1, maximum=8)
    seed: int = setting(1, "where the text comes from", minimum=0)
    variety: str = setting("german", "of the source language", choices=("german", "head-final"))
