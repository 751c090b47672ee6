"""A glossary: terms of the source with the translations that the user wants for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pitchpipe.decoder.given import LONGEST_GIVEN, Given
from pitchpipe.decoder.tokens import tokens
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, read_lines
from pitchpipe.model import ModelTexts

Pairs = Mapping[str, str] | Iterable[tuple[str, str]]


class Terms:
    """Terms and their translations, as the model knows them. A term with several translations has them as alternatives.

    Examples
    --------
    >>> terms = Terms([("kleines Haus", "cottage"), ("Haus", "building")])
    >>> terms.find(["ein", "kleines", "Haus"])
    [Given(begin=1, end=3, text='cottage', probability=1.0, inclusive=False)]
    """

    def __init__(self, pairs: Pairs, texts: ModelTexts | None = None) -> None:
        found = list(pairs.items()) if isinstance(pairs, Mapping) else list(pairs)
        self._set(found, [f"term {number}" for number in range(1, len(found) + 1)], texts or ModelTexts())

    @classmethod
    def read(cls, path: StrPath, texts: ModelTexts | None = None) -> Terms:
        """Read a term, a tab and its translation from each line; empty lines and those that start with # are skipped."""
        pairs, places = [], []
        for number, line in enumerate(read_lines(path), 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = [field.strip() for field in line.split("\t")]
            if len(fields) != 2 or not all(fields):
                raise InputError(
                    f"{input_name(path)}:{number}: found {line[:40]!r}, expected a term, a tab and its translation"
                )
            pairs.append((fields[0], fields[1]))
            places.append(f"{input_name(path)}:{number}")
        if not pairs:
            raise InputError(
                f"{input_name(path)}: found no terms, expected lines of a term, a tab and its translation"
            )
        terms = cls.__new__(cls)
        terms._set(pairs, places, texts or ModelTexts())
        return terms

    def _set(self, pairs: list[tuple[str, str]], places: list[str], texts: ModelTexts) -> None:
        sources = texts.source([source for source, _ in pairs])
        targets = as_written(texts, [target for _, target in pairs])
        self._targets: dict[tuple[str, ...], list[str]] = {}
        for source, target, place in zip(sources, targets, places, strict=True):
            words = tuple(tokens(source))
            if not 1 <= len(words) <= LONGEST_GIVEN:
                raise InputError(
                    f"{place}: found a term of {len(words)} words, expected 1 to {LONGEST_GIVEN}"
                )
            known = self._targets.setdefault(words, [])
            if target not in known:
                known.append(target)
        self._lengths = sorted({len(words) for words in self._targets}, reverse=True)

    def __len__(self) -> int:
        return len(self._targets)

    def __repr__(self) -> str:
        return f"Terms({len(self)})"

    def find(
        self, words: Sequence[str], taken: Iterable[tuple[int, int]] = (), *, inclusive: bool = False
    ) -> list[Given]:
        """The translations of the terms in a sentence: longer terms first, of equally long ones the first.

        Words of the spans in `taken` have translations already. The first word may have a capital that the term does
        not have.
        """
        free = [True] * len(words)
        for begin, end in taken:
            free[begin:end] = [False] * (end - begin)
        found = []
        for length in self._lengths:
            for begin in range(len(words) - length + 1):
                end = begin + length
                if not all(free[begin:end]):
                    continue
                targets = self._targets.get(tuple(words[begin:end]))
                if targets is None and begin == 0:
                    first = words[0][:1].lower() + words[0][1:]
                    targets = self._targets.get((first, *words[1:end]))
                for target in targets or ():
                    found.append(Given(begin, end, target, inclusive=inclusive))
                    free[begin:end] = [False] * length
        return sorted(found, key=lambda one: one.begin)


def as_written(texts: ModelTexts, lines: Sequence[str]) -> list[str]:
    """Target text as the model's tokens, in the case that the user wrote."""
    return [
        _with_letters_of(line, prepared) for line, prepared in zip(lines, texts.target(lines), strict=True)
    ]


def _with_letters_of(written: str, prepared: str) -> str:
    """The tokens of prepared text with the letters of the text it was made from, where only case differs."""
    letters = "".join(written.split())
    places = [place for place, letter in enumerate(prepared) if not letter.isspace()]
    if len(letters) != len(places):
        return prepared
    result = list(prepared)
    for place, letter in zip(places, letters, strict=True):
        if prepared[place].lower() != letter.lower():
            return prepared
        result[place] = letter
    return "".join(result)
