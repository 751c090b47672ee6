"""Many texts in two flat arrays, and texts cut into groups: what the native core reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError


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
        offsets = np.zeros(len(encoded) + 1, np.int64)
        np.cumsum([len(text) for text in encoded], out=offsets[1:])
        return cls(np.frombuffer(b"".join(encoded), np.uint8), offsets)

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

    def take(self, rows: NDArray[np.int64]) -> Texts:
        """The texts at these rows, in this order."""
        lengths = self.offsets[rows + 1] - self.offsets[rows]
        offsets = np.zeros(len(rows) + 1, np.int64)
        np.cumsum(lengths, out=offsets[1:])
        positions = np.arange(offsets[-1]) + np.repeat(self.offsets[rows] - offsets[:-1], lengths)
        return Texts(self.data[positions], offsets)


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
        offsets = np.zeros(len(lists) + 1, np.int64)
        np.cumsum([len(group) for group in lists], out=offsets[1:])
        return cls(Texts.of(text for group in lists for text in group), offsets)

    @classmethod
    def singles(cls, texts: Iterable[str]) -> GroupedTexts:
        """One text in each group, as in a system's output."""
        flat = Texts.of(texts)
        return cls(flat, np.arange(len(flat) + 1))

    def __len__(self) -> int:
        return len(self.groups) - 1

    def group(self, index: int) -> list[str]:
        return [self.texts[row] for row in range(self.groups[index], self.groups[index + 1])]

    @property
    def arrays(self) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
        """What native functions take."""
        return self.texts.data, self.texts.offsets, self.groups
