"""A hash of what files hold, for names that must change when the files do."""

from __future__ import annotations

import hashlib
import os
from functools import cache

from pitchpipe.errors import InputError


def content_hash(*paths: str) -> str:
    """Eight hexadecimal digits that differ, most likely, where the contents of one of the files do."""
    try:
        parts = [_hash(path, os.stat(path).st_mtime_ns, os.stat(path).st_size) for path in paths]
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be read: {error.strerror}") from None
    return hashlib.blake2b("".join(parts).encode(), digest_size=4).hexdigest()


@cache
def _hash(path: str, changed: int, size: int) -> str:
    digest = hashlib.blake2b(digest_size=16)
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()
