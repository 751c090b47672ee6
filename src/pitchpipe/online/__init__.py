"""Online tuning: weights change after every few sentences, for millions of sparse features."""

from pitchpipe.online.checkpoint import Epoch, OnlineRecord, best_epoch
from pitchpipe.online.loop import OnlineResult, online_loop
from pitchpipe.online.method import OnlineMethod
from pitchpipe.online.methods import METHODS, any_method, find_online, is_online

__all__ = [
    "METHODS",
    "Epoch",
    "OnlineMethod",
    "OnlineRecord",
    "OnlineResult",
    "any_method",
    "best_epoch",
    "find_online",
    "is_online",
    "online_loop",
]
