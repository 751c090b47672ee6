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
        "candidates for each sentence in an iteration, or for each search bin; "
        f"0 means {LISTS}, or {BIN_LISTS} for each bin",
        minimum=0,
    )
    stage_nbest: int = setting(10, "candidates in the stages after the first", minimum=2)
    iterations: int = setting(
        0,
        f"maximum rounds of decoding and tuning, or epochs; 0 means {ITERATIONS} rounds, or the online method's epochs",
        minimum=0,
    )
    interpolation: float = setting(
        0.0,
        "share of the new weights in the weights of the next iteration (PRO's psi); 0 means the method's own",
        minimum=0,
        maximum=1,
    )
    mixing: str = setting(
        "scaled",
        "how to mix old and new weights: scaled first brings the old ones to the size of the new ones, plain takes "
        "both as they are (as in PRO)",
        choices=("scaled", "plain"),
    )
    tolerance: float = setting(
        1e-4,
        "stop when no weight changes by more than this; weights are scaled so that their absolute values sum "
        "to 1",
        minimum=0,
    )
    patience: int = setting(
        2,
        "stop after this many iterations in a row with few new candidates and no better score; 0 never stops for this",
        minimum=0,
    )
    held_out: float = setting(
        0.0,
        "share of the tuning text to hold out, as in 0.1, to choose weights by",
        minimum=0,
        maximum=0.9,
    )
    choose: str = setting(
        "auto",
        "which weights to take: the average of those found in the later half of the iterations, or those of one "
        "iteration: the best on the tuning text, the last, or the best on held-out sentences; auto means held-out if "
        "sentences are held out, else average",
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
        "tune on all search bins, by what their candidates can become (potential) or by what they are (partial); "
        "liu- leaves out the features of what is still to be translated",
        choices=("none", *SEARCH_AWARE),
    )
    max_dev_length: int = setting(
        0, "leave out sentences of the tuning text with more words; 0 keeps all", minimum=0
    )
    max_dev_sentences: int = setting(
        0,
        "tune on this many sentences of the tuning text, the first that are not too long; 0 means all",
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
