"""What a list format is: a small class that recognises text and reads it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.settings import Settings


@dataclass(frozen=True)
class ListFormat(Settings, ABC):
    """A way to write candidate lists; its docstring is what `pitchpipe explain` says of it.

    Lists that are a folder of files have `recognises_folder` and `read_folder`.
    """

    sample: ClassVar[str] = ""
    """A file of it that can be read; empty if it is not text."""
    sample_folder: ClassVar[Mapping[str, str]] = {}
    """The files of a folder of it that can be read, by name."""

    def recognises(self, start: bytes) -> bool:
        """Whether to read a file that starts so, white space left off; of several formats that would, the first does.

        By default a format must be named.
        """
        return False

    @abstractmethod
    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        """Add what is in the file to the listing; errors give the file's name and the line."""

    def recognises_folder(self, folder: Path) -> bool:
        """Whether the files in a folder are lists of this format."""
        return False

    def read_folder(self, folder: Path, listing: Listing, threads: int = 1) -> None:
        """Add what is in the folder's files to the listing."""
        raise InputError(f"{folder}: found a folder, expected a file in the format {self.name}")
