"""The mapped file of a phrase table: which arrays it has, and how they get there.

    source_words, target_words     the vocabularies: bytes, and beside them offsets and slots
    phrases, phrase_offsets        the words of the source phrases
    ranges                         the entries of source phrase p are `ranges[p]` to `ranges[p + 1] - 1`, best first
    slots                          a hash table of the source phrases
    entries                        for each entry its rows in targets, alignments and reordering
    scores                         for each entry the natural logarithms of its scores
    counts                         for each entry the counts of the target phrase, the source phrase and both
    targets, target_offsets        the words of the target phrases
    alignments, alignment_offsets  pairs of positions, source and target
    reordering                     rows of natural logarithms, six or eight for each reordering model
    orientation_keys, _values, _words  of a grammar, if it has them: see pitchpipe.grammar.gap_orientation
    trie_nodes, trie_slots         where phrases have gaps, as in a grammar: the source sides, symbol by symbol

Rows that many entries share are stored once.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files.flat_file import FlatFile, damaged, read_flat_file, write_flat_file
from pitchpipe.files.refusals import refusals_of
from pitchpipe.files.typed import typed
from pitchpipe.phrases.gaps import MOST_GAPS, misplaced_gaps
from pitchpipe.reordering import score_places
from pitchpipe.text import Texts

KIND = "phrase table"
VERSION = 1

_STREAMED = {
    "phrases": np.uint32,
    "phrase_offsets": np.uint64,
    "ranges": np.uint64,
    "entries": np.uint32,
    "scores": np.float32,
    "counts": np.float32,
    "targets": np.uint32,
    "target_offsets": np.uint64,
    "alignments": np.uint8,
    "alignment_offsets": np.uint64,
    "reordering": np.float32,
}
"""What native/phrases/table_writer.h writes, in its order."""
ORIENTATION_ARRAYS = ("orientation_keys", "orientation_values", "orientation_words")
"""What a grammar may have besides."""
SIDES = (("phrases", "phrase_offsets"), ("targets", "target_offsets"))
"""The phrases of both sides."""


@dataclass(frozen=True)
class TableFacts:
    """What a table says of itself."""

    scores: Sequence[str]
    reordering: Sequence[str]
    """The names of the reordering models."""
    longest_source: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    """How it was made."""
    gaps: Sequence[str] = ()
    """Of a grammar, what its gaps are called among the words."""
    labels: Sequence[str] = ()
    """Of a grammar whose gaps have labels, and whose target sides end in one."""
    hole: str = ""
    """Of phrases with gaps, what a gap is called among the words; empty if there are none."""

    @property
    def reordering_width(self) -> int:
        """How many reordering values a phrase pair has."""
        return sum(count for _, count in score_places(self.reordering))

    @property
    def gap_symbols(self) -> Sequence[str]:
        """What stands for gaps, in a grammar or among phrases."""
        return [self.hole] if self.hole else self.gaps


class TableFiles:
    """Temporary files without names, one for each array, while a table is made."""

    def __init__(self, stack: ExitStack, folder: str) -> None:
        self._stack = stack
        self._folder = folder
        self._files = {name: self._file() for name in _STREAMED}

    @property
    def descriptors(self) -> list[int]:
        """What a native writer takes."""
        return [file.fileno() for file in self._files.values()]

    def write(
        self,
        path: str | os.PathLike[str],
        source_words: Texts,
        target_words: Texts,
        facts: TableFacts,
        origin: str,
        *,
        more: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        """Write the table, whole or not at all; `origin` is what errors call that which it is made from.

        `more` are arrays that are stored as they are.
        """
        streamed = {name: _mapped(file, _STREAMED[name]) for name, file in self._files.items()}
        arrays: dict[str, NDArray[Any]] = {}
        for side, words in (("source_words", source_words), ("target_words", target_words)):
            arrays[side] = words.data
            arrays[f"{side}_offsets"] = words.offsets
            arrays[f"{side}_slots"] = self._slots(len(words))
            _native.fill_word_slots(words.data, words.offsets, arrays[f"{side}_slots"])
        arrays |= {**streamed, **(more or {})}
        arrays["slots"] = self._slots(len(streamed["ranges"]) - 1)
        twice = _native.fill_phrase_slots(streamed["phrases"], streamed["phrase_offsets"], arrays["slots"])
        if twice is not None:
            begin, end = streamed["phrase_offsets"][twice : twice + 2]
            phrase = " ".join(source_words[int(word)] for word in streamed["phrases"][begin:end])
            raise InputError(
                f"{origin}: found the source phrase {phrase!r} in two places, "
                "expected its lines to follow each other; sort them"
            )
        if facts.gap_symbols:
            gaps = gap_numbers(source_words, facts.gap_symbols)
            arrays["trie_nodes"], arrays["trie_slots"] = _native.rule_trie(
                streamed["phrases"], streamed["phrase_offsets"], gaps
            )
        if facts.hole:
            _check_gaps(streamed, (source_words, target_words), facts.hole, origin)
        widths = {
            "entries": 3,
            "counts": 3,
            "scores": len(facts.scores),
            "reordering": facts.reordering_width,
        }
        for name, width in widths.items():
            arrays[name] = arrays[name].reshape(-1, width) if width else np.zeros((0, 0), np.float32)
        told = {name: value for name, value in asdict(facts).items() if name != "hole" or value}
        write_flat_file(path, KIND, VERSION, arrays, told)

    def _file(self) -> IO[bytes]:
        return self._stack.enter_context(tempfile.TemporaryFile(dir=self._folder))

    def _slots(self, count: int) -> NDArray[np.uint32]:
        """Room for a hash table that is at most half full; on disk, since it is as large as it has to be."""
        size, file = 1 << (2 * count).bit_length(), self._file()
        # To write into a map of a file that the disk has no room for would end the process.
        os.posix_fallocate(file.fileno(), 0, 4 * size)
        return np.memmap(file, np.uint32, "r+", shape=(size,))


def gap_numbers(words: Texts, gaps: Sequence[str]) -> list[int]:
    """The numbers of gaps among the words of one side; those that no rule has are left out."""
    wanted = {gap.encode(errors="surrogatepass") for gap in gaps}
    data, bounds = words.data.tobytes(), words.offsets.tolist()  # of a file that is damaged, no text
    return [number for number, (begin, end) in enumerate(pairwise(bounds)) if data[begin:end] in wanted]


def _check_gaps(
    arrays: Mapping[str, NDArray[Any]], vocabularies: Sequence[Texts], hole: str, origin: str
) -> None:
    """Raise `InputError` if a gap is not between words, or a phrase has too many."""
    for (name, offsets), words in zip(SIDES, vocabularies, strict=True):
        for gap in gap_numbers(words, [hole]):
            wrong = misplaced_gaps(arrays[name], arrays[offsets], gap)
            if len(wrong):
                begin, end = arrays[offsets][wrong[0] : wrong[0] + 2]
                phrase = " ".join(words[int(word)] for word in arrays[name][begin:end])
                raise InputError(
                    f"{origin}: found the phrase {phrase!r}, expected each gap {hole} between words, "
                    f"and at most {MOST_GAPS} of them"
                )


@contextmanager
def table_files(folder: str | os.PathLike[str]) -> Iterator[TableFiles]:
    """Files in a folder, gone when the table is written or given up."""
    what = "the table cannot be made there"
    try:
        with refusals_of(folder, what), ExitStack() as stack:
            yield TableFiles(stack, str(folder))
    except RuntimeError as error:  # more of something than can be numbered
        raise InputError(f"{folder}: {what}: {error}") from None


def read_table(path: str | os.PathLike[str]) -> tuple[FlatFile, TableFacts, _native.PhraseTable]:
    """Map a table; the file stays open as long as what is returned."""
    file = read_flat_file(path, KIND, VERSION)
    try:
        facts = typed(TableFacts, file.facts)
    except InputError as error:
        raise InputError(f"{file.path}: the file is damaged: {error}") from None
    a = file.arrays
    try:
        _check_widths(a, facts)
        return file, facts, _native.PhraseTable(_native_arrays(a), facts.longest_source)
    except (KeyError, TypeError, ValueError) as error:
        raise damaged(file.path, error) from None


def _check_widths(a: Mapping[str, NDArray[Any]], facts: TableFacts) -> None:
    """Rows are as long as the names of what is in them say."""
    for name, width in (("scores", len(facts.scores)), ("reordering", facts.reordering_width)):
        if a[name].ndim != 2 or a[name].shape[1] != width:
            raise ValueError(f"found {name} of the shape {a[name].shape}, expected rows of {width}")
    if facts.gap_symbols and (a["trie_nodes"].ndim, a["trie_slots"].ndim) != (2, 1):
        raise ValueError("found a trie of another shape, expected a row for each node")
    if facts.gap_symbols and not all(a[name].dtype == np.uint32 for name in ("trie_nodes", "trie_slots")):
        raise TypeError
    if ORIENTATION_ARRAYS[0] in a:
        _check_orientations(a)


def _check_orientations(a: Mapping[str, NDArray[Any]]) -> None:
    keys, values, words = (a[name] for name in ORIENTATION_ARRAYS)
    if [one.dtype for one in (keys, values, words)] != [np.uint64, np.float32, np.float32]:
        raise TypeError
    if (keys.ndim, values.ndim, words.ndim) != (1, 2, 4) or words.shape[2] < 2:
        raise ValueError("found orientations of another shape, expected a row for each context and word")


def _native_arrays(a: Mapping[str, NDArray[Any]]) -> tuple[Any, ...]:
    return (
        (a["source_words"], a["source_words_offsets"], a["source_words_slots"]),
        (a["target_words"], a["target_words_offsets"], a["target_words_slots"]),
        (a["phrases"], a["phrase_offsets"]),
        a["ranges"],
        a["slots"],
        a["entries"],
        a["scores"],
        a["counts"],
        (a["targets"], a["target_offsets"]),
        (a["alignments"], a["alignment_offsets"]),
        a["reordering"],
    )


def _mapped(file: IO[bytes], dtype: type) -> NDArray[Any]:
    size = os.fstat(file.fileno()).st_size
    return np.memmap(file, dtype, "r") if size else np.zeros(0, dtype)
