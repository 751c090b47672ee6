"""Models that were sent to this machine, in a folder of their own: known by what they hold, never by a name.

Runs on workers. What comes in a message is bytes, numbers and hashes: no path is made of anything else.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files.refusals import refusals_of

VARIABLE = "PITCHPIPE_CACHE"
"""The environment variable that names the folder."""
DESCRIPTION, WEIGHTS = "model.json", "weights"
_HASH = re.compile(r"[0-9a-f]{32}")
_ABANDONED = 24 * 3600
"""Seconds after which a model that is not whole is taken for abandoned."""


@dataclass(frozen=True)
class SentFile:
    """A file of a model: its size and its hash."""

    size: int
    digest: str


@dataclass(frozen=True)
class SentModel:
    """What a model holds. Its files are called by their numbers, in its description too."""

    description: str
    """`model.json`, with numbers as paths."""
    weights: str
    files: tuple[SentFile, ...]

    @property
    def key(self) -> str:
        """A hash of everything."""
        parts = [self.description, self.weights, *(f"{one.size} {one.digest}" for one in self.files)]
        return hashlib.blake2b(json.dumps(parts).encode(), digest_size=16).hexdigest()


def new_digest() -> hashlib.blake2b:
    """What hashes the content of a file."""
    return hashlib.blake2b(digest_size=16)


def cache_folder() -> Path:
    """Where this machine keeps models."""
    if given := os.environ.get(VARIABLE):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitchpipe" / "models"


def kept_folder(key: str) -> Path | None:
    """The folder of a model that is here and whole; its files were checked when they came."""
    folder = cache_folder() / _checked(key)
    return folder if folder.is_dir() else None


def keep_piece(part: str, number: int, offset: int, piece: bytes) -> None:
    """Write a piece of a file of a model that is being sent under the hash `part`."""
    folder = _begun(part)
    with refusals_of(folder):
        if not folder.is_dir():
            _sweep()
            folder.mkdir(parents=True, exist_ok=True)
        with open(folder / str(int(number)), "ab") as file:
            if file.tell() != offset:
                raise InputError(f"{folder}: found {file.tell()} bytes of a file, expected {offset}")
            file.write(piece)


def keep_model(part: str, model: SentModel) -> None:
    """Take a model whose files have all come, if they are what was sent."""
    folder = _begun(part)
    with refusals_of(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _check_description(model, folder)
        for number, wanted in enumerate(model.files):
            _check_file(folder / str(number), wanted)
        (folder / DESCRIPTION).write_text(model.description, encoding="utf-8")
        (folder / WEIGHTS).write_text(model.weights, encoding="utf-8")
        with suppress(FileExistsError):
            try:
                folder.rename(cache_folder() / model.key)
            except OSError:
                if kept_folder(model.key) is None:
                    raise
                shutil.rmtree(folder)  # another worker of this machine was first


def file_places(description: Mapping[str, Any]) -> list[tuple[dict[str, str], str]]:
    """Where a model's description names files: each entry, and its key for the file's path."""
    entries = [one for kind in ("tables", "language_models") for one in description[kind]]
    return [(one, key) for one in entries for key in ("path", "classes") if key == "path" or one.get(key)]


def _check_description(model: SentModel, folder: Path) -> None:
    """Refuse a description that names anything but the files that came."""
    try:
        paths = [one[key] for one, key in file_places(json.loads(model.description))]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{folder}: the description of the model that was sent is damaged") from None
    if paths != [str(number) for number in range(len(model.files))]:
        raise InputError(f"{folder}: found other files in the model's description than those that were sent")


def _check_file(path: Path, wanted: SentFile) -> None:
    digest = new_digest()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
        size = file.tell()
    if (size, digest.hexdigest()) != (wanted.size, wanted.digest):
        shutil.rmtree(path.parent)
        raise InputError(f"{path}: found another content than the one that was sent, expected the same")


def _checked(hash: str) -> str:
    if not _HASH.fullmatch(hash):
        raise InputError(f"found {hash!r}, expected a hash of 32 hexadecimal digits")
    return hash


def _begun(part: str) -> Path:
    """Where a model is while its files come."""
    return cache_folder() / f".{_checked(part)}"


def _sweep() -> None:
    """Remove what was sent in part, long ago."""
    with suppress(OSError):
        for entry in os.scandir(cache_folder()):
            hidden = entry.name.startswith(".") and _HASH.fullmatch(entry.name[1:])
            if hidden and time.time() - entry.stat().st_mtime > _ABANDONED:
                shutil.rmtree(entry.path, ignore_errors=True)
