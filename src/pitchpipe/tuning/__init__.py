"""The pool of candidates, and the optimizers that find weights for it."""

from pitchpipe.tuning.methods import METHODS, find_method, method, tune
from pitchpipe.tuning.optimizer import Found, Optimizer, Tuned
from pitchpipe.tuning.pool import Pool, SparseFeatures
from pitchpipe.tuning.problem import Problem

__all__ = [
    "METHODS",
    "Found",
    "Optimizer",
    "Pool",
    "Problem",
    "SparseFeatures",
    "Tuned",
    "find_method",
    "method",
    "tune",
]
