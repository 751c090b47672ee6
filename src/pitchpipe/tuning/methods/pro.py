"""Pairwise ranking optimization (Hopkins and May 2011)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.settings import setting
from pitchpipe.tuning.classifiers import CLASSIFIERS, fitted
from pitchpipe.tuning.pairs import Pairs, PairwiseOptimizer


@dataclass(frozen=True)
class Pro(PairwiseOptimizer):
    """Tuning as ranking: a linear classifier learns which of two candidates is better.

    From the pairs drawn from each list, it takes those whose sentence-level scores differ most, and learns from the
    differences of their features. Works with thousands of features, dense or sparse. `logistic` is maximum entropy,
    `svm` has the squared hinge loss, `perceptron` is averaged; in Python, `Pro(classifier=...)` also takes any linear
    classifier of scikit-learn. The default of `l2` is the precision of MegaM's prior. Unlike in the paper, a pair
    drawn again counts once (`distinct`), and dense features are put on one scale (`standardize`). The weights are
    scaled so that their absolute values sum to 1 (`rescale`), and the more sparse weights there are, the more
    strongly they are drawn to 0 (`sparse_l2`). The paper's BLEU+1 prefers short translations, so sentences are ranked
    by Nakov's variant, which has one more reference word; `gold=bleu` takes the paper's.

    References
    ----------
    Hopkins and May, 2011, Tuning as ranking.

    Nakov, Guzmán and Vogel, 2012, Optimizing for sentence-level BLEU+1 yields short translations.

    Nakov, Guzmán and Vogel, 2013, A tale about PRO and monsters (for `length_guard`).
    """

    name: ClassVar[str] = "pro"

    classifier: str | object = setting(
        "logistic",
        "the classifier that tells better from worse",
        choices=tuple(CLASSIFIERS),
        objects_with="fit",
    )
    l2: float = setting(1.0, "how strongly logistic and svm draw weights to 0", minimum=0)

    def learn(self, pairs: Pairs, rng: np.random.Generator) -> Array:
        if isinstance(self.classifier, str):
            return CLASSIFIERS[self.classifier](pairs, self.l2, rng)
        return fitted(self.classifier, pairs)
