"""The shell of a page: one HTML file that may run its own script and nothing else, and loads nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from importlib.resources import files


def whole_page(
    title: str,
    style: str,
    script: str,
    body: Sequence[str],
    refresh: int | None = None,
    *,
    connects: bool = False,
) -> str:
    """The page with this body; with `refresh`, it asks for itself again after so many seconds.

    The script of one that `connects` may ask the server that the page is from.
    """
    policy = policy_of(script, connects)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            *([] if refresh is None else [f'<meta http-equiv="refresh" content="{refresh}">']),
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style></head><body><main>",
            *body,
            f"</main><script>{script}</script></body></html>",
            "",
        ]
    )


def policy_of(script: str, connects: bool = False) -> str:
    """The Content-Security-Policy of a page with this script, in the page and in a header."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return f"{policy}; connect-src 'self'; base-uri 'none'; form-action 'none'" if connects else policy


def resource(room: str, name: str) -> str:
    """The text of a file that comes with the package."""
    return files(f"pitchpipe.{room}").joinpath(name).read_text(encoding="utf-8").strip()
