"""What an online method is: a rule for updates, and the examples that it learns from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Protocol

from pitchpipe.arrays import Array, Numbers
from pitchpipe.decoder import Decoder
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import Metric
from pitchpipe.online.gradient import Gradient
from pitchpipe.settings import Settings, setting
from pitchpipe.weights import NumberedWeights


class Examples(Protocol):
    """What is learned from, in mini-batches."""

    @property
    def facts(self) -> dict[str, int]:
        """What the user should know about them."""
        ...

    def __len__(self) -> int: ...
    def gradient(self, examples: Numbers, weights: NumberedWeights, seed: int, threads: int) -> Gradient:
        """What these examples teach at these weights. Threads may call it at once."""
        ...


@dataclass(frozen=True)
class OnlineMethod(Settings, ABC):
    """Base of methods that decode a few sentences, learn from them, and go on with the new weights."""

    averaged: ClassVar[bool] = False
    """Whether the result is the mean of the weights after each step."""

    epochs: int = setting(8, "how often the text is gone through, at most", minimum=1)
    patience: int = setting(3, "epochs without a better score after which learning ends", minimum=1)
    batch: int = setting(20, "sentences that are learned from at once", minimum=1)
    held_out: float = setting(
        0.0, "the part of the text that epochs are judged by; 0 judges by all of it", minimum=0, maximum=0.9
    )
    start: str = setting(
        "given",
        "the weights to start from: those of the model, all equal, or all 0",
        choices=("given", "uniform", "zero"),
    )
    dense_rate: float = setting(1.0, "what the rate is multiplied by for dense features", minimum=0)
    synchronous: bool = setting(
        False,
        "decode each batch with the newest weights: slower, and the same bits for any number of threads",
    )

    @property
    def penalties(self) -> tuple[float, float]:
        """How strongly sparse weights are drawn to 0: the λ of L1 and of L2 regularisation."""
        return 0.0, 0.0

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
