"""Online methods by name, and methods of either kind."""

from __future__ import annotations

from pitchpipe.errors import unknown_name
from pitchpipe.online.adagrad import AdaGrad
from pitchpipe.online.arow import Arow
from pitchpipe.online.maxforce import MaxForce
from pitchpipe.online.method import OnlineMethod
from pitchpipe.online.sgd import Sgd
from pitchpipe.specs import parse_spec
from pitchpipe.tuning.methods import method as find_optimizer
from pitchpipe.tuning.optimizer import Optimizer

METHODS: dict[str, type[OnlineMethod]] = {kind.name: kind for kind in (AdaGrad, Sgd, Arow, MaxForce)}


def is_online(spec: str) -> bool:
    """Whether a spec string names an online method."""
    return parse_spec(spec).name in METHODS


def method(spec: str | OnlineMethod, epochs: int | None = None) -> OnlineMethod:
    """Build the online method that a spec string such as `adagrad(rate=0.1)` names.

    It goes through the text `epochs` times at most, unless the spec says how often.
    """
    if isinstance(spec, OnlineMethod):
        return spec
    parsed = parse_spec(spec)
    if parsed.name not in METHODS:
        raise unknown_name("online method", parsed.name, METHODS)
    limit = {"epochs": epochs} if epochs else {}
    built: OnlineMethod = METHODS[parsed.name].from_spec(parsed.positional, {**limit, **parsed.options})
    return built


def any_method(spec: str) -> Optimizer | OnlineMethod:
    """Build the method that a spec string names, an online one or one that tunes on lists."""
    return method(spec) if is_online(spec) else find_optimizer(spec, others=METHODS)
