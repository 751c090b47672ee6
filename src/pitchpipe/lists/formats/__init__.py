"""Candidate lists of any system, told apart by looking at the text.

A file may be packed with gzip or zstd, known by its first bytes. What is in it is then one of these:

- a saved pool, if it starts as a zip file does;
- JSON lines, if the first character that is not white space is `{` (see `jsonl`);
- n-best lists with ` ||| ` between the fields, otherwise. The first field is the number of the sentence, from
  0, the second the text. Features are in the third field and a total in the fourth, which is not read; but if
  the third field of the first line is a lone number and the fourth is not, it is the other way round
  (`travatar`). Fields after these (alignments, derivations) are never read. The first feature of the file shows
  how features are written:

  - `LM0= -1.2 -2.3`, the name ends in `=`: `moses`;
  - `lm: -1.2 -2.3`, the name ends in `:`: `moses-old` or `phrasal`, which are the same;
  - `lm=-1.2`, cut at the last `=`: `cdec` or `joshua`, which are the same, and `travatar`.

  A name with k > 1 values is the k features `name_0`, `name_1`, ...; k must be the same on all lines.

Naming the format with `format=` leaves nothing to be guessed. A feature that a candidate lacks is 0 there. A
feature that at least one candidate in ten has is dense, the others are sparse; names play no part in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import StrPath, input_name, open_input
from pitchpipe.lists.formats.jsonl import read_jsonl
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.lists.formats.nbest import NBEST_FORMATS, read_nbest
from pitchpipe.lists.formats.references import ReferenceFiles
from pitchpipe.lists.merge import complete, unite
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.storage import MAGIC, stored_pool

__all__ = ["FORMATS", "read_pool"]

FORMATS = (*NBEST_FORMATS, "jsonl", "pool")


def read_pool(
    paths: Sequence[StrPath],
    references: Sequence[StrPath] | None = None,
    format: str | None = None,
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
    if format is not None and format not in FORMATS:
        raise unknown_name("list format", format, FORMATS)
    files = ReferenceFiles.read(references) if references else None
    listing = Listing(group_limit=files.size if files else None)
    saved = []
    for path in paths:
        with open_input(path) as file:
            start = file.peek().lstrip()
            if not start:
                raise InputError(f"{input_name(path)}: the file is empty, expected a candidate list")
            kind = format or _recognised(start)
            if kind == "pool":
                saved.append(stored_pool(file, input_name(path)))
            elif kind == "jsonl":
                read_jsonl(file, input_name(path), listing)
            else:
                read_nbest(file, input_name(path), listing, kind, threads)
    pool = unite([*saved, listing.pool()] if len(listing) else saved)
    if not len(pool.texts.data):
        raise InputError(f"{input_name(paths[0])}: found only empty candidates, expected some with text")
    return complete(files.added_to(pool) if files else pool)


def _recognised(start: bytes) -> str:
    if start.startswith(MAGIC):
        return "pool"
    return "jsonl" if start.startswith(b"{") else "auto"
