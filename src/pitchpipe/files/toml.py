"""TOML files of tables: read with errors that name the file, written so that reading gives the same values."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files.streams import write_whole

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def read_tables(path: str | os.PathLike[str], known: Collection[str]) -> dict[str, dict[str, Any]]:
    """The tables of a file, which must be among those of these names."""
    try:
        tables: dict[str, Any] = tomllib.loads(Path(path).read_text("utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"{path}: cannot be read as TOML: {error}") from None
    except RecursionError:
        raise InputError(f"{path}: cannot be read as TOML: it is nested too deeply") from None
    for name, table in tables.items():
        if name not in known:
            raise InputError(f"{path}: {unknown_name('table', name, known)}")
        if not isinstance(table, dict):
            raise InputError(f"{path}: found a value for {name}, expected a table [{name}]")
    return tables


def write_tables(path: str | os.PathLike[str], tables: Mapping[str, Mapping[str, Any]]) -> None:
    """Write tables of numbers, texts, lists of texts and further tables of them, whole or not at all."""
    lines: list[str] = []
    for name, table in tables.items():
        lines += _lines(name, table)
    with write_whole(path) as file:
        file.write("\n".join(lines).encode())


def _lines(name: str, table: Mapping[str, Any]) -> list[str]:
    values = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    lines = []
    if values or not inner:
        lines += [f"[{name}]", *(f"{_key(key)} = {_value(value)}" for key, value in values.items()), ""]
    for key, value in inner.items():
        lines += _lines(f"{name}.{_key(key)}", value)
    return lines


def _key(key: str) -> str:
    return key if key.replace("-", "_").isidentifier() and key.isascii() else _value(key)


def _value(value: Any) -> str:
    """A value as TOML writes it; text and lists of text are as in JSON, but for a letter that TOML wants escaped."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
