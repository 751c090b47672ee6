"""How often n-grams of up to three words came, in sorted arrays: twelve bytes for each, beside the words and the histories."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import offsets_of
from pitchpipe.errors import InputError
from pitchpipe.files.kept_lines import file_lines
from pitchpipe.files.streams import input_name, open_input
from pitchpipe.text.texts import Texts

LONGEST = 3
_PIECE = 1 << 22
"""Bytes of a file that are read at a time."""
_DIGITS = 18
"""Of a count."""
_SHOWN = 1 << 16
"""N-grams that become text at a time."""

Ngram = tuple[str, ...]
Rows = NDArray[np.int32]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Followers:
    """The words that came after histories of one length, which are sorted, as the words after each are."""

    histories: memoryview
    """A number for each: one word's, or the first of two and the second in the lower 32 bits."""
    ends: memoryview
    """Where the words after each history end; they begin where those before end."""
    seen: memoryview
    """How often all of them came."""
    words: memoryview
    counts: memoryview

    @classmethod
    def of(cls, rows: Rows, counts: Counts) -> Followers:
        """From n-grams as rows of word numbers; of those that come twice the last counts."""
        order = np.lexsort(rows.T[::-1])
        rows, counts = rows[order], counts[order]
        last = np.ones(len(rows), bool)
        last[:-1] = (rows[1:] != rows[:-1]).any(axis=1)
        rows, counts = rows[last], counts[last]
        keys = np.zeros(len(rows), np.int64)
        for column in rows.T[:-1]:
            keys = keys << 32 | column
        new = np.ones(len(keys), bool)
        new[1:] = keys[1:] != keys[:-1]
        begins = np.flatnonzero(new)
        seen = np.add.reduceat(counts, begins) if len(begins) else counts
        ends = np.append(begins[1:], len(keys))[: len(begins)]
        parts: list[Any] = [keys[begins], ends, seen, np.ascontiguousarray(rows[:, -1]), counts]
        return cls(*[memoryview(part) for part in parts])

    def __len__(self) -> int:
        return len(self.words)

    def place(self, history: int) -> int | None:
        """That of a history, if there is something after it."""
        found = bisect_left(self.histories, history)
        return found if found < len(self.histories) and self.histories[found] == history else None

    def types(self, place: int) -> int:
        """How many words came after the history at a place."""
        return int(self.ends[place]) - self._begin(place)

    def count(self, place: int, word: int) -> int:
        """How often a word came after the history at a place."""
        end = self.ends[place]
        found = bisect_left(self.words, word, self._begin(place), end)
        return int(self.counts[found]) if found < end and self.words[found] == word else 0

    def _begin(self, place: int) -> int:
        return int(self.ends[place - 1]) if place else 0

    @property
    def rows(self) -> Rows:
        """The histories, each as often as there are words after it."""
        keys = np.repeat(np.asarray(self.histories), np.diff(np.asarray(self.ends), prepend=0))
        return np.stack([keys >> 32, keys & 0xFFFFFFFF], axis=1).astype(np.int32)


class NgramCounts(Mapping[Ngram, int]):
    """N-grams of words and how often each came; those of one word first, each length in the order of its words' numbers."""

    def __init__(self, words: Sequence[str], orders: Sequence[tuple[Rows, Counts]]) -> None:
        self.words = words
        self._numbers = {word: number for number, word in enumerate(words)}
        self.orders = [Followers.of(rows, counts) for rows, counts in orders]

    @classmethod
    def of(cls, counts: Mapping[Ngram, int] | Iterable[tuple[Ngram, int]]) -> NgramCounts:
        """The same counts in arrays."""
        if isinstance(counts, NgramCounts):
            return counts
        numbers: dict[str, int] = {}
        rows: list[list[list[int]]] = [[] for _ in range(LONGEST)]
        found: list[list[int]] = [[] for _ in range(LONGEST)]
        for ngram, count in counts.items() if isinstance(counts, Mapping) else counts:
            rows[len(ngram) - 1].append([numbers.setdefault(word, len(numbers)) for word in ngram])
            found[len(ngram) - 1].append(count)
        arrays = [np.array(each, np.int32).reshape(-1, size) for size, each in enumerate(rows, 1)]
        times = [np.array(each, np.int64) for each in found]
        return cls(list(numbers), list(zip(arrays, times, strict=True)))

    @classmethod
    def read(cls, path: str | os.PathLike[str], header: str) -> NgramCounts:
        """Those of a file: after the header, a count, a tab and one to three words on each line."""
        return _read_fast(path, header) or cls.of(_read(path, header))

    def __getitem__(self, ngram: Ngram) -> int:
        found = self.count(self.numbers(ngram))
        if not found:
            raise KeyError(ngram)
        return found

    def __len__(self) -> int:
        return sum(map(len, self.orders))

    def __iter__(self) -> Iterator[Ngram]:
        return (ngram for ngram, _ in self.counted())

    def counted(self) -> Iterator[tuple[Ngram, int]]:
        """Each n-gram with its count."""
        words = self.words
        for size, order in enumerate(self.orders, 1):
            columns = [*order.rows.T[LONGEST - size :], np.asarray(order.words)]
            counts = np.asarray(order.counts)
            for begin in range(0, len(order), _SHOWN):
                some = slice(begin, begin + _SHOWN)
                spelt = [[words[number] for number in column[some].tolist()] for column in columns]
                yield from zip(zip(*spelt, strict=True), counts[some].tolist(), strict=True)

    def singles(self) -> dict[str, int]:
        """How often each word came."""
        order = self.orders[0]
        return {self.words[number]: count for number, count in zip(order.words, order.counts, strict=True)}

    def numbers(self, ngram: Ngram) -> tuple[int, ...]:
        """Those of the words; -1 for unknown ones."""
        return tuple([self._numbers.get(word, -1) for word in ngram])

    def count(self, numbers: Sequence[int]) -> int:
        """How often an n-gram came, by the numbers of its words."""
        *history, word = numbers
        place = self.place(history)
        return 0 if place is None or word < 0 else self.orders[len(history)].count(place, word)

    def place(self, history: Sequence[int]) -> int | None:
        """Where a history is among those of its length."""
        if len(history) >= len(self.orders) or any(word < 0 for word in history):
            return None
        key = 0
        for word in history:
            key = key << 32 | word
        return self.orders[len(history)].place(key)


