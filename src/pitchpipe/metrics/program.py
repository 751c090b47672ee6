"""A program that answers questions, a line of JSON each: started once, asked many times."""

from __future__ import annotations

import atexit
import json
import os
import select
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from threading import Lock, Semaphore, Thread
from typing import IO, Any

from pitchpipe.errors import InputError

START = 600.0
"""Seconds that a program may take to load its model and say its version."""
_GOODBYE = 2.0
"""Seconds that a program may take to end when its input has."""
_READ = 1 << 16


class ProgramDiedError(InputError):
    """A program ended, or did not answer in time; another start may help."""


class Program:
    """A running program. Its first line is `{"version": "..."}`; then it answers each line it reads with a line."""

    def __init__(self, line: str, title: str | None = None) -> None:
        self.title = title or line
        try:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                shlex.split(line),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            raise InputError(f"{self.title!r}: cannot be run: {getattr(error, 'strerror', error)}") from None
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._pipes = process, (process.stdin, process.stdout)
        self._input, self._output = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._input, False)
        self._rest = b""
        self._said: deque[str] = deque(maxlen=1)
        self._listener = Thread(target=self._listen, args=(process.stderr,), daemon=True)
        self._listener.start()
        self.version = self._greeting()

    def ask(self, question: Any, timeout: float) -> Any:
        """The answer to a question; `ProgramDiedError` if there is none."""
        text = json.dumps(question)
        answer = self._exchange(f"{text}\n".encode(), timeout)
        try:
            found = json.loads(answer)
        except (ValueError, RecursionError):
            raise InputError(f"{self.title!r}: found the answer {_shown(answer)}, expected JSON") from None
        if isinstance(found, dict) and "error" in found:
            raise InputError(f"{self.title!r}: {' '.join(str(found['error']).split())}")
        return found

    def end(self) -> None:
        """Close the program's input, which ends it; what does not end is killed."""
        with suppress(OSError):
            self._pipes[0].close()
        self._await_end()
        self.kill()

    def kill(self) -> None:
        """End the program and all that it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in self._pipes:
            with suppress(OSError):
                pipe.close()

    def _await_end(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GOODBYE)

    def _greeting(self) -> str:
        try:
            line = self._exchange(b"", START)
            found = json.loads(line)
            version = str(found["version"])
            version.encode()  # half a character cannot be kept
            return version
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            self.kill()
            if isinstance(error, InputError):
                raise
            raise InputError(
                f"{self.title!r}: found the first line {_shown(line)}, "
                'expected the version of the scorer, as in {"version": "1"}'
            ) from None

    def _exchange(self, data: bytes, timeout: float) -> bytes:
        """Write, and read a line."""
        deadline = time.monotonic() + timeout
        while b"\n" not in self._rest:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise ProgramDiedError(
                    f"{self.title!r}: found no answer in {timeout:g} seconds, expected one"
                )
            readable, writable, _ = select.select(
                [self._output], [self._input] if data else [], [], remaining
            )
            if writable:
                try:
                    data = data[os.write(self._input, data[:_READ]) :]
                except BrokenPipeError:
                    raise self._death() from None
            if readable:
                read = os.read(self._output, _READ)
                if not read:
                    raise self._death()
                self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _death(self) -> ProgramDiedError:
        self._await_end()
        self.kill()
        self._listener.join(_GOODBYE)
        code = self._process.returncode
        how = f"signal {-code}" if code < 0 else f"status {code}"
        said = f"; it said {self._said[-1]!r}" if self._said else ""
        return ProgramDiedError(f"{self.title!r}: ended with {how}, expected an answer{said}")

    def _listen(self, errors: IO[bytes]) -> None:
        with errors:
            for line in errors:
                if text := line.decode(errors="replace").strip():
                    self._said.append(text)


class Programs:
    """Copies of a program that wait for questions, at most so many at a time."""

    def __init__(self, line: str, workers: int, title: str | None = None) -> None:
        self.line = line
        self.title = title or line
        self._free = Semaphore(workers)
        self._waiting: list[Program] = []
        self._lock = Lock()
        self._version: str | None = None

    @property
    def version(self) -> str:
        """What the program says its version is."""
        if self._version is None:
            with self.one():
                pass
        assert self._version is not None
        return self._version

    @contextmanager
    def one(self) -> Iterator[Program]:
        """A copy that is running. It waits for further questions afterwards, or is ended if something went wrong."""
        with self._free:
            with self._lock:
                program = self._waiting.pop() if self._waiting else None
            program = program or self._started()
            try:
                yield program
            except BaseException:
                program.kill()
                raise
            with self._lock:
                self._waiting.append(program)

    def ask(self, question: Any, timeout: float) -> Any:
        """The answer of a copy that is free; one that dies is started again and asked once more."""
        try:
            with self.one() as program:
                return program.ask(question, timeout)
        except ProgramDiedError:
            with self.one() as program:
                return program.ask(question, timeout)

    def _started(self) -> Program:
        program = Program(self.line, self.title)
        if self._version not in (None, program.version):
            program.kill()
            raise InputError(
                f"{self.title!r}: found version {program.version!r}, expected {self._version!r} as before"
            )
        self._version = program.version
        return program

    def end(self) -> None:
        with self._lock:
            while self._waiting:
                self._waiting.pop().end()


@cache
def _running(line: str, workers: int, title: str | None, process: int) -> Programs:
    """In this process: a copy of a process must not write to its parent's programs."""
    programs = Programs(line, workers, title)
    atexit.register(programs.end)
    return programs


def running(line: str, workers: int, title: str | None = None) -> Programs:
    """The copies of a program that are running, which all who name it share; messages call it by its title."""
    return _running(line, workers, title, os.getpid())


def _shown(answer: bytes) -> str:
    return repr(answer[:60].decode(errors="replace"))
