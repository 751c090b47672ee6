"""What tuning can be told: by `train`, `tune` and `compare` alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.errors import InputError
from pitchpipe.lists.decoded import SEARCH_AWARE
from pitchpipe.settings import Settings, seed_setting, setting
from pitchpipe.specs import split_specs

CHOICES = ("auto", "average", "best", "last", "held-out")
INITIAL = ("model", "thesis", "uniform", "random", "positive")

LISTS, BIN_LISTS = 100, 10
"""Candidates of each sentence and of each search bin; a sentence has as many bins as words."""
ITERATIONS = 15
SEARCH_AWARE_SHARE = 0.5
"""Of the new weights in those of the next iteration: the first lists of search bins lead far astray."""


@dataclass(frozen=True)
class TuningSettings(Settings):
    """How a decoder's weights are tuned: it decodes, the method finds weights for its lists, and it decodes again."""

    name: ClassVar[str] = "tuning"

    method: str = setting(
        "kbmira", "method, as in: mert, pro(samples=100), adagrad; in train, none keeps the start weights"
    )
    metric: str = setting("bleu", "metric to tune to, as in: bleu, bleu - ter")
    stages: str = setting("", "metrics to tune to first, one after the other, as in: bleu,ter")
    nbest: int = setting(
        0,
        "candidates of each sentence in an iteration, or of each search bin; "
        f"0 is {LISTS}, or {BIN_LISTS} of each bin",
        minimum=0,
    )
    stage_nbest: int = setting(10, "the same in the stages after the first", minimum=2)
    iterations: int = setting(
        0,
        f"most rounds of decoding and tuning, or epochs; 0 is {ITERATIONS} rounds, or the online method's epochs",
        minimum=0,
    )
    interpolation: float = setting(
        0.0,
        "share of the new weights in those of the next iteration (PRO's psi); 0 is the method's own",
        minimum=0,
        maximum=1,
    )
    mixing: str = setting(
        "scaled",
        "how old and new weights are mixed: scaled brings the old ones to the size of the new ones first, plain takes "
        "both as they are (PRO's)",
        choices=("scaled", "plain"),
    )
    tolerance: float = setting(
        1e-4, "stop when no weight, in a vector whose sizes sum to 1, moves by more", minimum=0
    )
    patience: int = setting(
        2,
        "stop after so many iterations in a row that bring few new candidates and no better score; 0 goes on",
        minimum=0,
    )
    held_out: float = setting(
        0.0,
        "part of the tuning text to hold out, as in 0.1, and to choose weights by",
        minimum=0,
        maximum=0.9,
    )
    choose: str = setting(
        "auto",
        "weights that are taken: the average of those found in the later half of the iterations, or those of one: "
        "the best on the tuning text, the last, or the best on held-out sentences; auto is held-out if some are held "
        "out, else average",
        choices=CHOICES,
    )
    initial: str = setting(
        "model",
        "weights to start from: the model's, those that Cer's thesis prints, equal ones, or random ones between -1 and 1, or "
        "above 0 with a sum of 1 (positive)",
        choices=INITIAL,
    )
    search_aware: str = setting(
        "none",
        "tune on all search bins, by what their candidates can become or by what they are; liu- leaves out the features of "
        "what is still to be translated",
        choices=("none", *SEARCH_AWARE),
    )
    max_dev_length: int = setting(
        0, "leave out longer sentences of the tuning text, in words; 0 keeps all", minimum=0
    )
    max_dev_sentences: int = setting(
        0,
        "tune on the first so many sentences of the tuning text, of those that are not too long; 0 is all",
        minimum=0,
    )
    seed: int = seed_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.nbest == 1:
            raise InputError(f"{self.name}: nbest must be at least 2, or 0 for the default, not 1")
        if self.choose == "held-out" and not self.held_out:
            raise InputError(
                f"{self.name}: found choose=held-out, expected held_out above 0 with it: a part of the text"
            )

    @property
    def metrics(self) -> list[str]:
        """All that is tuned to, in order."""
        return [*split_specs(self.stages), self.metric]

    @property
    def rule(self) -> str:
        """What weights are chosen by: `average`, `best`, `last` or `held-out`."""
        if self.choose != "auto":
            return self.choose
        return "held-out" if self.held_out else "average"

    @property
    def rounds(self) -> int:
        return self.iterations or ITERATIONS

    def list_size(self, stage: int = 0) -> int:
        """The size of the lists of a stage, counted from 0."""
        if stage:
            return self.stage_nbest
        return self.nbest or (LISTS if self.search_aware == "none" else BIN_LISTS)

    def share(self, of_method: float) -> float:
        """The share of the new weights in those of the next iteration, given the method's own."""
        return self.interpolation or (of_method if self.search_aware == "none" else SEARCH_AWARE_SHARE)
