"""Candidate lists of any system, told apart by looking at the text.

A file may be packed with gzip or zstd, known by its first bytes. Each format then looks at how the text starts, those of
other packages after ours; see `nbest`, `jsonl` and `saved` for what is looked at. Naming the format with `format=` leaves
nothing to be guessed. A feature that a candidate lacks is 0 there. A feature that at least one candidate in ten has is
dense, the others are sparse; names play no part in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, open_input
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.jsonl import JsonLines
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.lists.formats.nbest import Cdec, Joshua, Moses, MosesOld, Nbest, Phrasal, Travatar
from pitchpipe.lists.formats.references import ReferenceFiles
from pitchpipe.lists.formats.saved import SavedPool
from pitchpipe.lists.merge import complete, unite
from pitchpipe.lists.pool import Pool
from pitchpipe.registry import Registry

__all__ = ["FORMATS", "ListFormat", "Listing", "read_pool"]

FORMATS: Registry[ListFormat] = Registry(
    "formats",
    "list format",
    ListFormat,
    (Nbest, Moses, MosesOld, Phrasal, Cdec, Joshua, Travatar, JsonLines, SavedPool),
)


def read_pool(
    paths: Sequence[StrPath],
    references: Sequence[StrPath] | None = None,
    format: str | ListFormat | None = None,
    threads: int = 1,
) -> Pool:
    """Read candidate lists into one pool; a sentence that comes in several places has all its candidates.

    Groups are in the order of their ids; candidates stay in the order read, those of saved pools first.
    Reference files have a line for each sentence. They complete references that lists carry themselves;
    where both are there, they must be the same. With `threads` > 1 the next piece is unpacked while one is
    parsed.
    """
    if not paths:
        raise InputError("there is no candidate list to read")
    named = None if format is None else FORMATS.build(format)
    files = ReferenceFiles.read(references) if references else None
    listing = Listing(group_limit=files.size if files else None)
    for path in paths:
        with open_input(path) as file:
            start = file.peek().lstrip()
            if not start:
                raise InputError(f"{input_name(path)}: the file is empty, expected a candidate list")
            format = named or _recognised(start)
            try:
                format.read(file, input_name(path), listing, threads)
            except InputError:
                raise
            except ValueError as error:  # of another package's format
                raise InputError(f"{input_name(path)}: cannot be read as {format.name}: {error}") from None
    pool = unite(listing.release())
    if not len(pool.texts.data):
        raise InputError(f"{input_name(paths[0])}: found only empty candidates, expected some with text")
    return complete(files.added_to(pool) if files else pool)


def _recognised(start: bytes) -> ListFormat:
    """The first format that knows its own; n-best lists if none does, since their reader says what is wrong with them."""
    for name in FORMATS.names:
        format = FORMATS.build(name)
        if format.recognises(start):
            return format
    return Nbest()
