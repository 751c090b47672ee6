"""Labels of spans that need not be constituents, from trees, after Zollmann and Venugopal 2006."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import offsets_of
from pitchpipe.errors import InputError
from pitchpipe.grammar.trees import Trees
from pitchpipe.text import Corpus

NO_LABEL = "X"
"""Of spans that none of the others is for."""


@dataclass(frozen=True)
class SpanLabels:
    """The label of each span of each line, those of one first word after the other; native/grammar/extraction.h has the same."""

    names: tuple[str, ...]
    labels: NDArray[np.int32]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, trees: Trees, text: Corpus, longest: int, least: int = 1) -> SpanLabels:
        """Of spans of up to so many words of the text that the trees are over; labels of fewer spans than `least` become X."""
        found: list[str] = []
        sizes = np.diff(text.offsets).tolist()
        for line, size in enumerate(sizes):
            nodes = trees.nodes[trees.offsets[line] : trees.offsets[line + 1]].tolist()
            if nodes and nodes[0][2] != size:
                raise InputError(
                    f"parses:{line + 1}: found a tree of {nodes[0][2]} words, expected the {size} of the text"
                )
            found += line_labels([(trees.labels[label], *span) for label, *span, _ in nodes], size, longest)
        counts = Counter(found)
        names = tuple(sorted({name for name, count in counts.items() if count >= least} | {NO_LABEL}))
        numbers = {name: number for number, name in enumerate(names)}
        other = numbers[NO_LABEL]
        labels = np.fromiter((numbers.get(name, other) for name in found), np.int32, len(found))
        return cls(names, labels, offsets_of([size * longest for size in sizes]))


def line_labels(constituents: list[tuple[str, int, int]], size: int, longest: int) -> Iterator[str]:
    """The labels of the spans of a line: `longest` for each first word, X for those that end after it.

    A span has the first of these that it can have, where C are constituents, the highest of those that have the same words:

    C            its words are a constituent
    C1+C2        two of them side by side
    C1/C2        C1 without C2 at its right end, the smallest C1
    C2\\C1        C1 without C2 at its left end, the smallest C1
    C1+C2+C3     three side by side
    X            none of these
    """
    at: dict[tuple[int, int], str] = {}
    for label, begin, end in constituents:
        at.setdefault((begin, end), label)
    from_word: list[list[tuple[int, str]]] = [[] for _ in range(size + 1)]
    to_word: list[list[tuple[int, str]]] = [[] for _ in range(size + 1)]
    for (begin, end), label in sorted(at.items()):
        from_word[begin].append((end, label))
        to_word[end].append((begin, label))

    def choices(begin: int, end: int) -> Iterator[str]:
        if (begin, end) in at:
            yield at[begin, end]
        for cut, first in from_word[begin]:
            if cut < end and (cut, end) in at:
                yield f"{first}+{at[cut, end]}"
        for cut, whole in from_word[begin]:
            if cut > end and (end, cut) in at:
                yield f"{whole}/{at[end, cut]}"
        for cut, whole in reversed(to_word[end]):
            if cut < begin and (cut, begin) in at:
                yield f"{at[cut, begin]}\\{whole}"
        for cut, first in from_word[begin]:
            for other, second in from_word[cut]:
                if other < end and (other, end) in at:
                    yield f"{first}+{second}+{at[other, end]}"

    for begin in range(size):
        for end in range(begin + 1, begin + longest + 1):
            yield next(choices(begin, end), NO_LABEL) if end <= size else NO_LABEL
