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
from pitchpipe.files.json_text import parse_json
from pitchpipe.metrics.keeper import GOODBYE, READ
from pitchpipe.metrics.last_question import LastQuestion
from pitchpipe.metrics.score_store import Place

START = 600.0
"""Seconds that a program may take to load its model and say its version."""
_STORING = 30.0
"""Seconds to wait for a keeper that stores an answer."""


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
        assert process.stderr is not None
        self._process, self._pipes = process, (process.stdin, process.stdout)
        self._input, self._output = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._input, False)
        self._errors = process.stderr.fileno()
        self._last: LastQuestion | None = None
        self._rest = b""
        self._said: deque[str] = deque(maxlen=1)
        self._listener = Thread(target=self._listen, args=(process.stderr,), daemon=True)
        self._listener.start()
        self.version = self._greeting()

    def ask(self, question: Any, timeout: float, place: Place | None = None) -> Any:
        """The answer to a question; `ProgramDiedError` if there is none. In a file, it has a place even if this process is killed."""
        line = f"{json.dumps(question)}\n".encode()
        if place is not None and place.store is not None:
            if self._last is None:
                self._last = LastQuestion(self._process.pid, self._output, (self._input, self._errors))
            self._last.ask(line, timeout, place)
        elif self._last is not None:
            self._last.forget()
        answer = self._exchange(line, timeout)
        try:
            found = parse_json(answer)
        except ValueError:
            raise InputError(f"{self.title!r}: found the answer {_shown(answer)}, expected JSON") from None
        if isinstance(found, dict) and "error" in found:
            raise InputError(f"{self.title!r}: {' '.join(str(found['error']).split())}")
        return found

    def end(self) -> None:
        """Close the program's input, which ends it; what does not end is killed. All answers are stored."""
        self._end_keeper()
        with suppress(OSError):
            self._pipes[0].close()
        self._await_end()
        self.kill()

    def leave(self) -> None:
        """Have the keeper store the last answer and end the program."""
        if self._last is not None:
            self._last.leave(_STORING)
            self._last = None
        self.kill()

    def kill(self) -> None:
        """End the program and all that it has started."""
        self._end_keeper()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in self._pipes:
            with suppress(OSError):
                pipe.close()

    def _end_keeper(self) -> None:
        if self._last is not None:
            self._last.end()
            self._last = None

    def _await_end(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE)

    def _greeting(self) -> str:
        try:
            line = self._exchange(b"", START)
            return str(parse_json(line)["version"])
        except (ValueError, TypeError, KeyError) as error:
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
                    data = data[os.write(self._input, data[:READ]) :]
                except BrokenPipeError:
                    raise self._death() from None
                if self._last is not None and not data:
                    self._last.sent()
            if readable:
                read = self._last.read() if self._last else os.read(self._output, READ)
                if not read:
                    raise self._death()
                self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _death(self) -> ProgramDiedError:
        self._await_end()
        self.kill()
        self._listener.join(GOODBYE)
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
            self.give_back(self._taken())
        assert self._version is not None
        return self._version

    @contextmanager
    def asking(
        self, question: Any, timeout: float, place: Place | None = None
    ) -> Iterator[tuple[Program, Any]]:
        """A copy that was free, and its answer; one that dies is started again and asked once more.

        The copy is to be given back when the answer is stored. If it is refused, the copy is ended.
        """
        program = self._taken()
        try:
            try:
                answer = program.ask(question, timeout, place)
            except ProgramDiedError:
                program.kill()
                program = self._started()
                answer = program.ask(question, timeout, place)
            yield program, answer
        except BaseException:
            program.kill()
            self._free.release()
            raise

    def give_back(self, program: Program) -> None:
        """Let others ask a copy: its answer is stored."""
        with self._lock:
            self._waiting.append(program)
        self._free.release()

    def leave(self, program: Program) -> None:
        """End a copy whose answer is not stored, so that its keeper stores it."""
        program.leave()
        self._free.release()

    def _taken(self) -> Program:
        self._free.acquire()
        with self._lock:
            program = self._waiting.pop() if self._waiting else None
        try:
            return program or self._started()
        except BaseException:
            self._free.release()
            raise

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
