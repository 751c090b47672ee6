"""A tokenised text as numbers: what alignment, extraction and language models are made from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files.kept_lines import in_chunks
from pitchpipe.files.scratch import Scratch
from pitchpipe.files.streams import check_line_counts, input_name, open_input
from pitchpipe.text.texts import Texts

_PIECE = 1 << 22
"""Bytes of a file that are read at a time."""
_TOKENS = 1 << 20
"""Tokens that are counted at a time."""


@dataclass(frozen=True)
class Corpus:
    """Lines of word numbers. Line i is `ids[offsets[i]:offsets[i + 1]]`; word number w is `words[w]`.

    Words are numbered in the order they first come, so that the same text always has the same numbers. White space
    between tokens is ASCII's only.
    """

    words: Texts
    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, lines: Iterable[str], scratch: Scratch | None = None) -> Corpus:
        """The corpus of lines; a line feed within a line is white space."""
        texts = (
            "".join(line.replace("\n", " ") + "\n" for line in some).encode() for some in in_chunks(lines)
        )
        return cls._of_pieces(texts, "text", scratch)

    @classmethod
    def read(cls, path: str | os.PathLike[str], scratch: Scratch | None = None) -> Corpus:
        """The corpus in a plain or compressed file of UTF-8 text."""
        with open_input(path) as file:
            return cls._of_pieces(
                iter(lambda: file.read(_PIECE) + file.readline(), b""), input_name(path), scratch
            )

    @classmethod
    def of_bytes(cls, data: bytes, name: str) -> Corpus:
        """The corpus of lines of UTF-8 text; `name` is what messages call it."""
        return cls._of_pieces(iter([data]), name, None)

    @classmethod
    def _of_pieces(cls, pieces: Iterator[bytes], name: str, scratch: Scratch | None) -> Corpus:
        """The corpus of pieces of whole lines; its numbers are where `scratch` says."""
        where = scratch or Scratch()
        numbers = _native.TokenNumbers()
        ids, offsets = where.growing(np.int32), where.growing(np.int64)
        offsets.append(np.zeros(1, np.int64))
        for piece in pieces:
            try:
                found, bounds = numbers.add(np.frombuffer(piece, np.uint8))
            except ValueError as error:
                raise InputError(f"{name}:{error}") from None
            offsets.append(bounds[1:] + len(ids))
            ids.append(found)
        return cls(Texts(*numbers.words()), ids.whole(), offsets.whole())

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of tokens of each line."""
        return np.diff(self.offsets)

    @property
    def counts(self) -> NDArray[np.int64]:
        """How often each word is there."""
        found = np.zeros(len(self.words), np.int64)
        for begin in range(0, len(self.ids), _TOKENS):
            found += np.bincount(self.ids[begin : begin + _TOKENS], minlength=len(found))
        return found

    def parts(self, tokens: int) -> Iterator[Corpus]:
        """All lines, about so many tokens of them at a time."""
        bounds = np.flatnonzero(np.diff(self.offsets[1:] // tokens)) + 1
        for first, last in pairwise([0, *bounds.tolist(), len(self)]):
            yield self.part(first, last)

    def line(self, index: int) -> list[str]:
        """The tokens of a line."""
        return [self.words[word] for word in self.ids[self.offsets[index] : self.offsets[index + 1]]]

    def part(self, first: int, last: int) -> Corpus:
        """The lines from the first to that before the last, in the same memory and under the same numbers."""
        offsets = self.offsets[first : last + 1]
        return Corpus(self.words, self.ids[offsets[0] : offsets[-1]], offsets - offsets[0])

    def take(self, lines: NDArray[np.int64]) -> Corpus:
        """These lines only, in this order, under the same numbers."""
        from pitchpipe.arrays import offsets_of, rows_of_groups

        return Corpus(
            self.words, self.ids[rows_of_groups(self.offsets, lines)], offsets_of(self.lengths[lines])
        )


def read_parallel(paths: Sequence[str | os.PathLike[str]]) -> list[Corpus]:
    """The corpora in several files, line by line translations of each other."""
    corpora = [Corpus.read(path) for path in paths]
    check_line_counts(paths, [len(corpus) for corpus in corpora])
    if not len(corpora[0]):
        raise InputError(f"{input_name(paths[0])}: found no lines, expected a text")
    return corpora


def known_ids(texts: Texts | Iterable[str], words: Texts) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Ids of the tokens of lines under an existing numbering, -1 for unknown words, and the lines' offsets."""
    lines = "".join(line.replace("\n", " ") + "\n" for line in texts).encode()
    arrays = (words.data, words.offsets, np.arange(len(words) + 1))
    return _native.find_tokens(np.frombuffer(lines, np.uint8), arrays)