def _read_fast(path: str | os.PathLike[str], header: str) -> NgramCounts | None:
    """The counts of a file all of whose lines are as they should be; None for others."""
    numbers, parts = _native.TokenNumbers(), list[tuple[NDArray[np.int32], NDArray[np.int64]]]()
    with open_input(path) as file:
        if file.readline() != f"{header}\n".encode():
            return None
        while piece := file.read(_PIECE) + file.readline():
            data = np.frombuffer(piece, np.uint8)
            try:
                ids, bounds = numbers.add(data)
            except ValueError:
                return None
            _, offsets = numbers.words()
            if not _well_formed(data, np.diff(offsets)[ids], bounds):
                return None
            parts.append((ids, np.diff(bounds)))
    words = list(Texts(*numbers.words()))
    tokens = np.concatenate([np.zeros(0, np.int32), *(ids for ids, _ in parts)])
    sizes = np.concatenate([np.zeros(0, np.int64), *(each for _, each in parts)])
    begins = offsets_of(sizes)[:-1]
    values = np.zeros(len(words), np.int64)
    for number in np.unique(tokens[begins]).tolist():
        value = _count(words[number])
        if not value:
            return None
        values[number] = value
    orders = []
    for size in range(1, LONGEST + 1):
        rows = begins[sizes == size + 1]
        columns = [tokens[rows + place] for place in range(1, size + 1)]
        orders.append((np.stack(columns, axis=1), values[tokens[rows]]))
    return NgramCounts(words, orders)


def _well_formed(data: NDArray[np.uint8], lengths: NDArray[np.int64], bounds: NDArray[np.int64]) -> bool:
    """Whether lines are a token, a tab, and one to three more with a space between them."""
    sizes = np.diff(bounds)
    stops = np.flatnonzero(data == ord("\n"))
    if len(stops) != len(sizes) or ((sizes < 2) | (sizes > LONGEST + 1)).any():
        return False
    begins = np.append(0, stops[:-1] + 1)
    lines = np.add.reduceat(lengths, bounds[:-1]) + sizes - 1
    spaces = np.count_nonzero(data == ord(" "))
    return bool(
        (stops - begins == lines).all()
        and (data[begins + lengths[bounds[:-1]]] == ord("\t")).all()
        and spaces == sizes.sum() - 2 * len(sizes)
    )


def _read(path: str | os.PathLike[str], header: str) -> Iterator[tuple[Ngram, int]]:
    """The same line by line; the first that is wrong is told."""
    name = input_name(path)
    lines = file_lines(path)
    if next(chain(lines, [""])) != header:
        raise InputError(f"{name}: found another kind of file, expected a truecaser of pitchpipe")
    for number, line in enumerate(lines, 2):
        text, _, rest = line.partition("\t")
        ngram, count = tuple(rest.split(" ")), _count(text)
        if not count or not all(ngram) or len(ngram) > LONGEST:
            raise InputError(
                f"{name}:{number}: found {line[:40]!r}, expected a count, a tab and one to three words"
            )
        yield ngram, count


def _count(text: str) -> int:
    """What a count says; 0 for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else 0
