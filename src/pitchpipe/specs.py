"""Spec strings: `bleu:2`, `mert(directions=random, restarts=5)`, `bleu - 0.5*ter`.

The same strings name metrics and methods in Python, in TOML and on the command line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from pitchpipe.errors import InputError

_NUMBER = re.compile(r"\s*((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_NAME = re.compile(r"\s*([A-Za-z]\w*(?:-[A-Za-z]\w*)*(?:\+\+)?)")
_POSITIONAL = re.compile(r"([\w.]+)")
_VALUE = re.compile(r"\s*([^,()=]+(?:\([^()]*\))?)")


@dataclass(frozen=True)
class Spec:
    """One named thing with its settings, as text."""

    name: str
    positional: str | None = None
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


def split_specs(text: str) -> list[str]:
    """Cut `mert,pro(samples=50, l2=1),kbmira` at the commas outside brackets."""
    parts = re.split(r",(?![^()]*\))", text)
    return [part.strip() for part in parts if part.strip()]


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
        positional = self._expect(_POSITIONAL, "a value") if self._take(":") else None
        return Term(sign, Spec(name, positional, self._options() if self._take("(") else {}))

    def _options(self) -> dict[str, str]:
        options: dict[str, str] = {}
        while not self._take(")"):
            key = self._expect(_NAME, "a setting")
            if not self._take("="):
                self._fail(f"= after {key}")
            if key in options:
                raise InputError(f"in {self.text!r}, {key} is set twice")
            options[key] = self._expect(_VALUE, "a value").strip()
            if not self._take(","):
                if not self._take(")"):
                    self._fail(", or )")
                break
        return options

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
