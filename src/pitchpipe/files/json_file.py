"""JSON files with one object each: read with errors that name the file, written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files.json_text import parse_json
from pitchpipe.files.streams import write_whole


def read_json(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The object in a file."""
    try:
        contents = parse_json(Path(path).read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"{path}: found something that is not JSON: {error}") from None
    if not isinstance(contents, dict):
        raise InputError(f"{path}: found a {type(contents).__name__}, expected a JSON object")
    return contents


def write_json(path: str | os.PathLike[str], contents: Mapping[str, Any]) -> None:
    """Write an object, for people to read too."""
    with write_whole(path) as file:
        file.write((json.dumps(dict(contents), indent=1, ensure_ascii=False) + "\n").encode())
