"""Parallel text as people have it: a file for each side, or one of both: TSV, TMX, or a test set of WMT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitchpipe.errors import InputError
from pitchpipe.files.packing import unpacked_name
from pitchpipe.files.sentences import REFERENCE, SOURCE, Sentences, matched, read_sentences, read_versions
from pitchpipe.files.streams import StrPath, input_name, open_input
from pitchpipe.files.test_sets import root_of
from pitchpipe.files.tmx import read_tmx

if TYPE_CHECKING:
    from pitchpipe.files.scratch import Scratch


@dataclass(frozen=True)
class ParallelText:
    """Sentences and their translations, line by line."""

    source: Sequence[str]
    references: Sequence[Sequence[str]]
    languages: tuple[str, str] | None = None
    """What a translation memory calls them."""
    left_out: int = 0
    """Units of a translation memory that are not in both languages."""

    @classmethod
    def read(
        cls,
        files: Sequence[StrPath],
        languages: Sequence[str | None] = (None, None),
        scratch: Scratch | None = None,
    ) -> ParallelText:
        """From a source file and those of its translations, or from one file of both.

        Parameters
        ----------
        languages
            Which two of a translation memory, as in `de` and `en`; None, `none` and `auto` for the two that it has.
        scratch
            Where the lines of plain text are kept, which may then be more than memory holds; else they are lists.
        """
        name = input_name(files[0])
        if len(files) > 1:
            others = (read_versions(path, scratch=scratch) for path in files[1:])
            texts = [read_sentences(files[0], scratch=scratch), *(text for found in others for text in found)]
            for path, one in zip(files, texts, strict=False):
                if (
                    unpacked_name(str(path)).lower().endswith(".tsv")
                    and one.lines
                    and all("\t" in line for line in one.lines)
                ):
                    raise InputError(
                        f"{input_name(path)}: found two columns, expected one side of a text; "
                        "give a file that holds both sides alone"
                    )
            found = cls._of(texts)
        else:
            with open_input(files[0]) as file:
                kind = root_of(file.peek())
                if kind == "tmx":
                    memory = read_tmx(file, name, languages)
                    left_out = memory.units - len(memory.source)
                    return cls(memory.source, [memory.target], memory.languages, left_out)
            if kind:
                found = cls._of([read_sentences(files[0], SOURCE), *read_versions(files[0], REFERENCE)])
            else:
                found = cls._of_columns(read_sentences(files[0], scratch=scratch).lines, name, scratch)
        if not found.source:
            raise InputError(f"{name}: found no lines, expected a text")
        return found

    @classmethod
    def _of(cls, texts: list[Sentences]) -> ParallelText:
        source, *references = matched(texts)
        return cls(source, references)

    @classmethod
    def _of_columns(cls, lines: Sequence[str], name: str, scratch: Scratch | None) -> ParallelText:
        if scratch is None:
            pairs = list(_cells(lines, name))
            return cls([source for source, _ in pairs], [[target for _, target in pairs]])
        from pitchpipe.files.kept_lines import KeptLines

        sides = [KeptLines((pair[side] for pair in _cells(lines, name)), scratch) for side in (0, 1)]
        return cls(sides[0], [sides[1]])


def _cells(lines: Sequence[str], name: str) -> Iterator[list[str]]:
    """Both columns of each line."""
    for number, line in enumerate(lines, 1):
        cells = line.split("\t") if line else ["", ""]
        if len(cells) != 2:
            what = "no tab" if len(cells) == 1 else f"{len(cells)} columns"
            hint = "or give two files" if len(cells) == 1 else "choose two of them with 'cut -f'"
            raise InputError(
                f"{name}:{number}: found {what}, expected a source and its translation "
                f"with a tab between them; {hint}"
            )
        yield cells


def is_parallel(path: StrPath) -> bool:
    """Whether a file alone holds both sides: by how it starts, or by the ending .tsv."""
    if str(path) == "-":
        return False
    with open_input(path) as file:
        return root_of(file.peek()) == "tmx" or unpacked_name(str(path)).lower().endswith(".tsv")
