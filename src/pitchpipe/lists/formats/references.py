"""References as files: a line for each sentence, a file for each reference; with ids, or in the order of the sentences."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pitchpipe.errors import InputError
from pitchpipe.files import Sentences, StrPath, matched, read_versions
from pitchpipe.lists.formats.jsonl import json_id, json_object, json_references, json_text
from pitchpipe.lists.formats.lines import located
from pitchpipe.lists.formats.white_space import WHITE_SPACE
from pitchpipe.lists.merge import is_number
from pitchpipe.lists.pool import Pool
from pitchpipe.text import GroupedTexts

__all__ = ["WHITE_SPACE", "ReferenceFiles", "ReferenceText"]


@dataclass(frozen=True)
class ReferenceText:
    """One reference of every sentence."""

    name: str
    lines: list[str]
    ids: list[str] | None = None
    """Of each line, where the file is JSON lines; the lines of Kaldi start with theirs, see `with_ids`."""

    segments: tuple[str, ...] | None = None
    """What a test set calls the sentences."""

    @property
    def sentences(self) -> Sentences:
        return Sentences(self.name, self.lines, self.segments)

    @cached_property
    def first_words(self) -> list[str]:
        return [line.partition(" ")[0] for line in self.lines]

    def with_ids(self) -> ReferenceText:
        """The first word of each line taken as its id, as in Kaldi's `text`."""
        return replace(
            self,
            ids=self.first_words,
            lines=[line.partition(" ")[2].strip(WHITE_SPACE) for line in self.lines],
        )

    def starts_with(self, names: Sequence[str]) -> bool:
        """Whether the lines start with the ids of sentences.

        If any id is a text, more than half of them start a line. If all are numbers, they are exactly the first words
        of the lines, and there are several.
        """
        if all(map(is_number, names)):
            return len(names) > 1 and len(names) == len(self.lines) and set(names) == set(self.first_words)
        return 2 * len(set(names) & set(self.first_words)) > len(names)

    def of(self, names: Iterable[str], kind: str = "reference", others: str = "candidates") -> list[str]:
        """The references of sentences, which must be those that the ids name, in any order.

        `kind` is what messages call these texts, and `others` what the sentences have beside them.
        """
        assert self.ids is not None
        places: dict[str, int] = {}
        for place, name in enumerate(self.ids):
            if places.setdefault(name, place) != place:
                raise InputError(
                    f"{self.name}:{place + 1}: found the id {name!r} a second time, expected it once"
                )
        found = []
        for name in names:
            if name not in places:
                raise InputError(
                    f"{self.name}: found no {kind} of sentence {name!r}, expected one for each sentence"
                )
            found.append(self.lines[places.pop(name)])
        for name, place in places.items():
            raise InputError(
                f"{self.name}:{place + 1}: found sentence {name!r}, which has no {others}, "
                f"expected {others} for every line"
            )
        return found


