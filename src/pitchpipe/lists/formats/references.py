"""References as text files: a line for each sentence, a file for each reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pitchpipe.errors import InputError
from pitchpipe.files import Sentences, StrPath, input_name, matched, read_versions
from pitchpipe.lists.merge import is_number
from pitchpipe.lists.pool import Pool
from pitchpipe.text import GroupedTexts

WHITE_SPACE = " \t\n\r\v\f"
"""What is left off at the ends of candidates and references."""


@dataclass(frozen=True)
class ReferenceFiles:
    """The lines of reference files of the same length."""

    name: str
    lines: list[list[str]]
    ids: tuple[str, ...] | None = None
    """What the sentences are called, if the first file says so."""

    @classmethod
    def read(cls, paths: Sequence[StrPath]) -> ReferenceFiles:
        texts = [text for path in paths for text in read_versions(path)]
        for text in texts:
            if not text.lines:
                raise InputError(f"{text.name}: the file is empty, expected a reference on each line")
        lines = [[line.strip(WHITE_SPACE) for line in one] for one in matched(texts)]
        return cls(input_name(paths[0]), lines, texts[0].ids)

    def match(self, text: Sentences) -> list[str]:
        """The lines of a text that these are references of, by id where both have ids."""
        first = Sentences(self.name, self.lines[0], self.ids)
        return [line.strip(WHITE_SPACE) for line in matched([first, text])[1]]

    @property
    def size(self) -> int:
        return len(self.lines[0])

    def added_to(self, pool: Pool) -> Pool:
        """The pool with these references; those it has already must be the same.

        A group whose id is a number has the line of that number, from 0. If any id is not a number, the
        groups have the lines in their order.
        """
        numbered = all(map(is_number, pool.group_ids))
        places = [int(name) for name in pool.group_ids] if numbered else list(range(pool.group_count))
        self._check(places, pool)
        references = [[lines[place] for lines in self.lines] for place in places]
        if pool.references is not None:
            for index, found in enumerate(references):
                if pool.references.group(index) not in ([], found):
                    raise InputError(
                        f"{self.name}: found a different set of references of sentence {pool.group_ids[index]} "
                        "here and in the lists, expected the same"
                    )
        return replace(pool, references=GroupedTexts.of(references))

    def _check(self, places: list[int], pool: Pool) -> None:
        if max(places) >= self.size:
            group = pool.group_ids[places.index(max(places))]
            raise InputError(
                f"{self.name}: found only {self.size} of the lines, expected one for each sentence up to {group!r}"
            )
        empty = sorted(set(range(self.size)) - set(places))
        if empty:
            raise InputError(
                f"{self.name}:{empty[0] + 1}: found a reference for sentence {empty[0]}, "
                "which has no candidates, expected candidates for every line"
            )
