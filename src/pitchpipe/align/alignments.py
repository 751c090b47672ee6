"""Word alignments of many lines in two flat arrays, and Pharaoh files such as `0-0 1-2`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import offsets_of
from pitchpipe.errors import InputError
from pitchpipe.files import input_name, open_input, write_packed
from pitchpipe.files.scratch import Scratch
from pitchpipe.text import Corpus

_PIECE = 1 << 22
"""Bytes of a file that are read at a time."""
_LINES = 1 << 16
"""Lines that are looked at at a time."""


@dataclass(frozen=True)
class Alignments:
    """Line i has the links `links[offsets[i]:offsets[i + 1]]`: a source and a target position each, sorted."""

    links: NDArray[np.int32]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, lines: Iterable[Iterable[tuple[int, int]]]) -> Alignments:
        """The alignments of lines in memory, each a set of links."""
        rows = [sorted(set(line)) for line in lines]
        links = np.array([link for row in rows for link in row], np.int32).reshape(-1, 2)
        return cls(links, offsets_of([len(row) for row in rows]))

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        source: Corpus | None = None,
        target: Corpus | None = None,
        scratch: Scratch | None = None,
    ) -> Alignments:
        """The alignments in a Pharaoh file of any aligner, checked against the texts where they are given.

        They are in memory or, if they are many, where `scratch` says.
        """
        where = scratch or Scratch()
        links, offsets = where.growing(np.int32, 2), where.growing(np.int64)
        offsets.append(np.zeros(1, np.int64))
        lines = 0
        with open_input(path) as file:
            while text := file.read(_PIECE) + file.readline():
                part = cls.parse(text, input_name(path), lines + 1)
                offsets.append(part.offsets[1:] + len(links))
                links.append(part.links)
                lines += len(part)
        found = cls(links.whole(), offsets.whole())
        for side, corpus in enumerate((source, target)):
            if corpus is not None:
                found._check(side, corpus, input_name(path))
        return found

    @classmethod
    def parse(cls, text: bytes, name: str, first: int = 1) -> Alignments:
        """The alignments in the text of a Pharaoh file; `name` is what messages call it, `first` its first line's number."""
        try:
            return cls(*_native.read_pharaoh(np.frombuffer(text, np.uint8)))
        except ValueError as error:
            line, _, problem = str(error).partition(":")
            raise InputError(f"{name}:{int(line) + first - 1}:{problem}") from None

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a Pharaoh file, with gzip if its name ends in .gz."""
        with write_packed(path) as file:
            file.write(self.pharaoh)

    @property
    def pharaoh(self) -> bytes:
        """The text of a Pharaoh file: a line for each pair of lines."""
        return _native.pharaoh_text(self.arrays)

    @property
    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """What native functions take."""
        return np.ascontiguousarray(self.links), self.offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def parts(self, lines: int = _LINES) -> Iterator[Alignments]:
        """So many lines at a time, in the same memory."""
        for first in range(0, len(self), lines):
            offsets = self.offsets[first : first + lines + 1]
            yield Alignments(self.links[offsets[0] : offsets[-1]], offsets - offsets[0])

    @property
    def lines(self) -> NDArray[np.int64]:
        """The line of each link."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def line(self, index: int) -> list[tuple[int, int]]:
        """The links of a line."""
        return [
            (source, target)
            for source, target in self.links[self.offsets[index] : self.offsets[index + 1]].tolist()
        ]

    @property
    def reversed(self) -> Alignments:
        """The same links with target before source."""
        order = np.lexsort((self.links[:, 0], self.links[:, 1], self.lines))
        return Alignments(np.ascontiguousarray(self.links[order, ::-1]), self.offsets)

    @classmethod
    def joined(cls, parts: Iterable[Alignments]) -> Alignments:
        """The lines of all parts, one part after the other."""
        pieces = list(parts)
        links = np.concatenate([np.zeros((0, 2), np.int32), *(part.links for part in pieces)])
        sizes = [np.zeros(0, np.int64), *(np.diff(part.offsets) for part in pieces)]
        return cls(links, offsets_of(np.concatenate(sizes)))

    def _check(self, side: int, corpus: Corpus, name: str) -> None:
        """Refuse alignments of another text than this."""
        if len(self) != len(corpus):
            raise InputError(
                f"{name}: found another number of lines, {len(self)}, expected {len(corpus)} as in the text"
            )
        for number, part in enumerate(self.parts()):
            lengths = corpus.lengths[number * _LINES :][: len(part)]
            lines = part.lines
            beyond = np.flatnonzero(part.links[:, side] >= lengths[lines])
            if len(beyond):
                line, link = lines[beyond[0]], part.links[beyond[0]]
                word = ("source", "target")[side]
                raise InputError(
                    f"{name}:{number * _LINES + line + 1}: found the link {link[0]}-{link[1]}, "
                    f"expected {word} positions below {lengths[line]}, the length of the {word} line"
                )
