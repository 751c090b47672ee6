"""What a list format is: a small class that recognises text and reads it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import BinaryIO, ClassVar

from pitchpipe.lists.formats.listing import Listing
from pitchpipe.settings import Settings


@dataclass(frozen=True)
class ListFormat(Settings, ABC):
    """A way to write candidate lists; its docstring is what `pitchpipe explain` says of it."""

    sample: ClassVar[str] = ""
    """A line of it that can be read; empty if it is not text."""

    def recognises(self, start: bytes) -> bool:
        """Whether to read a file that starts so, white space left off; of several formats that would, the first does.

        By default a format must be named.
        """
        return False

    @abstractmethod
    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        """Add what is in the file to the listing; errors give the file's name and the line."""
