"""Online methods by name."""

from __future__ import annotations

from pitchpipe.errors import unknown_name
from pitchpipe.online.adagrad import AdaGrad
from pitchpipe.online.arow import Arow
from pitchpipe.online.maxforce import MaxForce
from pitchpipe.online.method import OnlineMethod
from pitchpipe.online.sgd import Sgd
from pitchpipe.specs import parse_spec

METHODS: dict[str, type[OnlineMethod]] = {kind.name: kind for kind in (AdaGrad, Sgd, Arow, MaxForce)}


def is_online(spec: str) -> bool:
    """Whether a spec string names an online method."""
    return parse_spec(spec).name in METHODS


def method(spec: str | OnlineMethod) -> OnlineMethod:
    """Build the online method that a spec string such as `adagrad(rate=0.1)` names."""
    if isinstance(spec, OnlineMethod):
        return spec
    parsed = parse_spec(spec)
    if parsed.name not in METHODS:
        raise unknown_name("online method", parsed.name, METHODS)
    built: OnlineMethod = METHODS[parsed.name].from_spec(parsed.positional, dict(parsed.options))
    return built
