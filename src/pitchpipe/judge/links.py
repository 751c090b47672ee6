"""Links for judges: each has a name, and a token that only the campaign can make."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from pitchpipe.errors import InputError
from pitchpipe.files.refusals import refusals_of

FILE = "secret"
LETTERS = 64
"""Of a secret."""
MOST_LETTERS = 60


def secret_of(folder: str | os.PathLike[str]) -> bytes:
    """The secret of a campaign, which only its owner can read; it is made up when first asked for."""
    path = Path(folder) / FILE
    with refusals_of(path):
        with suppress(FileNotFoundError):
            if path.stat().st_size < LETTERS:  # who made it was killed, and no link has gone out
                path.unlink()
        with suppress(FileExistsError):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "wb") as file:
                file.write(secrets.token_hex(LETTERS // 2).encode())
                file.flush()
                os.fsync(file.fileno())
        found = path.read_bytes()
    if len(found) < LETTERS:  # with which anybody could make links
        raise InputError(f"{path}: found {len(found)} bytes, expected {LETTERS}; start the server again")
    return found


def token_of(secret: bytes, judge: str) -> str:
    """What proves a judge's name."""
    return hmac.new(secret, judge.encode(), hashlib.sha256).hexdigest()[:32]


def is_token(secret: bytes, judge: str, token: str) -> bool:
    return hmac.compare_digest(token_of(secret, judge).encode(), token.encode())


def link(address: str, judge: str, token: str) -> str:
    """The page for a judge. Name and token stand behind a #, so that they reach no log and no other site."""
    return f"{address}#judge={quote(judge)}&token={token}"


def is_name(name: object) -> bool:
    """Whether a judge may be called so."""
    return (
        isinstance(name, str)
        and name == name.strip()
        and 0 < len(name) <= MOST_LETTERS
        and name.isprintable()
    )
