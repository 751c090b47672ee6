"""A server for an application, by uvicorn, which is imported only here."""

from __future__ import annotations

import socket
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.web.door import Application

MOST_CONNECTIONS = 256
PATIENCE = 10
"""Seconds that answers under way get when the server is asked to end."""


def need_packages() -> None:
    """Say what to install if the packages of the extra `serve` are not there."""
    try:
        import starlette
        import uvicorn  # noqa: F401
    except ImportError:
        raise InputError(
            "found no packages starlette and uvicorn, which serving needs; install them: pip install 'pitchpipe[serve]'"
        ) from None
    del starlette


def listening(address: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes one that is free."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((address, port))
        sock.listen(MOST_CONNECTIONS)
    except (OSError, UnicodeError) as error:
        sock.close()
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{address}:{port} cannot be listened at: {reason}") from None
    return sock


def server_of(application: Application) -> Any:
    """A uvicorn server; `server.run(sockets=[listening(...)])` runs it until Ctrl-C or SIGTERM, which let it end what it is at."""
    import uvicorn

    return uvicorn.Server(
        uvicorn.Config(
            application,
            http="h11",
            ws="none",
            loop="asyncio",
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=PATIENCE,
        )
    )
