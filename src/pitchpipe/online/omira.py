"""Online MIRA on k-best lists: the baseline of Hopkins and May (2011), after Chiang et al. (2008, 2009)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import Array, Numbers
from pitchpipe.decoder import Decoder
from pitchpipe.errors import InputError
from pitchpipe.lists.decoded import decoded
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Bleu, Metric
from pitchpipe.metrics.background import BackgroundBleu
from pitchpipe.online.gradient import Gradient
from pitchpipe.online.method import OnlineMethod
from pitchpipe.online.pair_method import vocabulary_numbers
from pitchpipe.settings import setting
from pitchpipe.tuning.list_visits import Lists
from pitchpipe.tuning.problem import Problem
from pitchpipe.weights import NumberedWeights

EXACTNESS, MOST_PAIRS = 1e-6, 10_000
"""How exactly a sentence's quadratic programme is solved, and in how many steps at most."""


@dataclass(frozen=True)
class OnlineMira(OnlineMethod):
    """The smallest change of the weights that puts a sentence's hope ahead of the rest of its list by their losses.

    Each sentence is translated with the weights learned from those before it. Hope is the candidate of its list with
    the highest sum of model score and gold, and the loss of a candidate is how much lower its gold is than hope's.
    Slack costs C. Gold is BLEU on a background, which has the decayed counts of the 1-best translations of earlier
    sentences, times the source words that these counts come from. The result is the average of the weights after each
    update.

    Hopkins and May take constraints from the 30-best list of the model (`nbest=30`), where Chiang et al. take 10-best
    lists by model score and by its sum and difference with gold. Unlike theirs, the counts of the background start at
    1, so that none is 0.

    References
    ----------
    Hopkins and May, 2011, Tuning as ranking (5.4.2 and note 13).

    Chiang, Knight and Wang, 2009, 11,001 new features for statistical machine translation.

    Chiang, Marton and Resnik, 2008, Online large-margin training of syntactic and structural translation features.
    """

    name: ClassVar[str] = "omira"

    epochs: int = setting(30, "most passes through the text", minimum=1)
    patience: int = setting(30, "epochs without a better score after which learning ends", minimum=1)
    batch: int = setting(1, "sentences to learn from at once", minimum=1)
    synchronous: bool = setting(
        True, "always true: each sentence is scored on the background of those before it"
    )
    C: float = setting(0.01, "cost of slack: the longest step of an update", minimum=1e-12)
    decay: float = setting(
        0.9, "factor for the background's counts after each sentence", minimum=0.01, maximum=1
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.synchronous:
            raise InputError(
                "omira: found synchronous=false, expected true: sentences are learned from in turn"
            )

    @property
    def averaged(self) -> bool:
        return True

    def rates(self, squares: Array) -> Array:
        return np.ones(len(squares))

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
    ) -> ListExamples:
        if not isinstance(metric, Bleu):
            raise InputError(
                f"omira: found the metric {metric.spec}, expected bleu: its gold is BLEU on a background"
            )
        background = SourceBackground(BackgroundBleu(metric, self.decay, scale="none"))
        return ListExamples(self, decoder, text, sentences, nbest, background)


class SourceBackground:
    """BLEU on a background, times the source words of background and sentence (Chiang et al. 2008, equation 5)."""

    def __init__(self, bleu: BackgroundBleu) -> None:
        self.bleu = bleu
        self.words = 0.0

    def gold(self, rows: Array, words: int) -> Array:
        """Of the candidates of a sentence, by their rows and the words of its source."""
        gold: Array = (self.words + words) / 100 * self.bleu.score(rows)
        return gold

    def take(self, row: Array, words: int) -> None:
        """The row of the sentence's 1-best translation joins the background."""
        self.bleu.update(row)
        self.words = self.bleu.decay * (self.words + words)

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"background": self.bleu.background, "source_words": np.array(self.words)}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        if arrays["background"].shape != self.bleu.background.shape:
            raise InputError("background has the wrong size")
        self.bleu.background = arrays["background"].copy()
        self.words = float(arrays["source_words"])


@dataclass(frozen=True)
class ListExamples:
    """Sentences, each of which is learned from as soon as its list is there."""

    method: OnlineMira
    decoder: Decoder
    text: DevSet
    sentences: Numbers
    nbest: int
    state: SourceBackground

    @property
    def facts(self) -> dict[str, int]:
        return {"sentences": len(self.sentences)}

    def __len__(self) -> int:
        return len(self.sentences)

    def gradient(self, examples: Numbers, weights: NumberedWeights, seed: int, threads: int) -> Gradient:
        text = self.text.take(self.sentences[examples].tolist())
        pool = decoded(self.decoder, text, weights, nbest=self.nbest, threads=threads)
        numbers = vocabulary_numbers(pool, np.arange(len(pool.feature_names)), weights)
        start = weights.of(numbers)
        moves, updates = np.zeros(len(start)), 0
        for place, sentence in enumerate(text.sentences):
            moved = self._moved(pool.take_groups(np.array([place])), start, len(sentence.split()), threads)
            moves += moved
            updates += bool(moved.any())
        changed = moves != 0
        return Gradient(numbers[changed], -moves[changed], updates)

    def _moved(self, pool: Pool, start: Array, words: int, threads: int) -> Array:
        """How a sentence's list moves the weights; its 1-best translation joins the background."""
        problem = Problem(pool, self.state.bleu.metric, threads)
        scores, gold = pool.scores(start), self.state.gold(problem.rows, words)
        hope = int(np.argmax(scores + gold))
        learner = _native.Mira(
            Lists(problem, np.ones(len(start))).features,
            gold[hope] - gold,
            np.array([hope]),
            start,
            self.method.C,
            np.ones(1),
            EXACTNESS,
            MOST_PAIRS,
        )
        learner.epoch(np.zeros(1, np.int64))
        self.state.take(problem.rows[int(np.argmax(scores))], words)
        moved: Array = learner.weights() - start
        return moved
