"""A program that translates with settings of its own; its translations are kept, so that no trial is run twice."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, read_lines, write_texts
from pitchpipe.lists.external import filled_in, run_program

PLACES = ("input", "output")


@dataclass(frozen=True)
class OutsideProgram:
    """Runs a command such as `decode --alpha {alpha} {input} {output}`, and reads the translations it writes.

    `{input}` has a sentence on each line, and `{output}` is where their translations go, a line each; the others in braces are
    settings. The command is cut into words as a shell does, and no shell runs it.

    Parameters
    ----------
    folder
        Where translations are kept, by command, settings and text.
    """

    command: str
    settings: tuple[str, ...]
    folder: StrPath | None = None
    timeout: float | None = None

    def __post_init__(self) -> None:
        named = re.findall(r"\{(\w+)\}", self.command)
        for place in (*PLACES, *self.settings):
            if place not in named:
                raise InputError(f"{self.command!r}: found no {{{place}}}, expected it where its value goes")
        unknown = next((name for name in named if name not in (*PLACES, *self.settings)), None)
        if unknown is not None:
            raise InputError(f"{self.command!r}: found {{{unknown}}}, expected its range in --settings")
        try:
            shlex.split(self.command)
        except ValueError as error:
            raise InputError(f"{self.command!r}: cannot be cut into words: {error}") from None

    def translate(self, sentences: Sequence[str], values: Mapping[str, object]) -> list[str]:
        """The first translations of sentences with these settings; those that are kept are read."""
        kept = None if self.folder is None else Path(self.folder, f"{self._key(sentences, values)}.txt")
        if kept is not None and kept.exists():
            return read_lines(kept)
        with TemporaryDirectory(prefix="pitchpipe-") as folder:
            files = {place: Path(folder, place) for place in PLACES}
            write_texts({str(files["input"]): sentences})
            words = [filled_in(word, {**files, **values}) for word in shlex.split(self.command)]
            run_program(words, self.command, Path(folder, "log"), self.timeout)
            if not files["output"].exists():
                raise InputError(
                    f"{self.command!r}: found no translations where {{output}} is, expected it to write them"
                )
            found = read_lines(files["output"])
        if len(found) != len(sentences):
            raise InputError(
                f"{self.command!r}: found {len(found)} translations, expected {len(sentences)}, a line for each sentence"
            )
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            write_texts({str(kept): found})
        return found

    def _key(self, sentences: Sequence[str], values: Mapping[str, object]) -> str:
        text = json.dumps([self.command, {name: str(value) for name, value in values.items()}, *sentences])
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
