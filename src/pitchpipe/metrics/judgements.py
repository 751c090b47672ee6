"""Human judgements of systems' translations: a table with a score for each segment and system."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pitchpipe.arrays import Array, Numbers
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import input_name, read_lines
from pitchpipe.metrics.judged import JudgedTexts
from pitchpipe.text import GroupedTexts, find_tokenizer

COLUMNS = ("segment", "system", "target")


@dataclass(frozen=True)
class Judgements:
    """Judged translations, row by row; higher scores are better."""

    segments: tuple[str, ...]
    systems: tuple[str, ...]
    targets: tuple[str, ...]
    scores: Array
    sources: tuple[str, ...] | None = None
    references: tuple[str, ...] | None = None
    """The reference of each row."""
    reference: str = ""
    """The system whose translations they are."""

    @classmethod
    def read(
        cls, path: str | os.PathLike[str], score: str = "score", *, lower_is_better: bool = False
    ) -> Judgements:
        """A file of tab-separated values whose first line names the columns.

        They are `segment`, `system`, `target`, that of the score, and `source` where there is one. A segment has one row for
        each system. Scores that are better the lower they are change their sign.
        """
        name = input_name(path)
        first, *lines = read_lines(path) or [""]
        header = first.split("\t")
        for column in (*COLUMNS, score):
            if column not in header:
                raise InputError(f"{name}:1: {unknown_name('column', column, header)}")
        place = {column: header.index(column) for column in header}
        rows = []
        for number, line in enumerate(lines, 2):
            fields = line.split("\t")
            if len(fields) != len(header):
                raise InputError(f"{name}:{number}: found {len(fields)} columns, expected {len(header)}")
            try:
                value = float(fields[place[score]])
            except ValueError:
                value = np.nan
            if not np.isfinite(value):
                raise InputError(
                    f"{name}:{number}: found the {score} {fields[place[score]]!r}, expected a number"
                )
            rows.append(
                (*(fields[place[column]] for column in COLUMNS), -value if lower_is_better else value)
            )
        if not rows:
            raise InputError(f"{name}: found no judgements, expected a line for each")
        segments, systems, targets, scores = zip(*rows, strict=True)
        if len(set(zip(segments, systems, strict=True))) != len(rows):
            raise InputError(f"{name}: found a segment of a system twice, expected each once")
        sources = None
        if "source" in place:
            sources = tuple(line.split("\t")[place["source"]] for line in lines)
        return cls(segments, systems, targets, np.array(scores), sources)

    def __len__(self) -> int:
        return len(self.segments)

    @cached_property
    def names(self) -> list[str]:
        """The systems, in the order in which they come."""
        return list(dict.fromkeys(self.systems))

    @cached_property
    def segment_of(self) -> Numbers:
        """The number of each row's segment, in the order in which they come."""
        numbers = {name: number for number, name in enumerate(dict.fromkeys(self.segments))}
        return np.array([numbers[name] for name in self.segments], np.int64)

    @cached_property
    def system_of(self) -> Numbers:
        """The number of each row's system."""
        numbers = {name: number for number, name in enumerate(self.names)}
        return np.array([numbers[name] for name in self.systems], np.int64)

    def against(self, reference: str | None = None) -> Judgements:
        """The rows of the systems, with the translations of one of them as references; it is left out itself.

        By default it is the best judged of those whose names start with `ref`; the others of them are left out too: they are
        people's work.
        """
        people = [name for name in self.names if name.startswith("ref")]
        if reference is None:
            if not people:
                raise InputError(
                    "found no system whose name starts with ref, expected the name of the reference"
                )
            means = [self.scores[[one == name for one in self.systems]].mean() for name in people]
            reference = people[int(np.argmax(means))]
        if reference not in self.names:
            raise unknown_name("system", reference, self.names)
        texts = {
            segment: target
            for segment, system, target in zip(self.segments, self.systems, self.targets, strict=True)
            if system == reference
        }
        left_out = {reference, *people}
        kept = [
            row
            for row, (segment, system) in enumerate(zip(self.segments, self.systems, strict=True))
            if system not in left_out and segment in texts
        ]
        if not kept:
            raise InputError(
                f"found no judged translation of a segment that {reference} has too, expected some"
            )
        chosen = self.take(kept)
        return Judgements(
            chosen.segments,
            chosen.systems,
            chosen.targets,
            chosen.scores,
            chosen.sources,
            tuple(texts[segment] for segment in chosen.segments),
            reference,
        )

    def take(self, rows: Sequence[int]) -> Judgements:
        """These rows only."""

        def some(values: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(values[row] for row in rows)

        return Judgements(
            some(self.segments),
            some(self.systems),
            some(self.targets),
            self.scores[list(rows)],
            None if self.sources is None else some(self.sources),
            None if self.references is None else some(self.references),
            self.reference,
        )

    def judged(self, tokenize: str = "none") -> JudgedTexts:
        """The translations as a metric sees them, tokenised if asked for; sources stay as they are."""
        cut = find_tokenizer(tokenize).tokenize
        references = None if self.references is None else GroupedTexts.singles(map(cut, self.references))
        return JudgedTexts(GroupedTexts.singles(map(cut, self.targets)), references, self.sources)
