"""Many texts in two flat arrays, and texts cut into groups: what the native core reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import offsets_of, rows_of_groups
from pitchpipe.errors import InputError
from pitchpipe.files.scratch import Scratch

_ROWS = 1 << 20
"""Texts that are taken at once."""


@dataclass(frozen=True)
class Texts:
    """UTF-8 bytes of all texts, one after the other; text i is `data[offsets[i]:offsets[i + 1]]`."""

    data: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Texts:
        try:
            encoded = [text.encode() for text in texts]
        except UnicodeEncodeError as error:
            raise InputError(f"text {error.object!r} is not valid Unicode") from None
        return cls(np.frombuffer(b"".join(encoded), np.uint8), offsets_of([len(text) for text in encoded]))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> str:
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes().decode()

    def __iter__(self) -> Iterator[str]:
        data = self.data.tobytes()
        for start, end in zip(self.offsets[:-1].tolist(), self.offsets[1:].tolist(), strict=True):
            yield data[start:end].decode()

    def take(self, rows: NDArray[np.int64], scratch: Scratch | None = None) -> Texts:
        """The texts at these rows, in this order."""
        everything, numbers = GroupedTexts(self, np.array([0, len(self)])), np.asarray(rows, np.int64)
        data = (scratch or Scratch.in_memory()).growing(np.uint8)
        for begin in range(0, len(rows), _ROWS):
            data.append(_native.gather_texts(everything.arrays, numbers[begin : begin + _ROWS]))
        return Texts(data.whole(), offsets_of(self.offsets[1:][rows] - self.offsets[:-1][rows]))

    def between(self, begin: int, end: int) -> Texts:
        """The texts from one row up to another; a view."""
        offsets = self.offsets[begin : end + 1]
        return Texts(self.data[offsets[0] : offsets[-1]], offsets - offsets[0])

    @classmethod
    def joined(cls, parts: Sequence[Texts]) -> Texts:
        """The texts of all parts, one part after the other."""
        lengths = [np.diff(part.offsets) for part in parts]
        return cls(np.concatenate([part.data for part in parts]), offsets_of(np.concatenate(lengths)))


@dataclass(frozen=True)
class GroupedTexts:
    """Texts cut into groups: the candidates of each sentence, or the references of each sentence.

    Group g holds the texts `groups[g]` to `groups[g + 1] - 1`.
    """

    texts: Texts
    groups: NDArray[np.int64]

    @classmethod
    def of(cls, groups: Iterable[Sequence[str]]) -> GroupedTexts:
        lists = list(groups)
        return cls(Texts.of(text for group in lists for text in group), offsets_of([len(g) for g in lists]))

    @classmethod
    def singles(cls, texts: Iterable[str]) -> GroupedTexts:
        """One text in each group, as in a system's output."""
        flat = Texts.of(texts)
        return cls(flat, np.arange(len(flat) + 1))

    def __len__(self) -> int:
        return len(self.groups) - 1

    def group(self, index: int) -> list[str]:
        return [self.texts[row] for row in range(self.groups[index], self.groups[index + 1])]

    def take_groups(self, groups: NDArray[np.int64]) -> GroupedTexts:
        """These groups only, in this order."""
        rows = rows_of_groups(self.groups, groups)
        return GroupedTexts(self.texts.take(rows), offsets_of(np.diff(self.groups)[groups]))

    @property
    def arrays(self) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
        """What native functions take."""
        return self.texts.data, self.texts.offsets, self.groups
