"""Parallel text as people have it: a file for each side, or one of both: TSV, TMX, or a test set of WMT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitchpipe.errors import InputError
from pitchpipe.files.packing import unpacked_name
from pitchpipe.files.sentences import REFERENCE, SOURCE, Sentences, matched, read_sentences, read_versions
from pitchpipe.files.streams import StrPath, input_name, open_input, read_lines
from pitchpipe.files.test_sets import root_of
from pitchpipe.files.tmx import read_tmx


@dataclass(frozen=True)
class ParallelText:
    """Sentences and their translations, line by line."""

    source: list[str]
    references: list[list[str]]
    languages: tuple[str, str] | None = None
    """What a translation memory calls them."""
    left_out: int = 0
    """Units of a translation memory that are not in both languages."""

    @classmethod
    def read(cls, files: Sequence[StrPath], languages: Sequence[str | None] = (None, None)) -> ParallelText:
        """From a source file and those of its translations, or from one file of both.

        Parameters
        ----------
        languages
            Which two of a translation memory, as in `de` and `en`; None, `none` and `auto` for the two that it has.
        """
        name = input_name(files[0])
        if len(files) > 1:
            texts = [read_sentences(files[0]), *(text for path in files[1:] for text in read_versions(path))]
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
                found = cls._of_columns(read_lines(files[0]), name)
        if not found.source:
            raise InputError(f"{name}: found no lines, expected a text")
        return found

    @classmethod
    def _of(cls, texts: list[Sentences]) -> ParallelText:
        source, *references = matched(texts)
        return cls(source, references)

    @classmethod
    def _of_columns(cls, lines: list[str], name: str) -> ParallelText:
        pairs = []
        for number, line in enumerate(lines, 1):
            cells = line.split("\t") if line else ["", ""]
            if len(cells) != 2:
                what = "no tab" if len(cells) == 1 else f"{len(cells)} columns"
                hint = "or give two files" if len(cells) == 1 else "choose two of them with 'cut -f'"
                raise InputError(
                    f"{name}:{number}: found {what}, expected a source and its translation "
                    f"with a tab between them; {hint}"
                )
            pairs.append(cells)
        return cls([source for source, _ in pairs], [[target for _, target in pairs]])


def is_parallel(path: StrPath) -> bool:
    """Whether a file alone holds both sides: by how it starts, or by the ending .tsv."""
    if str(path) == "-":
        return False
    with open_input(path) as file:
        return root_of(file.peek()) == "tmx" or unpacked_name(str(path)).lower().endswith(".tsv")
