"""Requests to the servers of campaigns and of models, headers and all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from pitchpipe.decoder import Translator
from pitchpipe.errors import InputError
from pitchpipe.judge.answers import Answers
from pitchpipe.judge.server import JudgeServer
from pitchpipe.serve.live_model import LiveModel
from pitchpipe.serve.server import TranslationServer
from pitchpipe.serve.settings import ServeSettings
from pitchpipe.web.door import Application, Door

from ..decoder.phrasebook import phrasebook
from ..judge.campaigns import campaign
from .mutations import TEXT, values_changed
from .target import Target

HOST = b"host: 127.0.0.1:8080\n"
SENT = HOST + b"origin: http://127.0.0.1:8080\ncontent-type: application/json\ncontent-length: 9\n\n"
EVENTS = [
    {
        "key": "key-0001",
        "item": "01",
        "kind": "answer",
        "value": {"ranks": [1, 2]},
        "comment": "",
        "seconds": 1,
    },
    {"key": "key-0002", "item": "02", "kind": "skip", "value": None, "comment": "why", "seconds": 0.5},
    {"key": "key-0003", "item": "01", "kind": "undo", "value": None, "comment": "", "seconds": 2},
]
TEXTS = {"text": "das haus ist klein . ist das ein haus ?\n\nein haus", "nbest": 3}


def body_changed(data: bytes, rng: Random) -> bytes:
    """Other values in what a request brings."""
    head, between, body = data.partition(b"\n\n")
    return head + between + values_changed(body, rng)


def _asked(application: Application, path: Path) -> None:
    """Send a request as uvicorn would: a bad answer of the server itself is a fault."""
    head, _, body = path.read_bytes().partition(b"\n\n")
    first, *lines = head.split(b"\n")
    method, _, address = first.decode("latin-1").partition(" ")
    where, _, query = address.partition("?")
    scope = {
        "type": "http",
        "method": method.upper(),
        "path": where,
        "raw_path": where.encode(),
        "query_string": query.encode(),
        "headers": [
            (name.strip().lower(), value.strip()) for name, _, value in (one.partition(b":") for one in lines)
        ],
        "scheme": "http",
        "http_version": "1.1",
        "server": ("127.0.0.1", 8080),
        "client": ("127.0.0.1", 1),
        "root_path": "",
    }
    answer: dict[str, Any] = {"body": b""}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        answer["status"] = message.get("status", answer.get("status"))
        answer["body"] += message.get("body", b"")

    asyncio.run(application(scope, receive, send))
    if answer["status"] != 200:
        assert 300 <= answer["status"] < 500, answer["status"]
        raise InputError(answer["body"].decode())
    if where != "/":
        answer["body"].decode()


def once(make: Callable[[Path], Application]) -> Callable[[Path], None]:
    """Reads requests of an application that is made for the first of them."""
    made: dict[Path, Application] = {}

    def read(path: Path) -> None:
        if path not in made:
            made.clear()
            made[path] = Door(make(path.parent))
        _asked(made[path], path)

    return read


def _campaign(folder: Path) -> Application:
    opened = campaign(sentences=6, task=4)
    if not (folder / "campaign").exists():
        opened.write(folder / "campaign")
    return JudgeServer(opened, Answers(folder / "campaign")).application()


def _model(folder: Path) -> Application:
    phrasebook(folder / "model", {"das haus": ["the house"], "ist": ["is"], "klein": ["small", "little"]})
    model = LiveModel.of(Translator(folder / "model", threads=1))
    return TranslationServer(model, "model", ServeSettings(nbest=5, lines=20, letters=200)).application()


def posted(path: str, contents: object) -> bytes:
    return f"POST {path}\n".encode() + SENT + json.dumps(contents).encode()


REQUEST_TARGETS = [
    Target(
        "judge-request",
        once(_campaign),
        lambda folder: [
            posted("/answers", {"judge": "ann", "events": EVENTS}),
            b"GET /work?judge=bob\n" + HOST + b"\n",
            b"GET /\n" + HOST + b"\n",
        ],
        (*TEXT, body_changed, body_changed),
    ),
    Target(
        "serve-request",
        once(_model),
        lambda folder: [
            posted("/translate", TEXTS),
            posted("/batch", {"lines": ["das haus", "ist klein"]}),
            b"GET /metrics\n" + HOST + b"\n",
            b"GET /models\n" + HOST + b"\n",
        ],
        (*TEXT, body_changed, body_changed),
    ),
]
