"""Who asks questions of a store: a process and the keepers of its programs, alive as long as they hold a lock."""

from __future__ import annotations

import atexit
import fcntl
import glob
import os
import secrets
from threading import Lock

from pitchpipe.metrics.keeper import join, leave

_lock = Lock()
_held: dict[tuple[int, str], tuple[str, int]] = {}
"""The file of each process and store, and its lock; a process that is a copy of another has those of both."""


def current_asker(store: str) -> str:
    """The file that this process holds a lock of, beside the store."""
    key = os.getpid(), store
    with _lock:
        if key not in _held:
            _held[key] = _new(store)
        return _held[key][0]


def _new(store: str) -> tuple[str, int]:
    while True:
        path = f"{store}-asker-{secrets.token_hex(8)}"
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o666))
        file = join(path)
        if file is not None:
            return path, file


@atexit.register
def _leave() -> None:
    """This is registered before the ends of all programs, and so comes after them: their keepers have left."""
    for (process, _), (path, file) in _held.items():
        if process == os.getpid():
            leave(path, file)


def living_askers(store: str) -> list[str]:
    """The files of all who may still store answers, this process first; those of others are removed."""
    own = current_asker(store)
    # A process has all locks of its own: asked for one, the system says yes. The store may have several names.
    ours = {os.path.basename(path) for (process, _), (path, _) in _held.items() if process == os.getpid()}
    others = glob.glob(f"{glob.escape(store)}-asker-*")
    return [
        own,
        *(path for path in others if path != own and (os.path.basename(path) in ours or _lives(path))),
    ]


def _lives(path: str) -> bool:
    try:
        file = os.open(path, os.O_RDWR)
    except OSError as error:
        return not isinstance(error, FileNotFoundError)
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.unlink(path)
    except OSError as error:
        return not isinstance(error, FileNotFoundError)
    finally:
        os.close(file)
    return False
