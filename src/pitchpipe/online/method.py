"""What an online method is: a rule for updates, and the examples that it learns from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

from pitchpipe.arrays import Array, Numbers
from pitchpipe.decoder import Decoder
from pitchpipe.errors import InputError
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import Metric
from pitchpipe.online.gradient import Gradient
from pitchpipe.online.state import State
from pitchpipe.settings import Settings, setting
from pitchpipe.weights import NumberedWeights
from pitchpipe.weights.hashed import MOST_BITS

HELD_OUT = 0.2
"""The part of the text to judge by where sparse features are learned: they fit the rest ever better."""
LEAST = 20
"""Sentences of which some are held out by default."""
STARTS = "the weights to start from: those of the model (given), the same with dense ones tuned first, all equal, or all 0"
START = ("auto", "given", "tuned", "uniform", "zero")


class Examples(Protocol):
    """What is learned from, in mini-batches."""

    @property
    def facts(self) -> dict[str, int]:
        """What the user should know about them."""
        ...

    @property
    def state(self) -> State:
        """What they remember from one batch to the next."""
        ...

    def __len__(self) -> int: ...
    def gradient(self, examples: Numbers, weights: NumberedWeights, seed: int, threads: int) -> Gradient:
        """What these examples teach at these weights. Threads may call it at once."""
        ...


@dataclass(frozen=True)
class OnlineMethod(Settings, ABC):
    """Base of methods that decode a few sentences, learn from them, and go on with the new weights."""

    epochs: int = setting(8, "most passes through the text", minimum=1)
    patience: int = setting(3, "epochs without a better score after which learning ends", minimum=1)
    batch: int = setting(20, "sentences to learn from at once", minimum=1)
    held_out: float = setting(
        0.0,
        f"share of the text to hold out and to judge epochs by; 0 means {HELD_OUT:g} if choose asks for held-out sentences",
        minimum=0,
        maximum=0.9,
    )
    choose: str = setting(
        "auto",
        "the epoch whose weights to take: the best on the text to learn from, or on held-out sentences; auto means "
        "held-out if sentences are held out or sparse features are learned, else best",
        choices=("auto", "best", "held-out"),
    )
    relearn: bool = setting(
        True,
        "after held-out sentences have chosen the epoch, tune and learn again from the whole text for as many epochs",
    )
    start: str = setting(
        "auto", f"{STARTS}; auto is tuned if sparse features are learned, else given", choices=START
    )
    hashing: int = setting(
        0,
        "share out sparse features among 2^N buckets by the hash of their names, so that memory does not grow with "
        "them; 0 gives each feature its own weight",
        minimum=0,
        maximum=MOST_BITS,
    )
    dense_rate: float = setting(1.0, "factor for the rate of dense features", minimum=0)
    synchronous: bool = setting(
        False,
        "decode each batch with the newest weights: slower, but with the same result for any number of threads",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.held_out and self.choose == "best":
            raise InputError(
                f"{self.name}: found held_out={self.held_out:g} with choose=best, expected one of them"
            )

    def part_held_out(self, sentences: int, has_sparse: bool) -> float:
        """The part of so many sentences that is held out, of a decoder with or without sparse features."""
        if self.held_out or self.choose == "best":
            return self.held_out
        wanted = self.choose == "held-out" or (has_sparse and sentences >= LEAST)
        return HELD_OUT if wanted else 0.0

    def tunes_dense(self, has_sparse: bool) -> bool:
        """Whether dense weights are tuned before learning starts."""
        return self.start == "tuned" or (self.start == "auto" and has_sparse)

    @property
    def averaged(self) -> bool:
        """Whether the result is the mean of the weights after each step."""
        return False

    @property
    def penalties(self) -> tuple[float, float]:
        """How strongly sparse weights are drawn to 0: the λ of L1 and of L2 regularisation."""
        return 0.0, 0.0

    @property
    def dense_l1(self) -> bool:
        """Whether dense weights are drawn to 0 too."""
        return False

    @property
    def rarest(self) -> int:
        """In how many sentences a sparse feature must have fired before it is learned."""
        return 1

    @abstractmethod
    def rates(self, squares: Array) -> Array:
        """The learning rate of each feature, by the sum of its squared gradients."""

    @abstractmethod
    def examples(
        self,
        decoder: Decoder,
        text: DevSet,
        metric: Metric,
        sentences: Numbers,
        *,
        nbest: int,
        weights: NumberedWeights,
        threads: int,
    ) -> Examples:
        """What to learn from these sentences of a text; `weights` are those of the start, `nbest` is the size of lists."""
