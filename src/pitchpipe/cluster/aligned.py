"""Arrays where the native core expects them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

import numpy as np

Received = TypeVar("Received")


def aligned(received: Received) -> Received:
    """What came from another process, with arrays at addresses that suit their type.

    A message is one piece of memory, and arrays lie in it wherever they happen to.
    """
    if isinstance(received, np.ndarray):
        return cast(Received, np.require(received, requirements=["A"]))
    if isinstance(received, tuple) and any(isinstance(one, np.ndarray) for one in received):
        return cast(Received, tuple(map(aligned, received)))
    if is_dataclass(received) and not isinstance(received, type):
        values = {field.name: getattr(received, field.name) for field in fields(received) if field.init}
        changed = {name: new for name, old in values.items() if (new := aligned(old)) is not old}
        return cast(Received, replace(received, **changed)) if changed else received
    return received
