"""The tuning loop: a decoder's weights, decoded and tuned again until they settle."""

from pitchpipe.tuning.loop.growing_pool import GrowingPool, Statistics
from pitchpipe.tuning.loop.loop import LoopResult, chosen_iteration, tuning_loop
from pitchpipe.tuning.loop.record import Iteration, LoopRecord
from pitchpipe.tuning.loop.replicas import Replica, best_replica, tune_replicas
from pitchpipe.tuning.loop.stages import tune_stages

__all__ = [
    "GrowingPool",
    "Iteration",
    "LoopRecord",
    "LoopResult",
    "Replica",
    "Statistics",
    "best_replica",
    "chosen_iteration",
    "tune_replicas",
    "tune_stages",
    "tuning_loop",
]
