"""Tuning as linear regression (Bazrafshan, Chung and Gildea 2012)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.settings import setting
from pitchpipe.tuning.gram import gram
from pitchpipe.tuning.pairs import Pairs, PairwiseOptimizer

FLATTEST = 1e-12
"""Directions in which pairs differ less than this, relative to the first, get no weight."""
MOST_STEPS = 1000


@dataclass(frozen=True)
class Regression(PairwiseOptimizer):
    """Least squares: differences of features predict how much better one candidate is than another.

    It samples pairs as PRO does, but uses the size of their gold differences, where PRO uses only the sign. Solved in
    closed form; with sparse features, by LSQR. With `l2`, ridge regression (equation 5). Unlike in the paper, a pair
    drawn again counts once (`distinct`), and dense features are put on one scale (`standardize`). The weights are
    scaled so that their absolute values sum to 1 (`rescale`). Sentences are ranked by Nakov's variant of BLEU+1, as
    in `pro`; `gold=bleu` takes the paper's.

    References
    ----------
    Bazrafshan, Chung and Gildea, 2012, Tuning as linear regression.

    Hopkins and May, 2011, Tuning as ranking (the sampler).
    """

    name: ClassVar[str] = "regression"

    l2: float = setting(0.0, "λ of ridge regression; 0 is least squares", minimum=0)

    def learn(self, pairs: Pairs, rng: np.random.Generator) -> Array:
        # Both signs of a pair add the same to X'X and X'g, so each pair counts twice.
        counts = 2.0 * pairs.weights
        if isinstance(pairs.differences, np.ndarray):
            return ridge(pairs.differences, pairs.gold, counts, self.l2)
        return sparse_ridge(pairs.differences, pairs.gold, counts, self.l2)


def ridge(rows: Array, targets: Array, counts: Array, l2: float) -> Array:
    """(X'X + l2 I)^-1 X'g; of many solutions, the shortest."""
    root = np.sqrt(counts)
    weighted = rows * root[:, None]
    values, vectors = np.linalg.eigh(gram(weighted))
    values += l2
    kept = values > FLATTEST * values.max(initial=0.0)
    along = vectors[:, kept].T @ (weighted.T @ (root * targets))
    solution: Array = vectors[:, kept] @ (along / values[kept])
    return solution


def sparse_ridge(rows: object, targets: Array, counts: Array, l2: float) -> Array:
    """The same for a SciPy sparse matrix, in time that grows with its non-zero entries."""
    from scipy.sparse import diags
    from scipy.sparse.linalg import lsqr

    root = np.sqrt(counts)
    found = lsqr(
        diags(root) @ rows, root * targets, damp=np.sqrt(l2), atol=1e-10, btol=1e-10, iter_lim=MOST_STEPS
    )
    solution: Array = found[0]
    return solution
