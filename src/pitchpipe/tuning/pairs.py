"""Pairs of candidates of the same group, one better than the other: what pairwise learners learn from."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array, Numbers
from pitchpipe.metrics import Bleu, Metric, find_metric
from pitchpipe.settings import setting
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem

FEW_SPARSE = 10
"""Sparse features that are drawn to 0 as strongly as dense ones; where there are n times as many, each is n times as strongly."""


@dataclass(frozen=True)
class Pairs:
    """Sampled pairs: row i of `differences` is the features of the better candidate minus those of the worse one."""

    better: Numbers
    worse: Numbers
    groups: Numbers
    """The group of each pair; they do not fall."""
    differences: Any
    """An array, or a SciPy CSR matrix if any features are sparse."""
    gold: Array
    """How much better the better one is, above 0."""
    weights: Array
    """How often each pair counts: the weight of its group."""

    def __len__(self) -> int:
        return len(self.gold)

    def both_signs(self) -> tuple[Any, Array]:
        """Each pair as two training instances, with the labels +1 and -1."""
        return _interleaved(self.differences), np.tile([1.0, -1.0], len(self))


@dataclass(frozen=True)
class PairwiseOptimizer(Optimizer):
    """Base of optimizers that learn from sampled pairs; a new one defines `name`, its settings and `learn`.

    Differs from the paper's sampler in one thing: with `distinct`, a pair that is drawn again counts once. In short
    lists the same few pairs would otherwise be all that is kept.
    """

    samples: int = setting(5000, "pairs drawn from each list (the paper's Γ)", minimum=1, maximum=1_000_000)
    keep: int = setting(50, "the most pairs of a list to learn from (Ξ)", minimum=1, maximum=1_000_000)
    accept: str = setting(
        "step",
        "accept a pair from the threshold on, or by a sigmoid centred on the list's mean gold difference",
        choices=("step", "sigmoid"),
    )
    threshold: float = setting(0.05, "the least gold difference of a pair, on a scale of 0 to 1", minimum=0)
    gold: str = setting(
        "", "the metric whose sentence-level scores rank candidates; by default the metric to tune to"
    )
    distinct: bool = setting(True, "whether a pair that is drawn again counts once")
    length_guard: int = setting(
        0, "the most words by which a pair's lengths may differ; 0 for any", minimum=0, maximum=1_000_000
    )
    standardize: bool = setting(True, "whether to put dense features on one scale while learning")
    rescale: bool = setting(
        True,
        "whether to scale the weights so that their absolute values sum to 1; false leaves them as learned",
    )
    sparse_l2: float = setting(
        0.0,
        "how many times as strongly l2 draws sparse weights to 0 as dense ones; "
        f"0 means the number of sparse features over {FEW_SPARSE}, at least 1",
        minimum=0,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.gold:
            find_metric(self.gold)

    @abstractmethod
    def learn(self, pairs: Pairs, rng: np.random.Generator) -> Array:
        """Weights that rank the better candidate of each pair above the worse one."""

    def judge(self, metric: Metric) -> Metric:
        """The metric whose sentence-level scores rank candidates, where `gold` does not name one.

        The papers' BLEU+1 prefers short translations (Nakov et al. 2012), so that BLEU, however it is told to count
        references, is judged by Nakov's variant, unless it names another than the papers'.
        """
        if isinstance(metric, Bleu) and metric.sentence == Bleu.sentence:
            return replace(metric, sentence="nakov")
        return metric

    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        pairs = self.pairs(problem, int(rng.integers(2**63)))
        weights, warnings = start, []
        if not len(pairs):
            warnings.append(f"{self.name}: no two candidates of a list differ enough to learn from")
        else:
            weights = self._learned(pairs, len(problem.pool.dense_names), rng)
        objective = problem.objective(weights)
        progress(1, 1, objective)
        return Found(weights, [objective], warnings)

    def pairs(self, problem: Problem, seed: int) -> Pairs:
        """The pairs that the sampler keeps."""
        pool = problem.pool
        gold = gold_scores(problem, find_metric(self.gold) if self.gold else self.judge(problem.metric))
        counted = pool.texts if self.length_guard else ()
        lengths = np.fromiter((len(text.split()) for text in counted), np.int64)
        better, worse = _native.sample_pairs(
            gold,
            lengths,
            pool.offsets,
            self.samples,
            self.keep,
            self.accept == "sigmoid",
            self.threshold,
            self.distinct,
            self.length_guard,
            seed,
            problem.threads,
        )
        matrix = pool.matrix()
        differences = matrix[better]
        differences -= matrix[worse]
        groups = pool.group_of[better]
        ahead = gold[better] - gold[worse]
        return Pairs(better, worse, groups, differences, ahead, pool.group_weights[groups])

    def _learned(self, pairs: Pairs, dense: int, rng: np.random.Generator) -> Array:
        scale = np.ones(pairs.differences.shape[1])
        if self.standardize:
            scale[:dense] = _typical(pairs.differences[:, :dense])
        # A weight of a feature that is divided by s is drawn to 0 as if l2 were s² times as large.
        scale[dense:] = np.sqrt(self._sparse_ratio(len(scale) - dense))
        if (scale != 1).any():
            pairs = replace(pairs, differences=_divided(pairs.differences, scale))
        weights = self.learn(pairs, rng) / scale
        size = np.abs(weights).sum() if self.rescale else 0.0
        return weights / size if size > 0 else weights

    def _sparse_ratio(self, sparse: int) -> float:
        """How many times as strongly sparse weights are drawn to 0 as dense ones."""
        return self.sparse_l2 or max(1.0, sparse / FEW_SPARSE)


def gold_scores(problem: Problem, judge: Metric) -> Array:
    """Sentence-level scores on a scale of 0 to 1, higher for better candidates.

    Metrics without a scale of their own are divided by the difference between the pool's best and worst.
    """
    rows = problem.rows
    if judge != problem.metric or (problem.pool.group_weights != 1).any():
        rows = judge.pool_statistics(problem.pool, problem.threads)
    scores = judge.sentence_scores(rows)
    scale = judge.scale_of(scores)
    return scores / (scale if judge.higher_is_better else -scale)


def _typical(differences: Any) -> Array:
    """The root mean square of each column, 1 where it is 0."""
    squares = differences**2 if isinstance(differences, np.ndarray) else differences.power(2)
    root = np.sqrt(np.asarray(squares.mean(axis=0)).ravel())
    return np.where(root > 0, root, 1.0)


def _divided(differences: Any, scale: Array) -> Any:
    if isinstance(differences, np.ndarray):
        return differences / scale
    divided = differences.copy()
    divided.data /= scale[divided.indices]
    return divided


def _interleaved(differences: Any) -> Any:
    signs, rows = np.tile([1.0, -1.0], differences.shape[0]), np.repeat(np.arange(differences.shape[0]), 2)
    both = differences[rows]
    if isinstance(both, np.ndarray):
        return both * signs[:, None]
    both.data *= np.repeat(signs, np.diff(both.indptr))
    return both
