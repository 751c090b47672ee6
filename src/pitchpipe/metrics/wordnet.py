"""Synonyms: words that share a set of WordNet's, read from WordNet's own files or from METEOR's extract of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from pitchpipe.errors import InputError
from pitchpipe.metrics.word_memory import WordMemory

PLACES = (
    "/usr/share/wordnet",
    "/usr/share/wordnet/dict",
    "/usr/local/WordNet-3.0/dict",
    "/opt/WordNet-3.0/dict",
)
"""Where systems keep WordNet's files; the first is that of Debian's package wordnet-base."""
_PARTS = ("noun", "verb", "adj", "adv")
_ENDINGS = {
    "noun": [
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ],
    "verb": [
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ],
    "adj": [("er", ""), ("est", ""), ("er", "e"), ("est", "e")],
    "adv": [],
}
"""WordNet's rules of detachment: an ending, and what stands in its place in the dictionary (morphy(7WN))."""
_OFFSETS = 100_000_000
"""Offsets within a file are below it, so that sets of two parts of speech have different numbers."""


class Synonyms:
    """The sets of synonyms that each word is in; inflected words are in those of their dictionary forms."""

    def __init__(
        self,
        sets: dict[str, dict[str, tuple[int, ...]]],
        exceptions: dict[str, dict[str, list[str]]],
        first_rule_only: bool,
    ) -> None:
        self._sets = sets
        self._exceptions = exceptions
        self._first_rule_only = first_rule_only
        self._seen = WordMemory(lambda words: [self.of(word) for word in words])

    def of_each(self, words: Sequence[str]) -> list[list[int]]:
        """The numbers of the sets of each word."""
        return self._seen.of(words)

    def of(self, word: str) -> list[int]:
        """The numbers of a word's sets, which rise."""
        found: set[int] = set()
        for part, sets in self._sets.items():
            for form in (word, *self._bases(word, part)):
                found.update(sets.get(form, ()))
        return sorted(found)

    def _bases(self, word: str, part: str) -> Iterator[str]:
        irregular = self._exceptions[part].get(word)
        if irregular is not None:
            yield from irregular
            return
        if word.endswith("ss") or len(word) <= 2:
            return
        known = self._sets[part]
        for ending, instead in _ENDINGS.get(part) or [rule for rules in _ENDINGS.values() for rule in rules]:
            base = word.removesuffix(ending) + instead
            if word.endswith(ending) and base in known:
                yield base
                if self._first_rule_only:
                    return


def find_synonyms(where: str) -> Synonyms:
    """The synonyms in a folder, or, for `wordnet`, in that of the system's package."""
    folder = _folder(where)
    if folder is not None:
        return _read(folder)
    raise InputError(
        "found no WordNet files on this machine, expected those of the package wordnet-base (apt install wordnet-base), "
        "or synonyms=FOLDER that names theirs"
    )


def synonym_files(where: str) -> list[Path]:
    """The files that `find_synonyms` reads; none if there are none to be found."""
    place = Path(_folder(where) or ".")
    names = [f"index.{part}" for part in _PARTS] + [f"{part}.exc" for part in _PARTS]
    if not (place / names[0]).exists():
        names = ["english.synsets", "english.exceptions"]
    return [place / name for name in names if (place / name).exists()]


def _folder(where: str) -> str | None:
    """The folder itself, or where the system keeps WordNet's files."""
    if where != "wordnet":
        return where
    return next((place for place in PLACES if os.path.exists(os.path.join(place, "index.noun"))), None)


@cache
def _read(folder: str) -> Synonyms:
    place = Path(folder)
    try:
        if (place / "index.noun").exists():
            sets = {
                part: dict(_indexed(place / f"index.{part}", number)) for number, part in enumerate(_PARTS)
            }
            return Synonyms(sets, {part: dict(_irregular(place / f"{part}.exc")) for part in _PARTS}, False)
        if (place / "english.synsets").exists():
            return Synonyms(
                {"all": dict(_extracted(place / "english.synsets"))},
                {"all": _extracted_exceptions(place / "english.exceptions")},
                True,
            )
    except (OSError, ValueError) as error:
        raise InputError(f"{folder}: cannot be read as WordNet files: {error}") from None
    raise InputError(
        f"{folder}: found neither WordNet's index.noun nor METEOR's english.synsets in it, expected one of them"
    )


def _indexed(path: Path, part: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Lines of lemma, part of speech, number of sets, pointers, and, last, the sets' offsets (wndb(5WN))."""
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("  "):
            fields = line.split()
            yield fields[0], tuple(part * _OFFSETS + int(field) for field in fields[-int(fields[2]) :])


def _irregular(path: Path) -> Iterator[tuple[str, list[str]]]:
    for line in path.read_text("utf-8").splitlines():
        word, *bases = line.split()
        yield word, bases


def _extracted(path: Path) -> Iterator[tuple[str, tuple[int, ...]]]:
    """A word on each line, and its sets on the next."""
    lines = path.read_text("utf-8").splitlines()
    for word, sets in zip(lines[::2], lines[1::2], strict=True):
        yield word, tuple(map(int, sets.split()))


def _extracted_exceptions(path: Path) -> dict[str, list[str]]:
    """A dictionary form on each line, and its irregular forms on the next."""
    lines, found = path.read_text("utf-8").splitlines(), dict[str, list[str]]()
    for base, forms in zip(lines[::2], lines[1::2], strict=True):
        for form in forms.split():
            found.setdefault(form, []).append(base)
    return found
