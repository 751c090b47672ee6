"""A model that is opened anew when its files change, without a pause for those who use it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from pitchpipe.decoder import Translator
from pitchpipe.errors import InputError

Signature = tuple[tuple[int, int, int] | None, ...]


class LiveModel:
    """The translator of a model's folder as it is now.

    What is under way ends with the translator that it began with. A model that cannot be opened leaves the last one in use.
    """

    def __init__(
        self,
        open: Callable[[], Translator],
        files: Sequence[Path] = (),
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._open, self._files, self._say = open, files, say
        self._lock = threading.Lock()
        self._seen = self._signature()
        self._translator = open()
        self.reloads = 0

    @classmethod
    def of(cls, translator: Translator) -> LiveModel:
        """One that never changes."""
        return cls(lambda: translator)

    @property
    def translator(self) -> Translator:
        """Of the model's files as they are; they are looked at each time, which takes microseconds."""
        if self._signature() != self._seen:
            self.reload()
        return self._translator

    def reload(self) -> None:
        """Open the model's files again."""
        with self._lock:
            self._seen = self._signature()
            try:
                self._translator = self._open()
            except InputError as error:
                self._say(f"the model has changed and cannot be opened; the last one stays in use: {error}")
                return
            self.reloads += 1
            self._say("the model has changed and was opened anew")

    def _signature(self) -> Signature:
        return tuple(map(_identity, self._files))


def _identity(path: Path) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
