"""N-best lists of Moses and its kin, a candidate on each line: read natively.

The fields have ` ||| ` between them. The first is the number of the sentence, from 0, the second the text. Features are
in the third and a total in the fourth, which is not read; but if the third field of the first line is a lone number and
the fourth is not, it is the other way round (`travatar`). Fields after these (alignments, derivations) are never read. The
first feature of the file shows how features are written:

- `LM0= -1.2 -2.3`, the name ends in `=`: `moses`;
- `lm: -1.2 -2.3`, the name ends in `:`: `moses-old` or `phrasal`, which are the same;
- `lm=-1.2`, cut at the last `=`: `cdec` or `joshua`, which are the same, and `travatar`.

Marian writes alignments and scores of words, if it is asked for them, before the features, which start with `F0=`.

A name with k > 1 values is the k features `name_0`, `name_1`, ...; k must be the same on all lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import BinaryIO, ClassVar

from pitchpipe._native import NbestReader
from pitchpipe.errors import InputError
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.listing import Listing

_CHUNK = 1 << 20


class Nbest(ListFormat):
    """N-best lists of Moses, Phrasal, cdec, Joshua, Travatar or Marian, told apart by the first feature."""

    name: ClassVar[str] = "nbest"
    sample: ClassVar[str] = "0 ||| the house is small ||| LM0= -12.3 WordPenalty0= -4 ||| -3.21"
    reader: ClassVar[str] = "auto"
    """What the native reader calls the format."""

    def recognises(self, start: bytes) -> bool:
        return re.match(rb"\d+ ?\|\|\| ", start) is not None

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        reader = NbestReader(listing.table, self.reader, listing.number_limit)
        for chunk in _chunks(file, threads):
            with _located(name):
                reader.feed(chunk)
            listing.tidy()
        with _located(name):
            reader.finish()


class Moses(Nbest):
    """N-best lists of Moses: feature names end in `=` and have one value or more."""

    name = reader = "moses"
    sample = "0 ||| the house is small ||| Distortion0= 0 LM0= -12.3 TranslationModel0= -1.2 -2.3 ||| -3.21"


class MosesOld(Nbest):
    """N-best lists of early Moses: feature names end in `:`."""

    name = reader = "moses-old"
    sample = "0 ||| the house is small ||| d: 0 -1.51 lm: -36.05 w: -4 ||| -16.97"


class Phrasal(Nbest):
    """N-best lists of Phrasal: feature names end in `:`, as in early Moses."""

    name = reader = "phrasal"
    sample = MosesOld.sample


class Cdec(Nbest):
    """N-best lists of cdec: features as `name=value`."""

    name = reader = "cdec"
    sample = "0 ||| the house is small ||| LanguageModel=-36.05 WordPenalty=-4 ||| -16.97"


class Joshua(Nbest):
    """N-best lists of Joshua: features as `name=value`, as in cdec."""

    name = reader = "joshua"
    sample = Cdec.sample


class Travatar(Nbest):
    """N-best lists of Travatar: the total first, then features as `name=value`."""

    name = reader = "travatar"
    sample = "0 ||| the house is small ||| -3.21 ||| lm=-12.3 p=3"


class Marian(Nbest):
    """N-best lists of Marian: features `F0`, `F1` and so on; alignments and scores of words may come before them."""

    name = reader = "marian"
    sample = "0 ||| the house is small ||| 0-0 1-1 2-2 3-3 ||| F0= -3.5 F1= -4 ||| -0.75"


@contextmanager
def _located(name: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise InputError(f"{name}:{error}") from None


def _chunks(file: BinaryIO, threads: int) -> Iterator[bytes]:
    if threads <= 1:
        while chunk := file.read(_CHUNK):
            yield chunk
        return
    with ThreadPoolExecutor(1) as ahead:
        pending = ahead.submit(file.read, _CHUNK)
        while chunk := pending.result():
            pending = ahead.submit(file.read, _CHUNK)
            yield chunk
