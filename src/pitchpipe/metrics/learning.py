"""Learning a metric from judgements, and what it is worth on segments that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.correlation import Agreement, agreement
from pitchpipe.metrics.gold import Gold
from pitchpipe.metrics.judgements import Judgements
from pitchpipe.metrics.learned import LinearModel, feature_scores


@dataclass(frozen=True)
class LearnedMetric:
    """A metric that was learned, and how well it and its parts agree with the judgements."""

    model: LinearModel
    agreement: Agreement
    """Of predictions for segments that were held out."""
    parts: dict[str, Agreement]


def learn_metric(
    judgements: Judgements,
    features: Sequence[str | Metric],
    *,
    l2: float = 1.0,
    folds: int = 10,
    tokenize: str = "none",
    seed: int = 1,
    threads: int = 1,
) -> LearnedMetric:
    """Learn to predict judgements from other metrics' sentence-level scores by ridge regression.

    Parameters
    ----------
    judgements
        Those of systems, with references; see `Judgements.against`.
    l2
        How much weights are held back, for features of deviation 1.
    folds
        Parts of the segments. Each is predicted by what the others teach, so that no segment is in both.
    """
    metrics = [find_metric(one) for one in features]
    names = [one if isinstance(one, str) else one.spec for one in features]
    if len(set(names)) != len(names):
        raise InputError("found a feature twice, expected each once")
    if not metrics:
        raise InputError("found no features, expected metrics such as bleu,ter")
    count = int(judgements.segment_of.max()) + 1
    if not 2 <= folds <= count:
        raise InputError(f"found {folds} folds, expected 2 to the number of segments, which is {count}")
    texts = judgements.judged(tokenize)
    rows = [one.pool_statistics(texts, threads) for one in metrics]
    scores = feature_scores(metrics, texts, threads)
    fold_of = np.random.default_rng(seed).permutation(np.arange(count) % folds)[judgements.segment_of]
    predicted = np.zeros(len(judgements))
    for fold in range(folds):
        seen, unseen = fold_of != fold, fold_of == fold
        intercept, weights = ridge(scores[seen], judgements.scores[seen], l2)
        predicted[unseen] = intercept + scores[unseen] @ weights
    held_out = agreement(judgements, Gold(), np.column_stack([predicted, np.ones_like(predicted)]), seed=seed)
    intercept, weights = ridge(scores, judgements.scores, l2)
    model = LinearModel(
        tuple(names),
        tuple(weights.tolist()),
        intercept,
        {
            "judgements": len(judgements),
            "segments": count,
            "systems": len(judgements.names),
            "reference": judgements.reference,
            "tokenize": tokenize,
            "l2": l2,
            "folds": folds,
            "seed": seed,
            "held_out": held_out.as_dict(),
        },
    )
    parts = {
        name: agreement(judgements, one, row, seed=seed)
        for name, one, row in zip(names, metrics, rows, strict=True)
    }
    return LearnedMetric(model, held_out, parts)


def ridge(features: Array, targets: Array, l2: float) -> tuple[float, Array]:
    """The intercept and weights of the least squares, with l2 times the squares of weights of standardised features added."""
    means, deviations = features.mean(axis=0), features.std(axis=0)
    standard = (features - means) / np.where(deviations > 0, deviations, 1.0)
    gram = standard.T @ standard + l2 * np.eye(features.shape[1])
    weights = np.linalg.solve(gram, standard.T @ (targets - targets.mean()))
    weights = weights / np.where(deviations > 0, deviations, 1.0) * (deviations > 0)
    return float(targets.mean() - means @ weights), weights
