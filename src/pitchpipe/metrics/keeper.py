"""Stores the answer that a program gives after the command that asked for it was killed.

`python -I keeper.py ASKED ANSWERS QUESTIONS ERRORS PROGRAM COMMAND PATHS` is started by a command beside its program, and holds the same
ends of the program's pipes. It does nothing while the command lives. When it is gone, the file ASKED has the question that the
program was asked last, and as much of the answer as the command has read: the keeper waits for the rest as long as the question's
timeout allows, stores the answer, and ends the program and itself. It needs the standard library only, since there is one for each
copy of a program; what stores an answer is imported then.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress

GOODBYE = 2.0
"""Seconds that a program may take to end when its input has."""
READ = 1 << 16
SENT = b"+"
"""The first byte of what was asked, once the program has all of the question."""
_LOOK = 5.0
"""Seconds between two looks whether the command is alive, since a process that it forked may hold its end of the line."""


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


def wait_for_the_end(command: int) -> dict[str, int]:
    """Wait until the command is gone; the locks that it wanted to be shared meanwhile."""
    line, locks, received = socket.socket(fileno=0), {}, b""
    while os.getppid() == command:
        if not select.select([line], [], [], _LOOK)[0]:
            continue
        try:
            data = line.recv(READ)
        except ConnectionResetError:
            break
        if not data:
            break
        received += data
        while b"\n" in received:
            path, _, received = received.partition(b"\n")
            lock = join(path.decode())
            if lock is not None:
                locks[path.decode()] = lock
            line.send(b"\n")
    return locks


def last_answer(
    asked: bytes, answers: int, questions: int, errors: int
) -> tuple[dict[str, str], bytes, bytes] | None:
    """How the last question is kept, the question, and its answer as soon as it is there; None if there is none."""
    if asked.count(b"\n") < 2:
        return None
    how, question, answer = asked[1:].split(b"\n", 2)
    if not asked.startswith(SENT):
        hang_up(questions)  # so that the program does not wait for the rest
    kept, files = json.loads(how), [answers, errors]
    while b"\n" not in answer:
        readable = select.select(files, [], [], max(0.0, kept["deadline"] - time.monotonic()))[0]
        if not readable:
            return None
        for file in readable:
            data = os.read(file, READ)
            if file == answers:
                answer += data
                if not data:
                    return None
            elif not data:
                files.remove(errors)
    return kept, question, answer.partition(b"\n")[0]


def hang_up(questions: int) -> None:
    """End the input of a program; its number is not used for anything else."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, questions)
    os.close(nothing)


def end(program: int, questions: int, answers: int) -> None:
    """End a program by the end of its input; what does not end is killed, with all that it has started."""
    hang_up(questions)
    deadline = time.monotonic() + GOODBYE
    while select.select([answers], [], [], max(0.0, deadline - time.monotonic()))[0]:
        if not os.read(answers, READ):
            break
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program, signal.SIGKILL)


def main(*arguments: str) -> None:
    asked, answers, questions, errors, program, command = map(int, arguments[:6])
    locks = wait_for_the_end(command)
    try:
        found = last_answer(os.pread(asked, os.fstat(asked).st_size, 0), answers, questions, errors)
        if found is not None:
            sys.path[:] = json.loads(arguments[6])
            from pitchpipe.metrics.late_answer import store_late

            store_late(found[0]["store"], found[0]["signature"], *found[1:])
    finally:
        for path, lock in locks.items():
            leave(path, lock)
        end(program, questions, answers)


if __name__ == "__main__":
    main(*sys.argv[1:])
