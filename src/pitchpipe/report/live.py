"""A report that is served while its run goes on, to this machine only."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock

from pitchpipe.errors import InputError
from pitchpipe.online import OnlineRecord
from pitchpipe.pages.page import Report

ADDRESS = "127.0.0.1"
REFRESH = 10
"""Seconds after which a page asks for itself again."""


class LivePage:
    """The page of a run's folder, made again when something in the folder has changed."""

    def __init__(self, folder: Path, make: Callable[[], Report]) -> None:
        self._folder = folder
        self._make = make
        self._lock = Lock()
        self._seen: object = None
        self._html = b""

    def html(self) -> bytes:
        with self._lock:
            changed = self._stamp()
            if changed != self._seen:
                self._html = self._page().encode()
                self._seen = changed
            return self._html

    def _page(self) -> str:
        """The page, or one that says what is in its way: browsers are always answered."""
        try:
            return self._make().to_html(refresh=REFRESH)
        except (InputError, OSError) as error:
            problem = str(error)
        except Exception as error:
            problem = f"{self._folder}: the run cannot be shown: {error!r}"
        return Report("Nothing to show yet", problem, [], []).to_html(refresh=REFRESH)

    def _stamp(self) -> tuple[tuple[str, int], ...]:
        """The files that reports are made from, and when they were written."""
        found = []
        for path in sorted(self._folder.rglob("*")):
            if path.suffix in (".json", ".toml", ".txt") or path.name == OnlineRecord.FILE:
                with suppress(FileNotFoundError):  # a cell that is tried again has no error any more
                    found.append((str(path), path.stat().st_mtime_ns))
        return tuple(found)


def live_server(page: LivePage, port: int = 0) -> ThreadingHTTPServer:
    """A server of one page on the loopback interface; port 0 takes one that is free."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            names = {f"{name}:{server.server_port}" for name in (ADDRESS, "localhost")}
            if self.headers.get("Host") not in names:  # a page of another site under this address
                self.send_error(403)
            elif self.path != "/":
                self.send_error(404)
            else:
                html = page.html()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(html)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(html)

        def log_message(self, format: str, *args: object) -> None:
            pass

    try:
        server = ThreadingHTTPServer((ADDRESS, port), Handler)
    except OSError as error:
        raise InputError(f"port {port} cannot be listened at: {error.strerror}") from None
    return server
