"""The question that a program was asked last and its answer, in memory that its keeper shares; see `keeper`."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from typing import IO

from pitchpipe.metrics import keeper
from pitchpipe.metrics.keeper import READ, SENT
from pitchpipe.metrics.score_store import Place


class LastQuestion:
    """What a program was asked last, and its answer as far as it was read.

    An answer goes from the program's pipe to the shared memory in one step, where the system can do that (Linux): this process can
    be killed at any moment, and its keeper finds the answer here or in the pipe.
    """

    def __init__(self, program: int, output: int, others: tuple[int, int]) -> None:
        self._output = output
        self._file = _shared_memory()
        self._length = 0
        self._line, line = socket.socketpair()
        self._joined: set[str] = set()
        files = (self._file, output, *others)
        numbers = map(str, (*files, program, os.getpid()))
        with line:
            self._keeper = subprocess.Popen(
                [sys.executable, "-I", keeper.__file__, *numbers, json.dumps(sys.path)],
                stdin=line.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=files,
                start_new_session=True,
            )

    def ask(self, question: bytes, timeout: float, place: Place) -> None:
        """Note what is asked next: the last answer is stored."""
        kept = place.as_dict()
        self._join(kept["asker"])
        how = {"deadline": time.monotonic() + timeout, **kept}
        self.forget()
        noted = b"-%s\n%s" % (json.dumps(how).encode(), question)
        while self._length < len(noted):
            self._length += os.pwrite(self._file, noted[self._length :], self._length)

    def sent(self) -> None:
        """Note that the program has all of the question."""
        os.pwrite(self._file, SENT, 0)

    def read(self) -> bytes:
        """What the program has written, noted before it is read."""
        if sys.platform == "linux":
            count = os.splice(self._output, self._file, READ, offset_dst=self._length)
            data = os.pread(self._file, count, self._length)
        else:
            data = os.read(self._output, READ)
            os.pwrite(self._file, data, self._length)
        self._length += len(data)
        return data

    def forget(self) -> None:
        """The last answer is stored, or there is none to wait for."""
        os.ftruncate(self._file, 0)
        self._length = 0

    def end(self) -> None:
        """End the keeper."""
        self._keeper.kill()
        self._keeper.wait()
        self._line.close()
        os.close(self._file)

    def leave(self, seconds: float) -> None:
        """Have the keeper store the last answer, for which it may take so many seconds."""
        self._line.close()
        with suppress(subprocess.TimeoutExpired):
            self._keeper.wait(seconds)
        self.end()

    def _join(self, asker: str) -> None:
        """Have the keeper share a lock before anything is asked: it stays locked when this process is gone."""
        if asker not in self._joined:
            with suppress(ConnectionError):
                self._line.sendall(f"{asker}\n".encode())
                self._line.recv(1)
            self._joined.add(asker)


def _shared_memory() -> int:
    if sys.platform == "linux":
        return os.memfd_create("asked")
    file: IO[bytes]
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
