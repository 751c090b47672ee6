"""What an online method is: a rule for updates, and the examples that it learns from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, Numbers
from pitchpipe.lists.decoded import Candidates
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric
from pitchpipe.online.gradient import Gradient
from pitchpipe.settings import Settings, setting
from pitchpipe.weights import NumberedWeights


class Derivations(Candidates, Protocol):
    """Partial translations of each sentence, bin after bin."""

    @property
    def scores(self) -> Array: ...
    @property
    def arrays(self) -> Mapping[str, Any]:
        """Among them `segments`, the spans of the phrases, cut by `segment_offsets` for each derivation."""
        ...


class Translator(Protocol):
    """A decoder with the text to tune on; threads may call it at once."""

    @property
    def dense_names(self) -> Sequence[str]: ...
    def __len__(self) -> int:
        """How many sentences there are."""
        ...

    def lists(self, sentences: Numbers, weights: NumberedWeights, size: int, threads: int) -> Pool:
        """The best translations of these sentences, best first, with their references."""
        ...

    def references(self, sentence: int) -> Sequence[str]: ...
    def bins(self, sentences: Numbers, weights: NumberedWeights, size: int, threads: int) -> Derivations:
        """The best derivations of each search bin. Needed by methods that look into the search, as is `forced`."""
        ...

    def forced(
        self, sentences: Numbers, references: Sequence[str], weights: NumberedWeights, size: int, threads: int
    ) -> tuple[NDArray[np.bool_], Derivations]:
        """Whether each reference can be yielded, and the bins of what leads to it, or to the longest start that can be."""
        ...


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
        translator: Translator,
        metric: Metric,
        sentences: Numbers,
        *,
        size: int,
        weights: NumberedWeights,
        threads: int,
    ) -> Examples:
        """What to learn from these sentences; `weights` are those of the start, `size` that of lists."""
