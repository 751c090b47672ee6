"""Requests that are turned away, and what is read of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitchpipe.files.json_text import parse_json

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


class RefusedError(Exception):
    """A request that is turned away, with a code and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


async def unanswered(request: Request, error: Exception) -> Response:
    """The answer to a request for an address, or with a method, that the server does not know."""
    from starlette.exceptions import HTTPException
    from starlette.responses import JSONResponse

    assert isinstance(error, HTTPException)
    sentence = f"found {request.method} {request.url.path}, which this server does not answer"
    return JSONResponse({"error": sentence}, error.status_code, error.headers)


async def json_object(request: Request) -> dict[str, Any]:
    """The object that a request brings."""
    try:
        sent = parse_json(await request.body())
    except ValueError as error:
        raise RefusedError(400, f"found something that is not JSON: {error}") from None
    if not isinstance(sent, dict):
        raise RefusedError(400, "expected a JSON object")
    return sent