@dataclass(frozen=True)
class ReferenceFiles:
    """The lines of reference files of the same length.

    Sentences and references are matched by id, in any order, where the lines have ids: JSON lines with `id` and
    `reference` (or several `references`), or the ids of the lists as the first words, as in Kaldi's `text`. Otherwise the
    number of a sentence is the number of its line, from 0; or from 1, if the ids are 1 to the number of lines. Sentences with
    other ids than numbers take the lines in their order, with a warning, if there are as many of both. The segments of test
    sets are in the order of the first of them.
    """

    texts: list[ReferenceText]

    @classmethod
    def read(cls, paths: Sequence[StrPath]) -> ReferenceFiles:
        texts = [text for path in paths for text in _read(path)]
        lines = matched([text.sentences for text in texts])
        return cls([replace(text, lines=list(one)) for text, one in zip(texts, lines, strict=True)])

    def match(self, text: Sentences) -> list[str]:
        """The lines of a text that these are references of, by the ids of segments where both have them."""
        return [line.strip(WHITE_SPACE) for line in matched([self.texts[0].sentences, text])[1]]

    @property
    def name(self) -> str:
        return self.texts[0].name

    @property
    def lines(self) -> list[list[str]]:
        return [text.lines for text in self.texts]

    @property
    def size(self) -> int:
        return len(self.texts[0].lines)

    @property
    def may_have_numbers(self) -> bool:
        """Whether the lines have numbers of their own, or could have."""
        return any(text.ids is not None or all(map(is_number, text.first_words)) for text in self.texts)

    def added_to(self, pool: Pool) -> Pool:
        """The pool with these references; those it has already must be the same."""
        columns = [self._column(text, pool.group_ids, "reference") for text in self.texts]
        references = [list(texts) for texts in zip(*columns, strict=True)]
        if pool.references is not None:
            for index, found in enumerate(references):
                if pool.references.group(index) not in ([], found):
                    raise InputError(
                        f"{self.name}: found a different set of references of sentence {pool.group_ids[index]} "
                        "here and in the lists, expected the same"
                    )
        return replace(pool, references=GroupedTexts.of(references))

    def sources_added_to(self, pool: Pool) -> Pool:
        """The pool with the first of these texts as its sources, matched as references are."""
        found = tuple(self._column(self.texts[0], pool.group_ids, "source"))
        if pool.sources is not None:
            for name, one, other in zip(pool.group_ids, pool.sources, found, strict=True):
                if one not in ("", other):
                    raise InputError(
                        f"{self.name}: found another source of sentence {name} than in the lists, expected the same"
                    )
        return replace(pool, sources=found)

    def _column(self, text: ReferenceText, names: Sequence[str], kind: str) -> list[str]:
        """One reference of each sentence; `kind` is what messages call it."""
        if text.ids is not None:
            return text.of(names, kind)
        if text.starts_with(names):
            return text.with_ids().of(names, kind)
        if all(map(is_number, names)):
            return _numbered(text, list(map(int, names)), kind)
        if len(names) != len(text.lines):
            raise InputError(
                f"{text.name}: found {len(text.lines)} lines that do not start with ids, expected {len(names)}, "
                f"one for each sentence from {names[0]!r} to {names[-1]!r}"
            )
        if text is self.texts[0]:
            warnings.warn(
                f"{text.name} has no ids: its lines are taken in the order of the lists, "
                f"the first for sentence {names[0]!r}",
                stacklevel=2,
            )
        return text.lines


def _numbered(text: ReferenceText, numbers: list[int], kind: str) -> list[str]:
    """The lines of these numbers, from 0, or from 1 if they are 1 to the number of lines."""
    size = len(text.lines)
    first = 1 if min(numbers) == 1 and max(numbers) == size else 0
    if max(numbers) - first >= size:
        raise InputError(
            f"{text.name}: found only {size} lines, expected one for each sentence up to {max(numbers)}, counted from 0"
        )
    missing = next(iter(sorted(set(range(first, first + size)) - set(numbers))), None)
    if missing is not None:
        raise InputError(
            f"{text.name}:{missing - first + 1}: found a {kind} for sentence {missing}, "
            "which has no candidates, expected candidates for every line"
        )
    return [text.lines[number - first] for number in numbers]


def _read(path: StrPath) -> list[ReferenceText]:
    """The references in a file: one for each sentence, or several if it is JSON lines or a test set."""
    versions = read_versions(path)
    for one in versions:
        if not one.lines:
            raise InputError(f"{one.name}: the file is empty, expected a reference on each line")
    found = [
        ReferenceText(one.name, [line.strip(WHITE_SPACE) for line in one.lines], segments=one.ids)
        for one in versions
    ]
    return found if len(found) > 1 or not _is_json(found[0].lines[0]) else _of_json(found[0])


def _of_json(text: ReferenceText) -> list[ReferenceText]:
    name, lines = text.name, text.lines
    ids: list[str] = []
    found: list[list[str]] = []
    for number, line in enumerate(lines, 1):
        with located(name, number):
            one = json_object(line)
            if "id" not in one or not ("reference" in one or "references" in one):
                raise InputError("found no 'id' with a 'reference', expected both as on the first line")
            texts = one.get("references", one.get("reference"))
            if isinstance(texts, str):
                texts = [json_text(texts, "a reference")]
            ids.append(json_id(one["id"]))
            found.append(json_references(texts))
            if len(found[-1]) != len(found[0]):
                raise InputError(
                    f"found {len(found[-1])} references, expected {len(found[0])} as on the first line"
                )
    return [ReferenceText(name, list(texts), ids) for texts in zip(*found, strict=True)]


def _is_json(line: str) -> bool:
    """Whether a first line has an id and a reference, as no text has."""
    try:
        found = json_object(line) if line.startswith("{") else {}
    except InputError:
        return False
    return "id" in found and ("reference" in found or "references" in found)
