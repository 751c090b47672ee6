"""Any program as the decoder in the tuning loop."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import numpy as np

from pitchpipe.decoder import Candidates, Decoder
from pitchpipe.errors import InputError
from pitchpipe.files import write_texts
from pitchpipe.lists.list_decoder import pool_candidates
from pitchpipe.lists.pool import Pool
from pitchpipe.weights import Weights

PLACES = ("weights", "input", "nbest")
"""What a command must have in braces: the file of weights, that of the sentences, and where the lists go."""


@dataclass(frozen=True)
class ExternalDecoder(Decoder):
    """Runs a command such as `decode {weights} {input} {nbest}` for each iteration, and reads the lists it writes.

    The command is cut into words as a shell does, and no shell runs it. `{weights}` is a file of names and values,
    `{input}` has a sentence on each line, and `{nbest}` is where the lists go, in any format of
    `pitchpipe.lists.formats`, packed or not, numbered from 0. `{size}`, if it is there, is how many candidates of each
    sentence are wanted.

    Parameters
    ----------
    start
        The first iteration's weights: every common feature must have one.
    timeout
        Seconds after which the command, with all it has started, is ended.
    """

    command: str
    start: Mapping[str, float]
    timeout: float | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        for place in PLACES:
            if f"{{{place}}}" not in self.command:
                raise InputError(
                    f"{self.command!r}: found no {{{place}}}, expected it where its file's name goes"
                )
        try:
            shlex.split(self.command)
        except ValueError as error:
            raise InputError(f"{self.command!r}: cannot be cut into words: {error}") from None

    @property
    def weights(self) -> Weights:
        return Weights(self.start)

    @property
    def fingerprint(self) -> str:
        return self.command

    def translate(
        self,
        sentences: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        threads: int | None = None,
    ) -> Candidates:
        chosen = Weights(self.start if weights is None else weights)
        with TemporaryDirectory(prefix="pitchpipe-") as folder:
            files = {place: Path(folder, place) for place in PLACES}
            chosen.write(files["weights"])
            write_texts({str(files["input"]): sentences})
            words = [filled_in(word, {**files, "size": nbest}) for word in shlex.split(self.command)]
            run_program(words, self.command, Path(folder, "log"), self.timeout)
            if not files["nbest"].exists():
                raise InputError(
                    f"{self.command!r}: found no lists where {{nbest}} is, expected it to write them"
                )
            pool = self._read(files["nbest"], len(sentences))
        if chosen == self.start:
            self._check_start(pool)
        return pool_candidates(pool, chosen)

    def _read(self, path: Path, sentences: int) -> Pool:
        try:
            pool = Pool.read(path, threads=self.threads)
        except InputError as error:
            raise InputError(f"{self.command!r}: {str(error).replace(str(path), 'its lists')}") from None
        wanted, found = dict.fromkeys(map(str, range(sentences))), set(pool.group_ids)
        for name in pool.group_ids:
            if name not in wanted:
                raise InputError(
                    f"{self.command!r}: found candidates of sentence {name}, expected sentences "
                    f"0 to {sentences - 1}"
                )
        for name in wanted:
            if name not in found:
                raise InputError(f"{self.command!r}: found no candidates of sentence {name}, expected some")
        if (pool.group_weights != 1).any():
            raise InputError(f"{self.command!r}: found weights of sentences in its lists, expected none")
        entries = np.add.reduceat(np.diff(pool.sparse.starts), pool.offsets[:-1])
        bare = ~(np.logical_or.reduceat(pool.dense.any(axis=1), pool.offsets[:-1]) | (entries > 0))
        if bare.any():
            raise InputError(
                f"{self.command!r}: found no features in the list of sentence {int(np.argmax(bare))}, "
                "expected some to tune"
            )
        return pool

    def _check_start(self, pool: Pool) -> None:
        for name in pool.dense_names:
            if name not in self.start:
                raise InputError(
                    f"{self.command!r}: found no start weight of its feature {name!r}, "
                    "expected one for each that a tenth of the candidates have"
                )


def run_program(words: list[str], title: str, log_path: Path, timeout: float | None = None) -> None:
    """Run a program to its end, its output in a log; `title` is what messages call it."""
    with open(log_path, "w+b") as log:
        try:
            process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        except OSError as error:
            raise InputError(f"{title!r}: cannot be run: {error.strerror}") from None
        try:
            with interrupted_by(signal.SIGTERM, signal.SIGHUP):
                code = process.wait(timeout)
        except BaseException as error:
            # It leads a group of its own, in which all that it has started is.
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            raise InputError(
                f"{title!r}: found it running after {timeout:g} seconds, expected it to be done"
            ) from None
        if code != 0:
            raise InputError(f"{title!r}: ended with {_status(code)}, expected 0{_last_line(log)}")


@contextmanager
def interrupted_by(*signals: signal.Signals) -> Iterator[None]:
    """Let signals that would end the process at once interrupt it as Ctrl-C does, so that it can clean up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt(signal.Signals(number).name)

    before = {one: signal.getsignal(one) for one in signals}
    try:
        for one, handler in before.items():
            if handler == signal.SIG_DFL:  # nohup ignores SIGHUP, and means it
                signal.signal(one, interrupt)
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def filled_in(word: str, values: Mapping[str, object]) -> str:
    for place, value in values.items():
        word = word.replace(f"{{{place}}}", str(value))
    return word


def _status(code: int) -> str:
    if code > 0:
        return f"status {code}"
    known = -code in set(signal.Signals)  # real-time signals have no names
    return f"signal {signal.Signals(-code).name if known else -code}"


def _last_line(log: BinaryIO) -> str:
    """The end of what the command wrote, for an error message."""
    log.seek(max(0, log.seek(0, os.SEEK_END) - 2000))
    lines = [line.strip() for line in log.read().decode(errors="replace").splitlines() if line.strip()]
    return f": {lines[-1][:200]}" if lines else ""
