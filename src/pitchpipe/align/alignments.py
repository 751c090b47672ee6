"""Word alignments of many lines in two flat arrays, and Pharaoh files such as `0-0 1-2`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import offsets_of
from pitchpipe.errors import InputError
from pitchpipe.files import input_name, open_input, write_packed
from pitchpipe.text import Corpus


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
    ) -> Alignments:
        """The alignments in a Pharaoh file of any aligner, checked against the texts where they are given."""
        with open_input(path) as file:
            found = cls.parse(file.read(), input_name(path))
        for side, corpus in enumerate((source, target)):
            if corpus is not None:
                found._check(side, corpus, input_name(path))
        return found

    @classmethod
    def parse(cls, text: bytes, name: str) -> Alignments:
        """The alignments in the text of a Pharaoh file; `name` is what messages call it."""
        try:
            return cls(*_native.read_pharaoh(np.frombuffer(text, np.uint8)))
        except ValueError as error:
            raise InputError(f"{name}:{error}") from None

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
        lines = self.lines
        beyond = np.flatnonzero(self.links[:, side] >= corpus.lengths[lines])
        if len(beyond):
            line, link = lines[beyond[0]], self.links[beyond[0]]
            word = ("source", "target")[side]
            raise InputError(
                f"{name}:{line + 1}: found the link {link[0]}-{link[1]}, "
                f"expected {word} positions below {corpus.lengths[line]}, the length of the {word} line"
            )
