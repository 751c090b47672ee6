"""The page of a campaign and the few requests that it makes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import InputError
from pitchpipe.judge.answers import ANSWER, KINDS, Answers, Event
from pitchpipe.judge.campaign import Campaign, Item
from pitchpipe.judge.differences import marked_texts
from pitchpipe.judge.links import is_name, is_token
from pitchpipe.judge.page import judge_page
from pitchpipe.judge.protocols import check_value
from pitchpipe.judge.tasks import Tasks
from pitchpipe.web.refusals import RefusedError, json_object, unanswered

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from pitchpipe.web.door import Application

MOST_EVENTS, MOST_LETTERS = 500, 10_000
_KEY = re.compile(r"[0-9a-z-]{8,64}")


@dataclass(frozen=True)
class JudgeServer:
    """A campaign as judges see it. With a secret, a judge needs the token of the name; without, any name will do."""

    campaign: Campaign
    answers: Answers
    secret: bytes | None = None

    @cached_property
    def _tasks(self) -> Tasks:
        return Tasks(self.campaign, self.answers)

    def application(self) -> Application:
        """What a server runs: the page, the work of a judge, and the answers."""
        from starlette.applications import Starlette
        from starlette.concurrency import run_in_threadpool
        from starlette.responses import HTMLResponse, JSONResponse
        from starlette.routing import Route

        html, policy = judge_page(self.campaign, self.secret is None)

        async def page(_: Request) -> Response:
            return HTMLResponse(html, headers={"content-security-policy": policy})

        async def work(request: Request) -> Response:
            judge = self._judge(request.query_params.get("judge"), request.headers)
            return JSONResponse(await run_in_threadpool(self.work, judge))

        async def answer(request: Request) -> Response:
            sent = await json_object(request)
            judge = self._judge(sent.get("judge"), request.headers)
            return JSONResponse(await run_in_threadpool(self.keep, judge, sent.get("events")))

        async def refused(_: Request, error: Exception) -> Response:
            status = error.status if isinstance(error, RefusedError) else 400
            return JSONResponse({"error": str(error)}, status)

        return Starlette(
            routes=[
                Route("/", page),
                Route("/work", work),
                Route("/answers", answer, methods=["POST"]),
            ],
            exception_handlers={RefusedError: refused, InputError: refused, 404: unanswered, 405: unanswered},
        )

    def work(self, judge: str) -> dict[str, Any]:
        """The task that a judge is at: its items without the systems' names, and what the judge has said of them."""
        task = self._tasks.of(judge)
        if task is None:
            return {"task": None, "tasks": len(self.campaign.tasks), "items": [], "done": []}
        items = self.campaign.tasks[task]
        ids = {item.id for item in items}
        done = [event for event in self.answers.current(judge) if event.item in ids]
        return {
            "task": task + 1,
            "tasks": len(self.campaign.tasks),
            "items": [self._shown(item) for item in items],
            "done": [
                {"item": one.item, "kind": one.kind, "value": one.value, "comment": one.comment}
                for one in done
            ],
        }

    def keep(self, judge: str, events: Any) -> dict[str, list[str]]:
        """Keep what a judge sends, and say what is on disk now."""
        if not isinstance(events, list) or len(events) > MOST_EVENTS:
            raise RefusedError(400, f"expected a list of at most {MOST_EVENTS} events")
        kept = [self._event(judge, one) for one in events]
        self.answers.keep(kept)
        return {"kept": [event.key for event in kept]}

    def _event(self, judge: str, sent: Any) -> Event:
        if not isinstance(sent, Mapping):
            raise RefusedError(400, "expected an object for each event")
        key, kind, comment, seconds = (sent.get(name) for name in ("key", "kind", "comment", "seconds"))
        item = self.campaign.by_id.get(str(sent.get("item")))
        if item is None or item.task is None:
            raise RefusedError(400, f"there is no item {sent.get('item')!r} in this campaign")
        if not isinstance(key, str) or not _KEY.fullmatch(key):
            raise RefusedError(400, f"item {item.id}: expected a key of 8 to 64 letters and digits")
        if kind not in KINDS:
            raise RefusedError(400, f"item {item.id}: expected one of {', '.join(KINDS)}, not {kind!r}")
        if not isinstance(comment, str) or len(comment) > MOST_LETTERS:
            raise RefusedError(400, f"item {item.id}: expected a comment of at most {MOST_LETTERS} letters")
        if type(seconds) not in (int, float) or not 0 <= seconds < 1e7:  # type: ignore[operator]
            raise RefusedError(400, f"item {item.id}: expected how many seconds it took")
        value = sent.get("value")
        if kind == ANSWER:
            settings = self.campaign.settings
            check_value(settings.protocol, item, value, settings.ties)
        elif value is not None:
            raise RefusedError(400, f"item {item.id}: expected no value of a {kind}")
        return Event(key, judge, item.id, str(kind), value, comment, float(seconds))  # type: ignore[arg-type]

    def _judge(self, name: Any, headers: Mapping[str, str]) -> str:
        """Who sends a request, if it is true."""
        if not is_name(name):
            raise RefusedError(400, "expected the name of a judge")
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if self.secret is not None and not is_token(self.secret, name, given):
            raise RefusedError(403, "this link is not of this campaign; ask for a new one")
        return str(name)

    def _shown(self, item: Item) -> dict[str, Any]:
        return {
            "id": item.id,
            "source": item.source,
            "reference": item.reference,
            "texts": marked_texts(item, self.campaign.settings.highlight),
        }
