"""Learning from pairs of candidates: PRO's sampler on the lists of the current weights (Green et al. 2013)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.decoder import Decoder
from pitchpipe.errors import InputError
from pitchpipe.lists.decoded import decoded
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.online.gradient import Gradient
from pitchpipe.online.losses import SLOPES
from pitchpipe.online.method import OnlineMethod
from pitchpipe.online.state import Stateless
from pitchpipe.settings import setting
from pitchpipe.tuning.methods.pro import Pro
from pitchpipe.tuning.pairs import Pairs
from pitchpipe.tuning.problem import Problem
from pitchpipe.weights import NumberedWeights


@dataclass(frozen=True)
class PairMethod(OnlineMethod):
    """Base of online methods that learn to rank pairs; a new one defines `name`, `rate` and `rates`."""

    loss: str = setting("logistic", "cost of a wrongly ranked pair", choices=tuple(SLOPES))
    l1: float = setting(
        0.1, "how strongly sparse weights are drawn to 0, so that many become 0 (λ)", minimum=0
    )
    l2: float = setting(0.0, "how strongly sparse weights are shrunk", minimum=0)
    dense_l1: bool = setting(False, "whether l1 and l2 apply to dense weights too")
    samples: int = setting(5000, "pairs drawn from each list (PRO's Γ)", minimum=1, maximum=1_000_000)
    keep: int = setting(15, "the most pairs of a list to learn from (Ξ)", minimum=1, maximum=1_000_000)
    threshold: float = setting(0.05, "the least gold difference of a pair, on a scale of 0 to 1", minimum=0)
    average: bool = setting(False, "take the mean of the weights after each step instead of the last weights")
    gold: str = setting(
        "", "the metric whose sentence-level scores rank candidates; by default the metric to tune to"
    )
    cutoff: int = setting(
        1,
        "number of different sentences in which a sparse feature must fire before it is learned",
        minimum=1,
        maximum=100,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.gold:
            find_metric(self.gold)

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
    ) -> PairExamples:
        return PairExamples(self, decoder, text, metric, sentences, nbest)

    @property
    def averaged(self) -> bool:
        return self.average

    @property
    def penalties(self) -> tuple[float, float]:
        return self.l1, self.l2

    @property
    def rarest(self) -> int:
        return self.cutoff

    @property
    def sampler(self) -> Pro:
        return Pro(samples=self.samples, keep=self.keep, threshold=self.threshold, gold=self.gold)


@dataclass(frozen=True)
class PairExamples:
    """Sentences to translate; the pairs of a list are drawn when it is there."""

    method: PairMethod
    decoder: Decoder
    text: DevSet
    metric: Metric
    sentences: Numbers
    nbest: int
    state: Stateless = field(default_factory=Stateless)

    @property
    def facts(self) -> dict[str, int]:
        return {"sentences": len(self.sentences)}

    def __len__(self) -> int:
        return len(self.sentences)

    def gradient(self, examples: Numbers, weights: NumberedWeights, seed: int, threads: int) -> Gradient:
        sentences = self.sentences[examples]
        text = self.text.take(sentences.tolist())
        pool = decoded(self.decoder, text, weights, nbest=self.nbest, threads=threads)
        pairs = self.method.sampler.pairs(Problem(pool, self.metric, threads), seed)
        return pair_gradient(
            pool, pairs, self.method.loss, weights, sentences if self.method.cutoff > 1 else None
        )


def pair_gradient(
    pool: Pool, pairs: Pairs, loss: str, weights: NumberedWeights, sentences: Numbers | None = None
) -> Gradient:
    """The gradient of the loss of all pairs (equation 12); what fired where is told if there are `sentences`."""
    if pool.dense_names != weights.vocabulary.dense:
        raise InputError(
            f"found lists with the dense features {', '.join(pool.dense_names)}, "
            f"expected {', '.join(weights.vocabulary.dense)}"
        )
    from scipy.sparse import csr_matrix

    differences = csr_matrix(pairs.differences)
    differences.eliminate_zeros()
    columns, places = np.unique(differences.indices, return_inverse=True)
    features = vocabulary_numbers(pool, columns, weights)
    shape = (len(pairs), len(columns))
    differences = csr_matrix((differences.data, places, differences.indptr), shape)
    slopes = pairs.weights * SLOPES[loss](differences @ weights.of(features))
    values: Array = differences.T @ slopes
    fired = []
    if sentences is not None:
        for group in np.unique(pairs.groups).tolist():
            begin, end = np.searchsorted(pairs.groups, [group, group + 1])
            entries = slice(differences.indptr[begin], differences.indptr[end])
            fired.append((int(sentences[group]), features[np.unique(differences.indices[entries])]))
    return Gradient(features, values, len(pairs), fired)


def vocabulary_numbers(pool: Pool, columns: Numbers, weights: NumberedWeights) -> Numbers:
    """The vocabulary's numbers of a pool's columns."""
    count = len(pool.dense_names)
    dense = columns[columns < count]
    names = [pool.sparse_names[column - count] for column in columns[len(dense) :].tolist()]
    return np.concatenate([dense.astype(np.int64), weights.vocabulary.numbers(names)])
