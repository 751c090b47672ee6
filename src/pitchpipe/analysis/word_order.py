"""Whether translations have words of the source in the right order, going by annotations and the decoder's alignment.

Green, Wang, Cer and Manning (2013, section 5.3) judge by hand whether verb and subject are swapped as they should be. Here a
person annotates the source once, and any number of outputs are judged by their alignments.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, read_lines
from pitchpipe.metrics.base import Metric

Link = tuple[int, int]
RIGHT, SWAPPED, APART, MISSING = OUTCOMES = ("right", "out of order", "apart", "untranslated")
_ANNOTATION = re.compile(r"[0-9]{1,9}(\+[0-9]{1,9})*( [0-9]{1,9}(\+[0-9]{1,9})*)*")


@dataclass(frozen=True)
class Expected:
    """Groups of source words in the order that their translations should have; those of a group belong together.

    German `ruft ... an` is a group, and stands between its subject and its object in English.
    """

    groups: tuple[tuple[int, ...], ...]

    @classmethod
    def parse(cls, text: str) -> Expected:
        """From words counted from 0, as in `2 1+5 4`: word 2, then 1 and 5 together, then 4."""
        if not _ANNOTATION.fullmatch(text):
            raise InputError(f"found {text!r}, expected words counted from 0, as in 2 1+5 4")
        groups = tuple(tuple(map(int, group.split("+"))) for group in text.split(" "))
        words = [word for group in groups for word in group]
        if len(words) < 2 or len(set(words)) < len(words):
            raise InputError(f"found {text!r}, expected two words or more, each once")
        return cls(groups)

    def __str__(self) -> str:
        return " ".join("+".join(map(str, group)) for group in self.groups)

    @property
    def last(self) -> int:
        return max(max(group) for group in self.groups)


@dataclass(frozen=True)
class Placed:
    """How a translation has what was expected."""

    outcome: str
    order: tuple[int, ...]
    """The groups as they come in the translation, without those that have none."""


def placed(expected: Expected, alignment: Sequence[Link]) -> Placed:
    """Judge a translation by its alignment, pairs of source and target words.

    A group that no target word is aligned to is untranslated. One of several words is apart if a target word that is aligned
    to other source words only stands between its first and its last. Groups are in order if their
    first words are, or their last: English `are you reading` and `pick it up` have the verb in two places.
    """
    targets: defaultdict[int, set[int]] = defaultdict(set)
    for source, target in alignment:
        targets[source].add(target)
    aligned = {target for _, target in alignment}
    places = [sorted(set().union(*(targets[word] for word in group))) for group in expected.groups]
    order = tuple(
        sorted((number for number, found in enumerate(places) if found), key=lambda each: places[each])
    )
    if not all(places):
        return Placed(MISSING, order)
    for group, found in zip(expected.groups, places, strict=True):
        between = set(range(found[0], found[-1])) - set(found)
        if len(group) > 1 and between & aligned:
            return Placed(APART, order)
    in_order = any(all(one[end] < other[end] for one, other in pairwise(places)) for end in (0, -1))
    return Placed(RIGHT if in_order else SWAPPED, order)


@dataclass(frozen=True)
class RightOrder(Metric):
    """The percentage of annotated places that a translation has right; a row has how many are right, and all."""

    name: ClassVar[str] = "order"

    @property
    def width(self) -> int:
        return 2

    def score(self, sums: Array) -> Array:
        share: Array = 100.0 * sums[..., 0] / sums[..., 1]
        return share


def read_expected(path: StrPath, sentences: Sequence[str]) -> list[list[Expected]]:
    """The annotations of each sentence: a line for each, empty or with annotations between semicolons."""
    lines, name = read_lines(path), input_name(path)
    if len(lines) != len(sentences):
        raise InputError(
            f"{name}: found {len(lines)} lines, expected {len(sentences)}, one for each sentence"
        )
    found = []
    for number, (line, sentence) in enumerate(zip(lines, sentences, strict=True), 1):
        try:
            found.append([Expected.parse(part.strip()) for part in line.split(";") if line.strip()])
        except InputError as error:
            raise InputError(f"{name}, line {number}: {error}") from None
        count = len(sentence.split())
        for one in found[-1]:
            if one.last >= count:
                raise InputError(
                    f"{name}, line {number}: found word {one.last}, expected less than {count}, the words of the sentence"
                )
    if not any(found):
        raise InputError(f"{name}: found no annotation, expected some, as in 2 1+5 4")
    return found
