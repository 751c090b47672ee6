"""The API described for machines."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pitchpipe.serve.settings import ServeSettings

_REFUSALS = {
    "400": "something that is not as described",
    "403": "not allowed here",
    "413": "too much at once",
    "429": "too many sentences wait; try again later",
    "503": "no answer in time; try again later",
}


def openapi(name: str, settings: ServeSettings) -> dict[str, Any]:
    """An OpenAPI document of the API of a model."""
    text = {"type": "string"}
    number = {"type": "integer", "minimum": 1, "maximum": settings.nbest, "default": 1}
    lines = {"type": "array", "items": text, "maxItems": settings.lines}
    sentence = _object(
        {"source": text, "text": text, "alternatives": {"type": "array", "items": {"type": "object"}}}
    )
    terms = {"type": "array", "items": {"type": "array", "items": text, "minItems": 2, "maxItems": 2}}
    suggestion = _object({"rest": text, "text": text, "known": {"type": "boolean"}})
    found = {"type": "array", "items": {"type": "array", "items": sentence}}
    return {
        "openapi": "3.1.0",
        "info": {"title": f"Translation by {name}", "version": version("pitchpipe")},
        "paths": {
            "/translate": _post(
                "Translate a text, paragraphs kept",
                _object({"text": text, "nbest": number, "terms": terms}, ["text"]),
                _object({"text": text, "lines": found}),
            ),
            "/batch": _post(
                "Translate sentences", _object({"lines": lines}, ["lines"]), _object({"lines": lines})
            ),
            "/suggest": _post(
                "How a translation that was begun may go on",
                _object({"source": text, "typed": text, "nbest": number, "terms": terms}, ["source"]),
                _object({"suggestions": {"type": "array", "items": suggestion}}),
            ),
            "/correct": _post(
                "Keep a translation that a user corrected, and learn it, as the server was started",
                _object({"source": text, "target": text}, ["source", "target"]),
                _object({"learned": {"type": "integer"}}),
            ),
            "/undo": _post(
                "Forget the correction that was learned last",
                _object({}),
                _object({"learned": {"type": "integer"}}),
            ),
            "/health": _get("Whether the server is well, and how many sentences wait"),
            "/models": _get("What is served"),
        },
    }


def _object(properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _post(summary: str, takes: dict[str, Any], gives: dict[str, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {"200": {"description": "done", "content": _json(gives)}}
    responses |= {code: {"description": what} for code, what in _REFUSALS.items()}
    body = {"required": True, "content": _json(takes)}
    return {"post": {"summary": summary, "requestBody": body, "responses": responses}}


def _get(summary: str) -> dict[str, Any]:
    return {"get": {"summary": summary, "responses": {"200": {"description": "done"}}}}
