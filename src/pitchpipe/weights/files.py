"""Weights files: a name and a value on each line."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, read_lines, write_whole

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_SECTION = re.compile(r"\[[\w-]+\]")
_QUOTED = re.compile(r'("(?:[^"\\]|\\.)*")[ \t]+(\S+)')
_KEY = re.compile(r'("(?:[^"\\]|\\.)*")\s*:')
_PLAIN_NAME = re.compile(r'[^\s"#\[{][^\s]*(?<!=)')
_EXPECTED = "'name value', 'name= value' or 'name=value' with finite numbers"


def read_weights(path: StrPath) -> dict[str, float]:
    """Read weights by name, from a file of one of three kinds.

    - Lines of `name value`, `name= value` or `name=value`; `name= 0.1 0.2` gives `name_0` and `name_1`. A name
      in double quotes is a JSON string. Empty lines and lines that start with `#` are skipped.
    - A moses.ini: lines in square brackets name sections, and only `[weight]` is read.
    - A JSON object of numbers, or one that has such an object as `weights`.
    """
    lines = read_lines(path)
    name = input_name(path)
    pairs = _json_pairs(name, lines) if "".join(lines).lstrip().startswith("{") else _line_pairs(name, lines)
    weights: dict[str, float] = {}
    for place, feature, value in pairs:
        if feature in weights:
            raise InputError(f"{place}: found a second weight of {feature!r}, expected one")
        weights[feature] = value
    if not weights:
        raise InputError(f"{name}: found no weights, expected lines of {_EXPECTED}, or a section [weight]")
    return weights


def write_weights(path: StrPath, weights: Mapping[str, float]) -> None:
    """Write a line of name and value for each weight, whole or not at all; reading gives the same bits."""
    with write_whole(path) as file:
        for line in weight_lines(weights, str(path)):
            file.write(f"{line}\n".encode())


def weight_lines(weights: Mapping[str, float], where: str) -> Iterator[str]:
    """The lines of a weights file; `where` is what errors call it."""
    for name, value in weights.items():
        if not math.isfinite(value):
            raise InputError(f"{where}: found the weight {value!r} of {name!r}, expected a finite number")
        shown = name if _PLAIN_NAME.fullmatch(name) else json.dumps(name)
        yield f"{shown} {float(value)!r}"


def _line_pairs(name: str, lines: list[str]) -> Iterator[tuple[str, str, float]]:
    section = "[weight]"
    for number, line in enumerate((line.strip(" \t\r") for line in lines), 1):
        place = f"{name}:{number}"
        if _SECTION.fullmatch(line):
            section = line
        elif section == "[weight]" and line and not line.startswith("#"):
            for feature, value in _parsed(place, line):
                yield place, feature, _finite(place, line, value)


def _parsed(place: str, line: str) -> list[tuple[str, str]]:
    """The names and values of a line, as text."""
    if line.startswith('"'):
        return [_quoted(place, line)]
    first, *values = re.split(r"[ \t]+", line)
    label, equals, value = first.rpartition("=")
    if label and not value and values:
        if len(values) == 1:
            return [(label, values[0])]
        return [(f"{label}_{index}", text) for index, text in enumerate(values)]
    if len(values) == 1:
        return [(first, values[0])]
    if label and equals and not values:
        return [(label, value)]
    raise _unreadable(place, line)


def _quoted(place: str, line: str) -> tuple[str, str]:
    found = _QUOTED.fullmatch(line)
    if not found:
        raise _unreadable(place, line)
    try:
        return json.loads(found[1]), found[2]
    except ValueError:
        raise _unreadable(place, line) from None


def _finite(place: str, line: str, text: str) -> float:
    if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise _unreadable(place, line)
    return float(text)


def _unreadable(place: str, line: str) -> InputError:
    shown = line if len(line) <= 60 else f"{line[:60]}..."
    return InputError(f"{place}: found {shown!r}, expected {_EXPECTED}")


class _Object(list[tuple[str, Any]]):
    """The names and values of a JSON object, repeated ones too."""


def _json_pairs(name: str, lines: list[str]) -> Iterator[tuple[str, str, float]]:
    try:
        pairs = json.loads("\n".join(lines), object_pairs_hook=_Object, parse_constant=str)
    except json.JSONDecodeError as error:
        raise InputError(f"{name}:{error.lineno}: found bad JSON ({error.msg}), expected an object") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name}: found bad JSON ({error}), expected an object of numbers") from None
    nested = [value for key, value in pairs if key == "weights" and isinstance(value, _Object)]
    places = {_unquoted(key): number for number, line in enumerate(lines, 1) for key in _KEY.findall(line)}
    for feature, value in nested[0] if nested else pairs:
        place = f"{name}:{places.get(feature, 1)}"
        yield place, feature, _json_number(place, feature, value)


def _unquoted(key: str) -> str:
    """The text of a JSON string; what only looks like one, as within another string, is left as it is."""
    try:
        return str(json.loads(key))
    except ValueError:
        return key


def _json_number(place: str, feature: str, value: Any) -> float:
    number = math.nan
    if isinstance(value, float) or (type(value) is int and abs(value) < 10**300):
        number = float(value)
    if not math.isfinite(number):
        raise InputError(f"{place}: found {value!r} as the weight of {feature!r}, expected a finite number")
    return number
