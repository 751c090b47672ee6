"""The code of features written in Python: a run that is resumed must notice that it has changed."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable
from pathlib import Path


def code_digest(features: Iterable[object]) -> str:
    """A digest of the files that features are written in; empty without features, or if they are in no file."""
    contents = {_file_of(type(one)) for one in features}
    together = b"".join(hashlib.sha256(content).digest() for content in sorted(contents) if content)
    return hashlib.sha256(together).hexdigest()[:16] if together else ""


def _file_of(kind: type) -> bytes:
    """What stands in the file of a class; nothing for one made elsewhere, as in a notebook."""
    try:
        return Path(inspect.getsourcefile(kind) or "").read_bytes()
    except (OSError, TypeError):
        return b""
