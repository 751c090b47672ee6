"""A parallel text in shards: what EM counts is the sum, in their order, of what it counts in each.

Memory holds one shard at a time. A shard numbers its own word pairs, so that what it looks at and counts is small; where
each stands in the lexicon of all the text is kept beside it. Where shards begin depends on the text alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.align.lexicon import Lexicon, TextOfIds, numbered_text
from pitchpipe.executors import aligned, current_executor, streamed
from pitchpipe.files.scratch import Scratch
from pitchpipe.text import Corpus

CELLS = 1 << 23
"""Pairs of words in the lines of a shard; at least those of one pair of lines."""

AHEAD = 8
"""Shards that are with an executor at a time."""

Arrays = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], float]
"""What `Parameters.arrays` are."""
Counts = tuple[
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    tuple[float, float],
]
"""What `Expected` is made of."""


@dataclass(frozen=True)
class Shard:
    """Some lines of a text, with the number of each of their word pairs among those of the shard."""

    source: TextOfIds
    target: TextOfIds
    cells: NDArray[np.int32]
    numbers: NDArray[np.int32]
    """The number that each pair of the shard has in the lexicon of all the text."""

    def in_memory(self) -> Shard:
        """The same, to be sent to a worker: none of its arrays is in a temporary file."""
        source, target = (
            (np.array(ids), np.array(offsets), words) for ids, offsets, words in (self.source, self.target)
        )
        return Shard(source, target, np.array(self.cells), np.array(self.numbers))

    def own(self, parameters: Arrays) -> Arrays:
        """The parameters of this shard's own pairs, and the others."""
        pairs, *others = parameters
        extra = len(self.numbers)
        found = np.empty((extra + 2, 2), np.float32)
        np.take(pairs, self.numbers, axis=0, out=found[:extra])
        found[extra:] = pairs[-2:]
        return (found, *others)  # type: ignore[return-value]


def shard_expectations(shard: Shard, own: Arrays, agreement: bool, threads: int = 1) -> Counts:
    """What EM expects in a shard, under the parameters of its own pairs: it needs nothing else, wherever it runs."""
    texts = shard.source, shard.target
    pairs = _native.WordPairs(*texts, shard.cells, len(shard.numbers))
    return pairs.expectations(own, agreement, threads)


def _expected_elsewhere(shard: Shard, own: Arrays, agreement: bool) -> Counts:
    """The same on a worker."""
    return shard_expectations(aligned(shard), aligned(own), agreement)


@dataclass(frozen=True)
class Shards:
    """All shards of a text, which are counted as one."""

    shards: Sequence[Shard]
    scratch: Scratch

    def expectations(self, parameters: Arrays, agreement: bool, threads: int) -> Counts:
        """The same as `WordPairs.expectations` of all the text, but for the order of the sums."""
        if len(self.shards) == 1:
            return shard_expectations(self.shards[0], parameters, agreement, threads)
        executor = current_executor()
        if executor is None:
            found: Iterator[Counts] = (
                shard_expectations(shard, shard.own(parameters), agreement, threads) for shard in self.shards
            )
        else:
            tasks = ((shard.in_memory(), shard.own(parameters), agreement) for shard in self.shards)
            found = streamed(executor, _expected_elsewhere, tasks, AHEAD)
        return self.summed(found, len(parameters[0]))

    def summed(self, found: Iterator[Counts], size: int) -> Counts:
        """The sum of what was found in each shard, in their order; `size` is the lexicon's, and of what is in none."""
        pairs = self.scratch.array((size, 2), np.float64)
        others: list[NDArray[np.float64]] = []
        likelihoods = np.zeros(2)
        for shard, (counts, *words_and_jumps, likelihood) in zip(self.shards, found, strict=True):
            pairs[shard.numbers] += counts[: len(shard.numbers)]
            sums = [a + b for a, b in zip(others, words_and_jumps, strict=True)] if others else []
            others = sums or words_and_jumps
            likelihoods += likelihood
        forward, backward = likelihoods.tolist()
        return (pairs, *others, (forward, backward))  # type: ignore[return-value]


def line_parts(source: Corpus, target: Corpus, cells: int) -> list[tuple[int, int]]:
    """The first line of each part, and that after its last: about so many pairs of words are in the lines of each."""
    part = np.cumsum(source.lengths * target.lengths) // cells
    bounds = [0, *(np.flatnonzero(np.diff(part)) + 1).tolist(), len(source)]
    return list(pairwise(bounds))


def in_shards(
    source: Corpus, target: Corpus, threads: int = 1, scratch: Scratch | None = None, cells: int = CELLS
) -> tuple[Lexicon, Shards]:
    """All word pairs within the lines of a text, and its shards."""
    where = scratch or Scratch()
    parts = line_parts(source, target, cells)
    texts: list[tuple[TextOfIds, TextOfIds]] = []
    rows, targets, places = (where.growing(kind) for kind in (np.int64, np.int32, np.int32))
    bounds = [(0, 0)]
    for first, last in parts:
        both = (
            numbered_text(source.part(first, last), source.words),
            numbered_text(target.part(first, last), target.words),
        )
        pairs = _native.WordPairs(*both, threads)
        rows.append(pairs.rows)
        targets.append(pairs.targets)
        places.append(pairs.cells)
        bounds.append((len(targets), len(places)))
        texts.append(both)
    all_rows, all_targets, all_cells = (
        rows.whole().reshape(len(parts), -1),
        targets.whole(),
        places.whole(),
    )
    of_pairs, of_cells = ([slice(*two) for two in pairwise(one)] for one in zip(*bounds, strict=True))
    tables = [(one, all_targets[place]) for one, place in zip(all_rows, of_pairs, strict=True)]
    joined = _native.joined_rows(tables, len(source.words), len(target.words), threads)
    words = where.array(int(joined[-1]), np.int32)
    numbers = where.array(len(all_targets), np.int32)
    own = [numbers[place] for place in of_pairs]
    _native.join_pairs(tables, joined, len(target.words), words, own, threads)
    shards = [
        Shard(*both, all_cells[place], one) for both, place, one in zip(texts, of_cells, own, strict=True)
    ]
    return Lexicon(source.words, target.words, joined, words), Shards(shards, where)
