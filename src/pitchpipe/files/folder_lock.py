"""A folder that one run at a time writes to."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitchpipe.errors import InputError
from pitchpipe.files.refusals import refusals_of

_FILE = ".lock"


@contextmanager
def locked(folder: str | os.PathLike[str] | None) -> Iterator[None]:
    """Refuse a folder, which is made if it is not there, to other runs; without one there is nothing to do.

    The system lets it go when the process ends, however it ends. File systems that know no locks have none.
    """
    if folder is None:
        yield
        return
    if not str(folder):
        raise InputError("found no name, expected that of a folder to write to")
    with refusals_of(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
        file = open(Path(folder) / _FILE, "ab")
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"{folder}: found another run at work in this folder, expected none") from None
        except OSError:
            pass
        yield
