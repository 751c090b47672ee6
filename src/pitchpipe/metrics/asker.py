"""Who asks questions of a store: a process and the keepers of its programs, alive as long as they hold a lock."""

from __future__ import annotations

import atexit
import fcntl
import glob
import os
import secrets
from functools import cache

from pitchpipe.metrics.keeper import join, leave


def current_asker(store: str) -> str:
    """The file that this process holds a lock of, beside the store."""
    return _asker(store, os.getpid())


@cache
def _asker(store: str, process: int) -> str:
    while True:
        path = f"{store}-asker-{secrets.token_hex(8)}"
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o666))
        file = join(path)
        if file is not None:
            break
    atexit.register(lambda: leave(path, file) if os.getpid() == process else None)
    return path


def living_askers(store: str) -> list[str]:
    """The files of all who may still store answers; those of others are removed."""
    own = current_asker(store)
    return [
        own,
        *(path for path in glob.glob(f"{glob.escape(store)}-asker-*") if path != own and _lives(path)),
    ]


def _lives(path: str) -> bool:
    try:
        file = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.unlink(path)
    except (BlockingIOError, PermissionError):
        return True
    except FileNotFoundError:
        return False
    else:
        return False
    finally:
        os.close(file)
