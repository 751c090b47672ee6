"""Saved pools among other lists."""

from __future__ import annotations

from typing import BinaryIO, ClassVar

from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.lists.storage import MAGIC, stored_pool


class SavedPool(ListFormat):
    """A pool that `Pool.save` wrote: NumPy arrays in one .npz file, the fastest to read."""

    name: ClassVar[str] = "pool"

    def recognises(self, start: bytes) -> bool:
        return start.startswith(MAGIC)

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        listing.pools.append(stored_pool(file, name))
