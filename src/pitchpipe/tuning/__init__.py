"""The pool of candidates, and the optimizers that find weights for it."""

from pitchpipe.tuning.merge import merge
from pitchpipe.tuning.methods import METHODS, find_method, method, tune
from pitchpipe.tuning.optimizer import Found, Optimizer, Tuned
from pitchpipe.tuning.oracle import Oracle, oracle
from pitchpipe.tuning.pool import Pool, SparseFeatures
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.rerank import reordered, rerank
from pitchpipe.tuning.runs import Run, best_run, tune_each
from pitchpipe.tuning.split import split
from pitchpipe.tuning.tokenized import tokenized
from pitchpipe.tuning.weights import read_weights, read_weights_for, write_weights

__all__ = [
    "METHODS",
    "Found",
    "Optimizer",
    "Oracle",
    "Pool",
    "Problem",
    "Run",
    "SparseFeatures",
    "Tuned",
    "best_run",
    "find_method",
    "merge",
    "method",
    "oracle",
    "read_weights",
    "read_weights_for",
    "reordered",
    "rerank",
    "split",
    "tokenized",
    "tune",
    "tune_each",
    "write_weights",
]
