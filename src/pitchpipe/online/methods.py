"""Online methods by name, and methods of either kind."""

from __future__ import annotations

from pitchpipe.online.adagrad import AdaGrad
from pitchpipe.online.arow import Arow
from pitchpipe.online.maxforce import MaxForce
from pitchpipe.online.method import OnlineMethod
from pitchpipe.online.omira import OnlineMira
from pitchpipe.online.sgd import Sgd
from pitchpipe.registry import Registry
from pitchpipe.specs import parse_spec
from pitchpipe.tuning.methods import find_method
from pitchpipe.tuning.optimizer import Optimizer

METHODS: Registry[OnlineMethod] = Registry(
    "online_methods", "online method", OnlineMethod, (AdaGrad, Sgd, Arow, OnlineMira, MaxForce)
)


def is_online(spec: str) -> bool:
    """Whether a spec string names an online method."""
    return parse_spec(spec).name in METHODS.names


def find_online(spec: str | OnlineMethod, epochs: int | None = None) -> OnlineMethod:
    """Build the online method that a spec string such as `adagrad(rate=0.1)` names.

    It goes through the text `epochs` times at most, unless the spec says how often.
    """
    return METHODS.build(spec, {"epochs": epochs} if epochs else None)


def any_method(spec: str) -> Optimizer | OnlineMethod:
    """Build the method that a spec string names, an online one or one that tunes on lists."""
    return find_online(spec) if is_online(spec) else find_method(spec, others=METHODS.names)
