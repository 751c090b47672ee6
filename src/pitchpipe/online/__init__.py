"""Online tuning: weights change after every few sentences, for millions of sparse features."""

from pitchpipe.online.checkpoint import Epoch, OnlineRecord, best_epoch
from pitchpipe.online.loop import OnlineResult, online_loop
from pitchpipe.online.method import OnlineMethod, Translator
from pitchpipe.online.methods import METHODS, any_method, is_online, method
from pitchpipe.online.weights import Weights

__all__ = [
    "METHODS",
    "Epoch",
    "OnlineMethod",
    "OnlineRecord",
    "OnlineResult",
    "Translator",
    "Weights",
    "any_method",
    "best_epoch",
    "is_online",
    "method",
    "online_loop",
]
