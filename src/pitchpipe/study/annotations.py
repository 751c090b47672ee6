"""Annotations of a text's words, moved to the words that they are for the model."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from pitchpipe.analysis import Expected, read_expected
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.model import ModelTexts


def prepared_order(
    path: StrPath, original: Sequence[str], prepared: Sequence[str], how: ModelTexts
) -> list[list[Expected]]:
    """The annotations in a file, of words between white space, as those of the prepared text.

    A word that is cut into several is its last part, which is the head of a compound, or all of its pieces; punctuation
    that was glued to it is left out.
    """
    annotated = read_expected(path, original)
    words = dict.fromkeys(
        word for line, each in zip(original, annotated, strict=True) if each for word in line.split()
    )
    parts = dict(zip(words, (line.split() for line in how.source([*words])), strict=True))
    found = []
    for number, (line, each) in enumerate(zip(original, annotated, strict=True), 1):
        cut = [parts[word] for word in line.split()] if each else []
        if each and sum(map(len, cut)) != len(prepared[number - 1].split()):
            raise InputError(
                f"{path}, line {number}: found a sentence that is prepared otherwise than its words one by one, expected "
                "tokenised text"
            )
        ends = [0, *accumulate(map(len, cut))]
        places = [_places(one, begin, how) for one, begin in zip(cut, ends[:-1], strict=True)]
        found.append([_moved(one, places) for one in each])
    return found


def _places(parts: Sequence[str], begin: int, how: ModelTexts) -> list[int]:
    said = [place for place, part in enumerate(parts, begin) if any(map(str.isalnum, part))]
    kept = said or [*range(begin, begin + len(parts))]
    return kept if how.pieces[0] else kept[-1:]


def _moved(expected: Expected, places: Sequence[Sequence[int]]) -> Expected:
    return Expected(tuple(tuple(to for word in group for to in places[word]) for group in expected.groups))
