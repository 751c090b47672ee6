r"""Spec strings: `bleu:2`, `mert(directions=random, restarts=5)`, `command("python scorer.py", workers=4)`, `bleu - 0.5*ter`.

The same strings name metrics and methods in Python, in TOML and on the command line. The first value in brackets may go
without the name of its setting: `learned(my.metric)`. A quoted value is text, whatever is in it, with TOML's quotes: between
double ones, `\"` and `\\` stand for a quote and a backslash; between single ones everything stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from pitchpipe.errors import InputError

QUOTED = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*')"""
"""The pattern of a quoted value."""
_NUMBER = re.compile(r"\s*((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_NAME = re.compile(r"\s*([A-Za-z]\w*(?:-[A-Za-z]\w*)*(?:\+\+)?)")
_AFTER_COLON = re.compile(r"([\w.]+)")
_SETTING = re.compile(rf"{_NAME.pattern}\s*=")
_QUOTED = re.compile(rf"\s*({QUOTED})", re.DOTALL)
_PLAIN = re.compile(r"""\s*([^,()='"]+)""")
_IN_BRACKETS = re.compile(rf"""({QUOTED}|[^()'"]+|[()])""", re.DOTALL)
_BETWEEN_COMMAS = re.compile(rf"""{QUOTED}|[^,()'"]+|.""", re.DOTALL)
_WORD_OR_NUMBER = re.compile(r"\w+(?:\.\d+)?")


@dataclass(frozen=True)
class Spec:
    """One named thing with its settings, as text."""

    name: str
    positional: str | None = None
    """The value without the name of a setting: after a colon, or first in brackets."""
    options: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Term:
    """A spec with its coefficient in a linear combination."""

    coefficient: float
    spec: Spec


def parse_spec(text: str) -> Spec:
    """Read a single spec such as `mert(restarts=5)`."""
    terms = parse_expression(text)
    if len(terms) != 1 or terms[0].coefficient != 1:
        raise InputError(f"{text!r} is an expression; a single name with settings is expected")
    return terms[0].spec


def parse_expression(text: str) -> list[Term]:
    """Read a linear combination such as `bleu - ter` or `bleu + 2*meteor(alpha=0.5)`."""
    return _Reader(text).expression()


def parse_settings(text: str) -> dict[str, str]:
    """Read settings alone, such as `beam=500, distortion_limit=9`."""
    spec = parse_spec(f"set({text})")
    if spec.positional is not None:
        raise InputError(f"in {text!r}, found {spec.positional!r} where = after a setting was expected")
    return spec.options


def split_specs(text: str) -> list[str]:
    """Cut `mert,pro(samples=50, l2=1),kbmira` at the commas outside brackets and quotes."""
    parts, depth = [""], 0
    for piece in _BETWEEN_COMMAS.findall(text):
        depth += (piece == "(") - (piece == ")")
        if piece == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts if part.strip()]


def write_spec(name: str, positional: object, options: Mapping[str, object]) -> str:
    """The spec string of these parts; `positional` is None where there is no such value."""
    inside = [f"{key}={write_value(value)}" for key, value in options.items()]
    if positional is not None:
        if _WORD_OR_NUMBER.fullmatch(str(positional)):
            name = f"{name}:{positional}"
        else:
            inside.insert(0, write_value(positional))
    return f"{name}({', '.join(inside)})" if inside else name


def write_value(value: object) -> str:
    """A value as it stands in a spec: in quotes if it is read as something else without them."""
    text = str(value)
    try:
        plain = parse_spec(f"name({text})") == Spec("name", text)
    except InputError:
        plain = False
    return text if plain else quoted(text)


def quoted(text: str) -> str:
    """A text between double quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unquoted(text: str) -> str:
    """What stands between quotes."""
    return text[1:-1] if text[0] == "'" else re.sub(r'\\([\\"])', r"\1", text[1:-1])


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def expression(self) -> list[Term]:
        terms = []
        sign = -1.0 if self._take("-") else 1.0
        while True:
            terms.append(self._term(sign))
            if self._take("+"):
                sign = 1.0
            elif self._take("-"):
                sign = -1.0
            elif self.text[self.at :].strip():
                self._fail("+, - or the end")
            else:
                return terms

    def _term(self, sign: float) -> Term:
        number = self._match(_NUMBER)
        if number is not None:
            if not self._take("*"):
                self._fail("* after a coefficient")
            sign *= float(number)
        name = self._expect(_NAME, "a name")
        positional = self._expect(_AFTER_COLON, "a value") if self._take(":") else None
        return Term(sign, self._in_brackets(name, positional) if self._take("(") else Spec(name, positional))

    def _in_brackets(self, name: str, positional: str | None) -> Spec:
        options: dict[str, str] = {}
        while not self._take(")"):
            key = self._match(_SETTING)
            if key is None:
                if positional is not None or options:
                    self._fail("a setting with = and a value")
                positional = self._value()
            elif key in options:
                raise InputError(f"in {self.text!r}, {key} is set twice")
            else:
                options[key] = self._value()
            if not self._take(","):
                if not self._take(")"):
                    self._fail(", or )")
                break
        return Spec(name, positional, options)

    def _value(self) -> str:
        inside = self._match(_QUOTED)
        if inside is not None:
            return unquoted(inside)
        value = self._match(_PLAIN)
        if value is None or not value.strip():
            self._fail("a value")
        if self.text.startswith("(", self.at):
            value += self._brackets()
        return value.strip()

    def _brackets(self) -> str:
        """The text from an opening bracket to the one that closes it, as it is written."""
        start, depth = self.at, 0
        while depth > 0 or self.at == start:
            piece = self._expect(_IN_BRACKETS, ") after the settings")
            depth += (piece == "(") - (piece == ")")
        return self.text[start : self.at]

    def _expect(self, pattern: re.Pattern[str], what: str) -> str:
        found = self._match(pattern)
        if found is None:
            self._fail(what)
        return found

    def _match(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group(1)

    def _take(self, sign: str) -> bool:
        return self._match(re.compile(rf"\s*({re.escape(sign)})")) is not None

    def _fail(self, expected: str) -> NoReturn:
        rest = self.text[self.at :].strip()
        raise InputError(f"in {self.text!r}, found {rest[:20]!r} where {expected} was expected")
