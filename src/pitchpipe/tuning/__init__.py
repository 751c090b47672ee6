"""The pool of candidates, and the optimizers that find weights for it."""

from pitchpipe.tuning.merge import merge
from pitchpipe.tuning.methods import METHODS, find_method, method, tune
from pitchpipe.tuning.optimizer import Found, Optimizer, Tuned
from pitchpipe.tuning.pool import Pool, SparseFeatures
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.weights import read_weights, write_weights

__all__ = [
    "METHODS",
    "Found",
    "Optimizer",
    "Pool",
    "Problem",
    "SparseFeatures",
    "Tuned",
    "find_method",
    "merge",
    "method",
    "read_weights",
    "tune",
    "write_weights",
]
