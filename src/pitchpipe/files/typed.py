"""Dataclasses from what JSON files say: every value is of the type that its field declares."""

from __future__ import annotations

import dataclasses
import math
import types
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pitchpipe.errors import InputError

Kind = TypeVar("Kind")
_WORDS = {
    float: "a finite number",
    int: "a whole number",
    bool: "true or false",
    str: "a text",
    type(None): "null",
}
_SEVERAL = {float: "finite numbers", int: "whole numbers", str: "texts", dict: "objects"}


def typed(kind: type[Kind], stored: Any) -> Kind:
    """The dataclass of this kind that an object in a JSON file describes, or `InputError`, without the file's name.

    Names that it does not have are left alone, so that files of later versions can be read. Values of fields of other classes
    than JSON's are to be made of what was stored beforehand.
    """
    if not isinstance(stored, dict):
        raise InputError(f"found {_shown(stored)}, expected an object")
    hints, values = get_type_hints(kind), {}
    for field in dataclasses.fields(kind):  # type: ignore[arg-type]
        if field.name in stored:
            values[field.name] = checked_value(field.name, stored[field.name], hints[field.name])
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise InputError(f"found no {field.name}, expected it")
    return kind(**values)


def checked_value(name: str, value: Any, hint: Any) -> Any:
    """The value if it is of a type, else `InputError`."""
    if not _fits(value, hint):
        raise InputError(f"found {_shown(value)} as {name}, expected {_expected(hint)}")
    return float(value) if hint is float else value


def _fits(value: Any, hint: Any) -> bool:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(_fits(value, one) for one in arguments)
    if hint is float:
        # A whole number of hundreds of digits is none of the double numbers.
        return type(value) in (int, float) and abs(value) < 1e300 and math.isfinite(value)
    if hint in (int, str, bool, type(None)):
        return type(value) is hint
    if origin in (list, Sequence):
        return isinstance(value, list) and all(_fits(one, arguments[0]) for one in value)
    if origin in (dict, Mapping):
        return isinstance(value, dict) and all(_fits(one, arguments[1]) for one in value.values())
    return isinstance(value, hint) if isinstance(hint, type) and hint is not Any else True


def _expected(hint: Any) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(_expected(one) for one in arguments)
    for kinds, word, inner in (((list, Sequence), "a list", 0), ((dict, Mapping), "an object", 1)):
        if origin in kinds:
            several = _SEVERAL.get(get_origin(arguments[inner]) or arguments[inner])
            return f"{word} of {several}" if several else word
    return _WORDS.get(hint) or (hint.__name__.lower() if isinstance(hint, type) else "a value")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
