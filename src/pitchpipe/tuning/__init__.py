"""Optimizers that find weights for a pool of candidates, and the loop that tunes a decoder with them."""

from pitchpipe.tuning.methods import METHODS, find_method, tune
from pitchpipe.tuning.optimizer import Found, Optimizer, Tuned
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.runs import ListRun, best_run, tune_each

__all__ = [
    "METHODS",
    "Found",
    "ListRun",
    "Optimizer",
    "Problem",
    "Tuned",
    "best_run",
    "find_method",
    "tune",
    "tune_each",
]
