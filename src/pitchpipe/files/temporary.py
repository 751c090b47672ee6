"""Files under temporary names, beside the file that they will become."""

from __future__ import annotations

import os
import platform
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

LONGEST = 100
"""Letters of the target's name in a temporary one: names of files have a limit."""


def open_temporary(target: Path) -> BinaryIO:
    """A new file beside the target, with its permissions if it is there; what dead processes left there for it is removed.

    Its name cannot be guessed, and nothing that has it already is written to.
    """
    start = f".{target.name[:LONGEST]}.{_host()}-"
    _sweep(target.parent, start)
    path = target.with_name(f"{start}{os.getpid()}-{secrets.token_hex(8)}.tmp")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o666)
    try:
        with suppress(FileNotFoundError):
            os.fchmod(descriptor, target.stat().st_mode & 0o777)
        os.close(descriptor)
        return open(path, "r+b")
    except BaseException:
        path.unlink()
        raise


def _host() -> str:
    """This machine among those that may write to the same disk."""
    return re.sub(r"\W", "_", platform.node())[:30]


def _sweep(folder: Path, start: str) -> None:
    """Remove temporary files of processes of this machine that have ended."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(start) and entry.name.endswith(".tmp"):
                process = entry.name[len(start) :].partition("-")[0]
                if process.isdecimal() and not _runs(int(process)):
                    os.unlink(entry.path)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
