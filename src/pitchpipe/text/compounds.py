"""Compounds of a training text as their parts, where these are more frequent than the compound.

This is the frequency-based metric of Koehn and Knight (2003), Empirical methods for compound splitting: of all ways to
cut a word into known words, with a linking element between them or none, and of the word as it is, that with the highest
geometric mean of the counts is taken.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from math import log

from pitchpipe.errors import InputError
from pitchpipe.files.streams import input_name, read_lines, write_packed
from pitchpipe.text.corpus import Corpus

LINKS = ("", "s", "es", "n", "en", "-")
"""What may stand between two parts."""
LANGUAGES = frozenset({"de"})
"""Those in which splitting was measured to help; others may ask for it."""
SHORTEST_PART = 4
LONGEST_WORD = 60
"""Longer ones stay as they are."""
_HEADER = "pitchpipe compounds 1"

_Ways = dict[int, tuple[float, tuple[str, ...]]]
"""By the number of parts: the largest sum of the logarithms of their counts, and the parts."""


class Compounds:
    """Words and the parts that stand for them.

    Examples
    --------
    >>> compounds = Compounds.train(Corpus.of(["Strand Strand", "Besucher Besucher", "Strandbesucher"]))
    >>> compounds.split("ein Strandbesucher")
    'ein Strand Besucher'
    """

    def __init__(self, parts: Mapping[str, tuple[str, ...]]) -> None:
        self.parts = parts

    @classmethod
    def train(cls, text: Corpus) -> Compounds:
        """The compounds of a text."""
        counts = text.counts.tolist()
        known = KnownParts(dict(zip(text.words, counts, strict=True)), SHORTEST_PART)
        found = {}
        for word, count in sorted(known.counts.items()):
            if count and word.isalpha() and 2 * SHORTEST_PART <= len(word) <= LONGEST_WORD:
                parts = _parts(word, known)
                if len(parts) > 1:
                    found[word] = parts
        return cls(found)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Compounds:
        """Read what `save` wrote."""
        header, *lines = read_lines(path) or [""]
        if header != _HEADER:
            raise InputError(
                f"{input_name(path)}: found another kind of file, expected compounds of pitchpipe"
            )
        found = {}
        for number, line in enumerate(lines, 2):
            word, _, rest = line.partition("\t")
            parts = tuple(rest.split(" "))
            if not word or len(parts) < 2 or not all(parts):
                raise InputError(
                    f"{input_name(path)}:{number}: found {line[:40]!r}, expected a word, a tab and its parts"
                )
            found[word] = parts
        return cls(found)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the compounds as text, one on each line."""
        with write_packed(path) as file:
            file.write(f"{_HEADER}\n".encode())
            file.writelines(f"{word}\t{' '.join(parts)}\n".encode() for word, parts in self.parts.items())

    def split(self, line: str) -> str:
        """The tokenised line with the parts of its compounds."""
        words = line.split(" ")
        if self.parts.keys().isdisjoint(words):
            return line
        return " ".join(part for word in words for part in self.parts.get(word, (word,)))


class KnownParts:
    """Words that compounds may be made of: those seen more than once, since rare ones are often misspelt or cut off."""

    def __init__(self, counts: Mapping[str, int], shortest: int) -> None:
        self.counts = counts
        self.shortest = shortest

    def find(self, text: str) -> str | None:
        """The text as a known word, or that with the other case of its first letter, whichever is more frequent."""
        if len(text) < self.shortest:
            return None
        word = max((text, other_case(text)), key=lambda form: self.counts.get(form, 0))
        return word if self.counts.get(word, 0) > 1 else None

    def beginnings(self, text: str) -> Iterator[tuple[str, str]]:
        """Each known word that the text may begin with, and the rest of the text after it and a link."""
        for end in range(self.shortest, len(text) - self.shortest + 1):
            for link in LINKS:
                if text.endswith(link, 0, end) and (word := self.find(text[: end - len(link)])):
                    yield word, text[end:]


def other_case(word: str) -> str:
    """The word with the other case of its first letter: a noun within a compound, or at its beginning."""
    return word[0].swapcase() + word[1:]


def _parts(word: str, known: KnownParts) -> tuple[str, ...]:
    """The split with the highest geometric mean, the word alone if none has a higher one than the word's count."""
    best = log(known.counts[word])
    parts: tuple[str, ...] = (word,)
    for number, (total, found) in _ways(word, known, {}).items():
        if number > 1 and total / number > best:
            best, parts = total / number, found
    return parts


def _ways(text: str, known: KnownParts, memory: dict[str, _Ways]) -> _Ways:
    """The best ways to cut a text into known words."""
    if text in memory:
        return memory[text]
    found: _Ways = {}
    if word := known.find(text):
        found[1] = log(known.counts[word]), (word,)
    for first, rest in known.beginnings(text):
        for number, (total, parts) in _ways(rest, known, memory).items():
            way = total + log(known.counts[first]), (first, *parts)
            if number + 1 not in found or way[0] > found[number + 1][0]:
                found[number + 1] = way
    memory[text] = found
    return found
