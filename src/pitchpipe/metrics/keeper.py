"""Stands between a command and its program, so that no answer is lost if the command is killed.

`python -I keeper.py PATHS PROGRAM...` starts the program and passes questions and answers on. A question is two lines: how it is
kept, and what the program reads. The next question says that the last answer is stored. If the input ends before that, the
command is gone: the keeper waits for the answer as long as the question's timeout allows, and stores it itself. Then it ends
the program, and itself. It needs the standard library only, since there is one for each copy of a program; what stores an
answer is imported then.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import sys
import time
from contextlib import suppress
from typing import Any, NoReturn

GOODBYE = 2.0
"""Seconds that a program may take to end when its input has."""
READ = 1 << 16
_LATER = 1.0
"""Seconds for which the command itself may end what is late."""


def join(path: str) -> int | None:
    """A share in the lock of a file, which lasts as long as the process; None if the file is no longer there."""
    try:
        file = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return None
    fcntl.lockf(file, fcntl.LOCK_SH)
    if os.fstat(file).st_nlink:
        return file
    os.close(file)
    return None


def leave(path: str, file: int) -> None:
    """Give a share in a lock back; who is the last removes the file."""
    with suppress(OSError):
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.unlink(path)
    os.close(file)


class Keeper:
    """A program, the question that it was asked last, and its answer as far as it is there."""

    def __init__(self, command: list[str]) -> None:
        (self._end_of_input, self._input), (self._output, written), (self._errors, said) = (
            os.pipe() for _ in range(3)
        )
        ends = [
            (os.POSIX_SPAWN_DUP2, end, place) for place, end in enumerate((self._end_of_input, written, said))
        ]
        self._program = os.posix_spawnp(
            command[0], command, os.environ, file_actions=ends, setsigdef=[signal.SIGPIPE]
        )
        for end in (self._end_of_input, written, said):
            os.close(end)
        os.set_blocking(self._input, False)
        self._readable = [0, self._output, self._errors]
        self._locks: dict[str, int] = {}
        self._how: dict[str, Any] = {}
        self._received = self._unwritten = self._question = self._answer = b""
        self._deadline = 0.0

    def run(self) -> None:
        """Pass questions and answers on until there is nobody to answer."""
        while 0 in self._readable or self._is_asked:
            waits = max(0.0, self._deadline - time.monotonic()) if self._is_asked else None
            writing = [self._input] if self._unwritten else []
            readable, writable, _ = select.select(self._readable, writing, [], waits)
            if not readable and not writable:
                return
            if writable:
                self._write()
            for file in readable:
                data = os.read(file, READ)
                if file == 0:
                    self._hear(data)
                elif file == self._output:
                    self._reply(data)
                else:
                    self._pass_on(2, data) if data else self._readable.remove(file)

    @property
    def _is_asked(self) -> bool:
        """Whether there is a question without an answer that somebody wants to know."""
        wanted = 0 in self._readable or "store" in self._how
        return wanted and self._question != b"" and b"\n" not in self._answer

    def _hear(self, data: bytes) -> None:
        if not data:
            self._readable.remove(0)
        self._received += data
        while self._received.count(b"\n") > 1:
            how, question, self._received = self._received.split(b"\n", 2)
            self._ask(json.loads(how), question)

    def _ask(self, how: dict[str, Any], question: bytes) -> None:
        asker = how.get("asker")
        if asker is not None and asker not in self._locks:
            lock = join(asker)
            if lock is None:  # others know that the command is gone, and ask this question themselves
                self.end()
            self._locks[asker] = lock
        self._how, self._question, self._answer = how, question, b""
        self._deadline = time.monotonic() + how.get("timeout", 0.0) + _LATER
        self._unwritten = question + b"\n" if question else b""

    def _write(self) -> None:
        try:
            self._unwritten = self._unwritten[os.write(self._input, self._unwritten[:READ]) :]
        except BrokenPipeError:
            self._unwritten = b""  # its output ends too

    def _reply(self, data: bytes) -> None:
        if not data:
            self._end_like_the_program()
        self._answer += data
        self._pass_on(1, data)

    def _pass_on(self, place: int, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(place, data) :]
        except BrokenPipeError:
            with suppress(ValueError):
                self._readable.remove(0)

    def store(self, paths: list[str]) -> None:
        """Store the last answer, if nobody has."""
        if "store" in self._how and self._question and b"\n" in self._answer:
            sys.path[:] = paths
            from pitchpipe.metrics.late_answer import store_late

            store_late(self._how["store"], self._how["signature"], self._question, self._answer)

    def end(self) -> NoReturn:
        """End the program and all that it has started, and this process."""
        self._leave()
        self._await_end()
        os.killpg(0, signal.SIGKILL)
        raise SystemExit

    def _end_like_the_program(self) -> NoReturn:
        status = self._await_end()
        while self._errors in self._readable and select.select([self._errors], [], [], 0)[0]:
            data = os.read(self._errors, READ)
            if not data:
                break
            self._pass_on(2, data)
        self._leave()
        code = os.waitstatus_to_exitcode(status)
        if code < 0 and -code not in (signal.SIGSTOP, signal.SIGTSTP):
            with suppress(OSError):
                signal.signal(-code, signal.SIG_DFL)
            os.kill(os.getpid(), -code)
        os._exit(code)

    def _leave(self) -> None:
        for path, lock in self._locks.items():
            leave(path, lock)

    def _await_end(self) -> int:
        os.close(self._input)
        deadline = time.monotonic() + GOODBYE * 0.75
        while time.monotonic() < deadline:
            found, status = os.waitpid(self._program, os.WNOHANG)
            if found:
                return status
            time.sleep(0.002)
        os.kill(self._program, signal.SIGKILL)
        return os.waitpid(self._program, 0)[1]


def main(paths: str, *command: str) -> None:
    try:
        keeper = Keeper(list(command))
    except OSError as error:
        print(json.dumps({"error": f"cannot be run: {error.strerror}"}), flush=True)
        return
    keeper.run()
    try:
        keeper.store(json.loads(paths))
    finally:
        keeper.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
