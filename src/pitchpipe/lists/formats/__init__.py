"""Candidate lists of any system, told apart by looking at the text.

A file may be packed, known by its first bytes. Each format then looks at how the text starts, or at what is in a folder, those
of other packages after ours; see `recognises` of each. Naming the format with `format=` leaves nothing to be guessed. A feature that a candidate lacks is 0 there. A feature that at least one candidate in ten has is
dense, the others are sparse; names play no part in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, open_input
from pitchpipe.files.scratch import Scratch
from pitchpipe.lists.formats.espnet import Espnet
from pitchpipe.lists.formats.fairseq import Fairseq
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.jsonl import JsonLines
from pitchpipe.lists.formats.kaldi import Kaldi
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.lists.formats.nbest import Cdec, Joshua, Marian, Moses, MosesOld, Nbest, Phrasal, Travatar
from pitchpipe.lists.formats.nemo import Nemo
from pitchpipe.lists.formats.opennmt import OpenNmt
from pitchpipe.lists.formats.references import ReferenceFiles
from pitchpipe.lists.formats.saved import SavedPool
from pitchpipe.lists.formats.sockeye import Sockeye
from pitchpipe.lists.formats.srilm import Srilm
from pitchpipe.lists.formats.table import Csv, Tsv
from pitchpipe.lists.formats.whisper import Whisper
from pitchpipe.lists.merge import complete, unite
from pitchpipe.lists.missing import check_way, filled
from pitchpipe.lists.pool import Pool
from pitchpipe.registry import Registry

__all__ = ["FORMATS", "ListFormat", "Listing", "holds_lists", "read_pool"]

FORMATS: Registry[ListFormat] = Registry(
    "formats",
    "list format",
    ListFormat,
    (
        Nbest,
        Moses,
        MosesOld,
        Phrasal,
        Cdec,
        Joshua,
        Travatar,
        Marian,
        Fairseq,
        Sockeye,
        OpenNmt,
        Espnet,  # before Kaldi: a run has the best as `text` beside its lists
        Kaldi,
        Srilm,
        Nemo,
        Whisper,
        Csv,
        Tsv,
        JsonLines,
        SavedPool,
    ),
)


def read_pool(
    paths: Sequence[StrPath],
    references: Sequence[StrPath] | None = None,
    format: str | ListFormat | None = None,
    threads: int = 1,
    missing: str = "refuse",
    *,
    scratch: Scratch | None = None,
) -> Pool:
    """Read candidate lists into one pool; a sentence that comes in several places has all its candidates.

    Groups are in the order of their ids; candidates stay in the order read, those of saved pools first.
    References are matched by id where both have ids, and by position elsewhere; see `ReferenceFiles`. They complete
    references that lists carry themselves; where both are there, they must be the same. With `threads` > 1 the next
    piece is unpacked while one is parsed. With `scratch`, what is read is in temporary files where it is large. `missing` says what becomes of features that are NaN in JSON lines and tables;
    see `missing.WAYS`.
    """
    check_way(missing)
    if not paths:
        raise InputError("there is no candidate list to read")
    named = None if format is None else FORMATS.build(format)
    files = ReferenceFiles.read(references) if references else None
    lines = files.size if files and not files.may_have_numbers else None
    listing = Listing(lines, missing != "refuse", scratch or Scratch.roomy())
    for path in paths:
        before = len(listing), len(listing.pools)
        _read(path, named, listing, threads)
        if before == (len(listing), len(listing.pools)):
            raise InputError(f"{input_name(path)}: found no candidates in it, expected a candidate list")
    pool = unite(listing.release())
    if not len(pool.texts.data):
        raise InputError(f"{input_name(paths[0])}: found only empty candidates, expected some with text")
    return complete(filled(files.added_to(pool) if files else pool, missing))


def _read(path: StrPath, named: ListFormat | None, listing: Listing, threads: int) -> None:
    """Add what is in a file or a folder."""
    if Path(path).is_dir():
        (named or _recognised_folder(Path(path))).read_folder(Path(path), listing, threads)
        return
    with open_input(path) as file:
        start = file.peek().lstrip()
        if not start:
            raise InputError(f"{input_name(path)}: the file is empty, expected a candidate list")
        format = named or _recognised(start)
        if format is not None:
            try:
                format.read(file, input_name(path), listing, threads)
            except InputError:
                raise
            except ValueError as error:  # of another package's format
                raise InputError(f"{input_name(path)}: cannot be read as {format.name}: {error}") from None
            return
        try:
            Nbest().read(file, input_name(path), listing, threads)
        except InputError as error:
            raise InputError(f"{error}; --format names other formats") from None


def _recognised(start: bytes) -> ListFormat | None:
    """The first format that knows its own; text that none knows is read as n-best lists, whose reader says what is wrong."""
    built = (FORMATS.build(name) for name in FORMATS.names)
    return next((format for format in built if format.recognises(start)), None)


def holds_lists(folder: StrPath) -> bool:
    """Whether a folder has lists of some format in it."""
    return _format_of(Path(folder)) is not None


def _recognised_folder(folder: Path) -> ListFormat:
    format = _format_of(folder)
    if format is None:
        raise InputError(
            f"{folder}: found a folder without lists of Kaldi, ESPnet, SRILM or Whisper, expected these or a file"
        )
    return format


def _format_of(folder: Path) -> ListFormat | None:
    built = (FORMATS.build(name) for name in FORMATS.names)
    try:
        return next((format for format in built if format.recognises_folder(folder)), None)
    except OSError as error:
        raise InputError(f"{folder}: cannot be read: {error.strerror}") from None
