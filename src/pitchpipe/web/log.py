"""A line for each request: one JSON object, without what was asked."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from pitchpipe.web.door import Application, Receive, Scope, Send


@dataclass(frozen=True)
class Logged:
    """An application whose requests are logged: time, method, path, status, milliseconds, and bytes of the answer."""

    application: Application
    write: Callable[[str], None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        began, status, size = time.perf_counter(), 0, 0

        async def counting(message: MutableMapping[str, Any]) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.application(scope, receive, counting)
        finally:
            line = {
                "time": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
                "method": scope["method"],
                "path": scope["path"],
                "status": status,
                "milliseconds": round(1000 * (time.perf_counter() - began), 1),
                "bytes": size,
            }
            self.write(json.dumps(line))
