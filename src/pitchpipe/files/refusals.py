"""What the system would not write: the user's mistake, or a disk that has no more room."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

from pitchpipe.errors import InputError

_OF_THE_MACHINE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EMFILE, errno.ENFILE})
"""What another input would not mend."""


class NoRoomError(OSError):
    """What is in the way is the machine's: a disk that is full or broken, or too many open files."""


@contextmanager
def refusals_of(path: str | os.PathLike[str], what: str = "cannot be written") -> Iterator[None]:
    """Name the file or folder that the system would not write, in an `InputError`.

    A disk that is full or broken is no fault of the input: that is a `NoRoomError`, and a command that ends by it has failed.
    """
    try:
        yield
    except NoRoomError:  # named already
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        found = f"{what}: {reason}" if what else reason
        if error.errno in _OF_THE_MACHINE:
            raise NoRoomError(error.errno, found, str(path)) from None
        raise InputError(f"{path}: {found}") from None
