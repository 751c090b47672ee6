"""Requests that are turned away, and what is read of the others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.requests import Request


class RefusedError(Exception):
    """A request that is turned away, with a code and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


async def json_object(request: Request) -> dict[str, Any]:
    """The object that a request brings."""
    try:
        sent = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise RefusedError(400, "found something that is not JSON") from None
    if not isinstance(sent, dict):
        raise RefusedError(400, "expected a JSON object")
    return sent
