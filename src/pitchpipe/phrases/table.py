"""Phrase tables: which phrases translate which, with what scores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files.flat_file import FlatFile, damaged
from pitchpipe.phrases.filters import Filter, occurring
from pitchpipe.phrases.table_file import ORIENTATION_ARRAYS, TableFacts, gap_numbers, read_table, table_files
from pitchpipe.reordering import score_names
from pitchpipe.text import Texts

SCORES = ("p(f|e)", "lex(f|e)", "p(e|f)", "lex(e|f)")
"""What a phrase pair is scored by, in Moses's order; f is the source and e the target."""


_OFFSETS = (
    "source_words_offsets",
    "target_words_offsets",
    "phrase_offsets",
    "ranges",
    "target_offsets",
    "alignment_offsets",
)
_LONGEST = {"phrase_offsets": 255, "target_offsets": 255, "alignment_offsets": 2 * 255**2}
"""Numbers in a row: positions in phrases are bytes."""


@dataclass(frozen=True)
class Option:
    """A translation of a source phrase. Scores and reordering values are natural logarithms."""

    target: str
    scores: Mapping[str, float]
    reordering: Mapping[str, Mapping[str, float]]
    """For each reordering model its values by orientation."""
    alignment: tuple[tuple[int, int], ...]
    """Positions of aligned words, source and target, in the order of the target."""
    target_count: float
    source_count: float
    joint_count: float


@dataclass(frozen=True)
class PhraseTable:
    """A table in a mapped file; nothing is read before it is asked for."""

    file: FlatFile = field(repr=False)
    facts: TableFacts
    native: _native.PhraseTable = field(repr=False)
    """What the decoder takes."""

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> PhraseTable:
        """Map the file of a table; takes no longer for a large one."""
        return cls(*read_table(path))

    def verify(self, threads: int = 1) -> None:
        """Read everything, and raise `InputError` if a byte is not what was written."""
        self.file.verify(threads)
        self.check_rows()

    def check_rows(self) -> None:
        """Raise `InputError` if rows overlap or are longer than phrases are: a small file could stand for a boundless table."""
        for name in _OFFSETS:
            offsets = self.file.arrays[name]
            if (offsets[1:] < offsets[:-1]).any():
                raise InputError(f"{self.file.path}: the file is damaged: the rows of its {name} overlap")
        for name, longest in _LONGEST.items():
            lengths = np.diff(self.file.arrays[name])
            if len(lengths) and lengths.max() > longest:
                raise InputError(
                    f"{self.file.path}: the file is damaged: a row of its {name} has {lengths.max()} numbers, "
                    f"expected at most {longest}"
                )

    def __len__(self) -> int:
        """The number of phrase pairs."""
        return len(self.native)

    @property
    def phrase_count(self) -> int:
        """The number of source phrases."""
        return self.native.phrase_count

    def phrases(self) -> Iterator[str]:
        """All source phrases."""
        for number in range(self.phrase_count):
            yield self.native.phrase(number).decode(errors="replace")

    def options(self, source: str) -> list[Option]:
        """The translations of a source phrase, best first by p(e|f), equals by their words; none if it is unknown."""
        found = self.native.find(source)
        return [self.option(entry) for entry in range(*found)] if found else []

    def targets(self, entries: Sequence[int]) -> list[str]:
        """The target phrases of the phrase pairs of these numbers."""
        return self.native.targets(entries)

    def option(self, entry: int) -> Option:
        """The phrase pair of a number."""
        target, scores, reordering, alignment, counts = self.native.entry(entry)
        values = iter(reordering)
        return Option(
            target.decode(errors="replace"),
            dict(zip(self.facts.scores, scores, strict=True)),
            {name: dict(zip(score_names(name), values, strict=False)) for name in self.facts.reordering},
            tuple(alignment),
            *counts,
        )

    @property
    def words(self) -> tuple[Texts, Texts]:
        """The vocabularies of both sides."""
        arrays = self.file.arrays
        source, target = (
            Texts(arrays[side], arrays[f"{side}_offsets"]) for side in ("source_words", "target_words")
        )
        return source, target

    def filtered(
        self,
        path: str | os.PathLike[str],
        filter: Filter | None = None,
        restrict_to: Iterable[str] | None = None,
    ) -> PhraseTable:
        """Write a table of what a filter keeps, and of source phrases that occur in these lines, if there are some."""
        chosen = filter or Filter()
        self.check_rows()
        with table_files(Path(path).parent) as files:
            only = occurring(restrict_to, self.words[0])
            if self.facts.gap_symbols:
                gaps = gap_numbers(self.words[0], self.facts.gap_symbols)
                longest = _native.filter_rules(self.native, chosen.native, only, gaps, files.descriptors)
            else:
                longest = _native.filter_phrases(self.native, chosen.native, only, files.descriptors)
            facts = replace(self.facts, longest_source=longest)
            kept = {name: array for name, array in self.file.arrays.items() if name in ORIENTATION_ARRAYS}
            try:
                files.write(path, *self.words, facts, self.file.path, more=kept)
            except (IndexError, UnicodeDecodeError) as error:  # words that the vocabulary does not have
                raise damaged(self.file.path, error) from None
        return PhraseTable.read(path)

    def write_moses(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write the table as Moses's text; see `pitchpipe.phrases.write_moses`."""
        from pitchpipe.phrases.moses import write_moses

        return write_moses(self, folder)
