"""The door of a server: requests of other sites are turned away, and browsers are told to trust nothing else.

A page of another site may make a browser send requests to this machine. It cannot change the Host header to one of ours (which
stops names that it points here), nor the Origin header that browsers add to what its scripts send.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, MutableMapping
from dataclasses import dataclass
from hmac import compare_digest
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
MOST_BYTES = 1 << 20
"""Of a request."""
_MOST_DIGITS = 20
"""Of the length of a request."""
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
SAFE = ("GET", "HEAD")
OWN = ("same-origin", "none")
"""What browsers say of requests that no other site made."""


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return address == "localhost" or ip_address(address).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Door:
    """An application that answers only requests for these hosts, from their own pages.

    With `any_number`, hosts that are numbers are taken too: another site can point a name here, but not a number.
    """

    application: Application
    hosts: Collection[str] = LOOPBACK
    any_number: bool = False
    most_bytes: int = MOST_BYTES
    token: str | None = None
    """What requests must bring as a bearer token, but for those to `free` paths."""
    free: Collection[str] = ()
    policy: str = "default-src 'none'"
    """The Content-Security-Policy of what is not a page; pages bring their own."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        path = scope["path"]
        refused = self._refusal(scope["method"], path, headers) or self._token_refusal(path, headers)
        if refused is not None:
            await _answer(send, *refused)
            return

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                added = [*HEADERS, (b"content-security-policy", self.policy.encode())]
                message["headers"] = [*message["headers"], *(one for one in added if one[0] not in given)]
            await send(message)

        await self.application(scope, receive, with_headers)

    def _refusal(self, method: str, path: str, headers: dict[str, str]) -> tuple[int, str] | None:
        """The code and the sentence that a request is turned away with."""
        if not self._is_host(headers.get("host", "")):
            return 403, "this host name is not served; --host allows one"
        if method in SAFE and path == "/":  # links to the page may stand anywhere
            return None
        origin = headers.get("origin")
        site = headers.get("sec-fetch-site", "same-origin")
        if (origin is not None and _netloc(origin) != headers.get("host")) or site not in OWN:
            return 403, "a page of another site may not send this"
        return None if method in SAFE else self._content_refusal(headers)

    def _token_refusal(self, path: str, headers: dict[str, str]) -> tuple[int, str] | None:
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if self.token is None or path in self.free or compare_digest(given.encode(), self.token.encode()):
            return None
        return 401, "expected the server's token, as in Authorization: Bearer TOKEN"

    def _content_refusal(self, headers: dict[str, str]) -> tuple[int, str] | None:
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return 415, "expected JSON, with the content type application/json"
        length = headers.get("content-length", "")
        if not length.isdecimal():
            return 411, "expected the length of the content"
        if len(length) > _MOST_DIGITS or int(length) > self.most_bytes:
            return 413, f"found {length[:_MOST_DIGITS]} bytes, expected at most {self.most_bytes}"
        return None

    def _is_host(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname if host else None
            if name is None or "@" in host:
                return False
            return name in self.hosts or (self.any_number and bool(ip_address(name)))
        except ValueError:
            return False


def _netloc(address: str) -> str | None:
    """The host and port of an address; None if it is none."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return None


async def _answer(send: Send, status: int, sentence: str) -> None:
    body = sentence.encode()
    headers = [
        *HEADERS,
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(body)),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
