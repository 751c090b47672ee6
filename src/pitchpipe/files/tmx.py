"""Translation memories in TMX: units of the same sentence in several languages, read as a stream.

What is declared in the file itself is refused and what it refers to is not fetched, so no file can expand or reach out.
"""

from __future__ import annotations

import html
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from xml.parsers import expat

from pitchpipe.errors import InputError
from pitchpipe.files.test_sets import one_line

_CODES = frozenset({"bpt", "ept", "ph", "it", "ut"})
"""Inline elements that hold codes of another format, and not text."""
_CHUNK = 1 << 16
_CODE = re.compile(r"[a-z]{2,3}([-_][a-z0-9]+)*", re.I)


@dataclass(frozen=True)
class Memory:
    """The pairs of two languages in a translation memory."""

    languages: tuple[str, str]
    """As the file was asked for them, or as it has them."""
    source: list[str]
    target: list[str]
    units: int
    """How many units there are, those without both languages counted in."""


def read_tmx(file: io.BufferedReader, name: str, languages: Sequence[str | None] = (None, None)) -> Memory:
    """The pairs of a memory in two languages; without their names it must have two.

    `de` takes units in `de-DE` too. Of several texts of a unit in a language, one in just that variant is taken, or else the
    first.
    """
    asked = [
        one if one and _CODE.fullmatch(one) and one not in ("none", "auto") else None for one in languages
    ]
    reader = _Reader(name, None if None in asked else [str(one) for one in asked])
    reader.read(file)
    if not reader.counts:
        raise InputError(f"{name}: found no unit with a language, expected <tu> with <tuv xml:lang=...>")
    wanted = _chosen(asked, reader, name)
    source, target = [], []
    for unit in reader.units:
        found = [_text_of(unit, language) for language in wanted]
        if found[0] is not None and found[1] is not None and found[0] is not found[1]:
            source.append(found[0][1])
            target.append(found[1][1])
    if not source:
        raise InputError(
            f"{name}: found no unit in both {wanted[0]} and {wanted[1]}, expected some; "
            f"the file has {_listed(reader.counts)}"
        )
    return Memory((wanted[0], wanted[1]), source, target, reader.count)


class _Reader:
    """Collects the units of a memory: their texts in the languages that are asked for, or in all."""

    def __init__(self, name: str, wanted: Sequence[str] | None) -> None:
        self.units: list[list[tuple[str, str]]] = []
        self.count = 0
        self.counts: Counter[str] = Counter()
        """How many texts each language has."""
        self.source_language = ""
        self._name = name
        self._wanted = wanted
        self._unit: list[tuple[str, str]] = []
        self._language = ""
        self._text: list[str] | None = None
        self._codes = 0
        self._root = True

    def read(self, file: io.BufferedReader) -> None:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add
        parser.EntityDeclHandler = self._refuse
        parser.SkippedEntityHandler = self._entity
        self._parser = parser
        try:
            while data := file.read(_CHUNK):
                parser.Parse(data)
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise InputError(
                f"{self._name}:{error.lineno}: found XML that is not well formed "
                f"({expat.ErrorString(error.code)}), expected a whole TMX file"
            ) from None
        except UnicodeDecodeError:
            raise self._error("found bytes that are not in the encoding that the file names") from None

    def _error(self, found: str) -> InputError:
        return InputError(f"{self._name}:{self._parser.CurrentLineNumber}: {found}")

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        if self._root and element != "tmx":
            raise self._error(f"found <{element}>, expected <tmx>")
        self._root = False
        if self._text is not None:
            self._codes += element in _CODES or self._codes > 0
        elif element == "header":
            self.source_language = attributes.get("srclang", "")
        elif element == "tu":
            self._unit = []
        elif element == "tuv":
            self._language = attributes.get("xml:lang", attributes.get("lang", ""))
        elif element == "seg":
            self._text = []

    def _end(self, element: str) -> None:
        if element == "seg" and self._text is not None and not self._codes:
            self.counts[self._language] += 1
            if self._wanted is None or any(_fits(self._language, one) for one in self._wanted):
                self._unit.append((self._language, one_line("".join(self._text))))
            self._text = None
        elif self._codes:
            self._codes -= 1
        elif element == "tu":
            self.count += 1
            if len(self._unit) > 1:
                self.units.append(self._unit)

    def _add(self, text: str) -> None:
        if self._text is not None and not self._codes:
            self._text.append(text)

    def _entity(self, name: str, is_parameter: bool) -> None:
        """An entity of a declaration that is not read, as `&nbsp;`."""
        text = html.unescape(f"&{name};")
        if is_parameter or text == f"&{name};":
            raise self._error(f"found the entity &{name};, expected one of XML or HTML")
        self._add(text)

    def _refuse(self, name: str, *_: object) -> None:
        raise self._error(f"found a declaration of the entity {name!r}, expected none in a TMX file")


def _plain(language: str) -> str:
    return language.lower().replace("_", "-")


def _fits(language: str, asked: str) -> bool:
    return f"{_plain(language)}-".startswith(f"{_plain(asked)}-")


def _text_of(unit: list[tuple[str, str]], asked: str) -> tuple[str, str] | None:
    fitting = [one for one in unit if _fits(one[0], asked)]
    return next((one for one in fitting if _plain(one[0]) == _plain(asked)), fitting[0] if fitting else None)


def _chosen(asked: list[str | None], reader: _Reader, name: str) -> list[str]:
    """The languages that were asked for, or the two that there are: the header says which is the source."""
    for one in filter(None, asked):
        if not any(_fits(language, one) for language in reader.counts):
            raise InputError(f"{name}: found no unit in {one}, expected one of {_listed(reader.counts)}")
    if asked[0] and asked[1]:
        return [asked[0], asked[1]]
    known = list(dict.fromkeys(_plain(language).partition("-")[0] for language in reader.counts))
    if len(known) == 1:
        known = list(reader.counts)
    left = [one for one in known if not any(other and _fits(one, other) for other in asked)]
    if len(left) != asked.count(None):
        raise InputError(
            f"{name}: found units in {_listed(reader.counts)}, expected two languages; "
            "name them with --source-language and --target-language"
        )
    left.sort(key=lambda one: not _fits(reader.source_language, one))
    return [one or left.pop(0) for one in asked]


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{language or 'no language'} ({count:,})" for language, count in counts.most_common(8))
