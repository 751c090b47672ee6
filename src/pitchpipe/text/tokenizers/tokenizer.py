"""What a tokeniser is: a frozen dataclass of settings that cuts a line into tokens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.settings import Settings, setting_fields


@dataclass(frozen=True)
class Tokenizer(Settings, ABC):
    """A way to cut text into tokens.

    What it loads is a cached property. Other processes are sent the settings and load it themselves.
    """

    @abstractmethod
    def tokenize(self, line: str) -> str:
        """The line with spaces between its tokens."""

    def detokenize(self, line: str) -> str:
        """The line without the spaces that tokenising has put in."""
        raise InputError(f"the tokeniser {self.spec} cannot put tokens together again")

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in setting_fields(self)}
