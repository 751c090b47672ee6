"""Unknown words as words that are known: a compound's parts, or another form of the same word.

Parts of compounds are known words with a linking element between them or none, as in Koehn and Knight (2003), Empirical
methods for compound splitting; the fewest parts are taken, and of those the most frequent ones. Another form of a word
has the same beginning and a different ending.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from math import log

from pitchpipe.errors import InputError
from pitchpipe.files.streams import input_name, read_lines, write_packed
from pitchpipe.text.compounds import LONGEST_WORD, KnownParts, other_case
from pitchpipe.text.corpus import Corpus

SHORTEST_PART = 3
SHORTEST_STEM = 4
LONGEST_ENDING = 2
_HEADER = "pitchpipe known words 1"

_Parts = tuple[float, float, list[str]]
"""How many parts, counting one that is another form as one and a half; how rare they are; and the parts."""


class KnownForms:
    """Known words with their counts.

    Examples
    --------
    >>> forms = KnownForms({"strand": 3, "besucher": 2, "ruhigen": 1})
    >>> forms.rewrite("ruhiges strandbesucher")
    'ruhigen strand besucher'
    """

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.counts = counts
        self._known = KnownParts(counts, SHORTEST_PART)
        self.words_for = lru_cache(maxsize=100_000)(self._words_for)

    @cached_property
    def _stems(self) -> dict[str, list[str]]:
        """The known words with each beginning; found when the first unknown word comes."""
        stems: dict[str, list[str]] = {}
        for word in self.counts:
            for end in range(len(word), max(len(word) - LONGEST_ENDING, SHORTEST_STEM) - 1, -1):
                stems.setdefault(word[:end], []).append(word)
        return stems

    @classmethod
    def train(cls, lines: Corpus | Iterable[str]) -> KnownForms:
        """The words of a text."""
        corpus = lines if isinstance(lines, Corpus) else Corpus.of(lines)
        return cls(dict(sorted(zip(corpus.words, corpus.counts.tolist(), strict=True))))

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> KnownForms:
        """Read what `save` wrote."""
        header, *lines = read_lines(path) or [""]
        if header != _HEADER:
            raise InputError(f"{input_name(path)}: found another kind of file, expected words of pitchpipe")
        counts = {}
        for number, line in enumerate(lines, 2):
            count, _, word = line.partition("\t")
            if not (count.isascii() and count.isdigit() and len(count) <= 18 and int(count)) or not word:
                raise InputError(
                    f"{input_name(path)}:{number}: found {line[:40]!r}, expected a count, a tab and a word"
                )
            counts[word] = int(count)
        return cls(counts)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the counts as text, a word on each line."""
        with write_packed(path) as file:
            file.write(f"{_HEADER}\n".encode())
            file.writelines(f"{count}\t{word}\n".encode() for word, count in self.counts.items())

    def rewrite(self, line: str) -> str:
        """The tokenised line with known words for unknown ones, where there are some."""
        words = line.split()
        if all(word in self.counts for word in words):
            return line
        return " ".join(known for word in words for known in self.words_for(word))

    def _words_for(self, word: str) -> tuple[str, ...]:
        """Known words for a word; itself if it is known, or there are none."""
        if word in self.counts or len(word) > LONGEST_WORD:
            return (word,)
        found = self._parts(word, {}, inflected=False)
        if found is None:
            form = self._form(word)
            found = (1, 0, [form]) if form else self._parts(word, {}, inflected=True)
        return tuple(found[2]) if found else (word,)

    def _form(self, word: str) -> str | None:
        """Of the known words with the longest beginning in common, the one closest in length."""
        for end in range(len(word), max(len(word) - LONGEST_ENDING, SHORTEST_STEM) - 1, -1):
            if near := self._stems.get(word[:end]):
                return max(near, key=lambda other: (-abs(len(other) - len(word)), self.counts[other], other))
        return None

    def _parts(self, rest: str, known: dict[str, _Parts | None], *, inflected: bool) -> _Parts | None:
        """The best known words that make up the rest of a word; the last one may be another form."""
        if rest in known:
            return known[rest]
        best: _Parts | None = None
        if whole := self._known.find(rest):
            best = (1, -log(self.counts[whole]), [whole])
        elif (
            inflected
            and len(rest) > SHORTEST_STEM
            and (form := self._form(rest) or self._form(other_case(rest)))
        ):
            best = (1.5, -log(self.counts[form]), [form])
        for part, after in self._known.beginnings(rest):
            if others := self._parts(after, known, inflected=inflected):
                found = (others[0] + 1, others[1] - log(self.counts[part]), [part, *others[2]])
                best = found if best is None or found[:2] < best[:2] else best
        known[rest] = best
        return best
