"""What users correct: kept as parallel text, learned at once, or both."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from pathlib import Path

from pitchpipe.files.refusals import refusals_of
from pitchpipe.model import Additions


@dataclass
class Corrections:
    """A sentence and the translation that a user wants for it are on disk before they are acknowledged."""

    keep: Path | None = None
    """A file of source, tab and target on each line, which new ones are written behind."""
    model: Path | None = None
    """The folder of a model that learns them at once."""
    _additions: Additions | None = field(default=None, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def take(self, source: str, target: str) -> int:
        """Keep a correction; returns how many pairs the model has learned by now."""
        with self._lock:
            total = 0
            if self.model is not None:
                total = self._learner().add([source], [target]).total
            if self.keep is not None:
                line = f"{_cell(source)}\t{_cell(target)}\n".encode()
                with refusals_of(self.keep), open(self.keep, "ab") as file:
                    file.write(line)
                    file.flush()
                    os.fsync(file.fileno())
            return total

    def undo(self) -> int:
        """Let the model forget the last correction; returns how many pairs are left."""
        with self._lock:
            return self._learner().undo().total

    def _learner(self) -> Additions:
        if self._additions is None:
            assert self.model is not None
            self._additions = Additions(self.model)
        return self._additions


def _cell(text: str) -> str:
    return " ".join(text.split())
