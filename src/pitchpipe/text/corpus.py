"""A tokenised text as numbers: what alignment, extraction and language models are made from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files.streams import check_line_counts, input_name, open_input
from pitchpipe.text.texts import Texts


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
    def of(cls, lines: Iterable[str]) -> Corpus:
        """The corpus of lines in memory; a line feed within a line is white space."""
        return cls.of_bytes("".join(line.replace("\n", " ") + "\n" for line in lines).encode(), "text")

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Corpus:
        """The corpus in a plain or compressed file of UTF-8 text."""
        with open_input(path) as file:
            return cls.of_bytes(file.read(), input_name(path))

    @classmethod
    def of_bytes(cls, data: bytes, name: str) -> Corpus:
        """The corpus of lines of UTF-8 text; `name` is what messages call it."""
        try:
            ids, offsets, words, starts = _native.number_tokens(np.frombuffer(data, np.uint8))
        except ValueError as error:
            raise InputError(f"{name}:{error}") from None
        return cls(Texts(words, starts), ids, offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of tokens of each line."""
        return np.diff(self.offsets)

    def line(self, index: int) -> list[str]:
        """The tokens of a line."""
        return [self.words[word] for word in self.ids[self.offsets[index] : self.offsets[index + 1]]]

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
