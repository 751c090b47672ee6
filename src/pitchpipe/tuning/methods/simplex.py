"""Downhill simplex on the metric itself (Nelder and Mead 1965; for MERT, Zhao and Chen 2009)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.settings import setting
from pitchpipe.tuning.optimizer import Found, Optimizer, Progress
from pitchpipe.tuning.problem import Problem


@dataclass(frozen=True)
class Simplex(Optimizer):
    """A simplex of weight vectors that crawls towards better scores; it scores points, not lines.

    References
    ----------
    Nelder and Mead, 1965, A simplex method for function minimization.

    Zhao and Chen, 2009, A simplex Armijo downhill algorithm for optimizing statistical machine translation
    decoding parameters.
    """

    name: ClassVar[str] = "simplex"

    restarts: int = setting(5, "random starting points in addition to the start weights", minimum=0)
    size: float = setting(0.5, "how far the first simplex reaches, for weights that sum to 1", minimum=1e-6)
    evaluations: int = setting(1000, "the most points to score from one start", minimum=1)

    def search(self, problem: Problem, start: Array, rng: np.random.Generator, progress: Progress) -> Found:
        from scipy.optimize import minimize

        count = len(start)
        starts = [start, *rng.uniform(-1.0, 1.0, (self.restarts, count))]
        best, best_objective, steps = start, problem.objective(start), []
        worse = -1.0 if problem.metric.higher_is_better else 1.0
        for done, point in enumerate(starts, 1):
            reach = self.size * (np.abs(point).sum() or 1.0)
            corners = np.vstack([point, point + reach * np.eye(count)])
            found = minimize(
                lambda weights: worse * problem.objective(weights),
                point,
                method="Nelder-Mead",
                options={
                    "initial_simplex": corners,
                    "maxfev": self.evaluations,
                    "xatol": 1e-5,
                    "fatol": 1e-9,
                },
            )
            objective = problem.objective(found.x)
            steps.append(objective)
            if problem.gain(objective, best_objective) > 0:
                best, best_objective = found.x, objective
            progress(done, len(starts), best_objective)
        return Found(best / np.abs(best).sum() if best.any() else best, steps)
