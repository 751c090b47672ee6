"""A decoder whose model goes to workers that do not have it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitchpipe.cluster.engines import RemoteExecutor
from pitchpipe.cluster.model_cache import (
    DESCRIPTION,
    WEIGHTS,
    SentFile,
    SentModel,
    file_places,
    keep_model,
    keep_piece,
    kept_folder,
    new_digest,
)
from pitchpipe.decoder import FolderDecoder, SystemDecoder
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.files.json_file import read_json
from pitchpipe.model import Model

PIECE = 1 << 22
"""Bytes of a file in a message."""


class MissingModelError(InputError):
    """A worker neither finds the model at its path nor has it in its cache."""


@dataclass(frozen=True)
class SentDecoder(FolderDecoder):
    """The decoder of a folder that workers need not have.

    A worker that sees the same model in the same folder reads it there; others have it in their caches, once it was sent.
    """

    key: str = ""
    """The model's in the caches."""

    @classmethod
    def of(
        cls, path: StrPath, threads: int = 1, templates: Sequence[str] | None = None, **search: Any
    ) -> SentDecoder:
        decoder = FolderDecoder.of(path, threads, templates, **search)
        return cls(**vars(decoder), key=sent_model(decoder.path)[0].key)

    @property
    def folder(self) -> str:
        """Where this machine has the model."""
        return _folder(self)

    @property
    def opened(self) -> SystemDecoder:
        given = {name: value for name, value in vars(self).items() if name != "key"}
        return FolderDecoder(**given | {"path": self.folder}).opened

    def send(self, executor: RemoteExecutor, workers: Sequence[str]) -> None:
        """Send the model to those workers that do not have it; one that ends meanwhile is left out."""
        for worker in workers:
            try:
                if not executor.ask(worker, _has, self):
                    self._send(executor, worker)
            except InputError as error:
                raise InputError(f"{error} (on the worker {worker})") from None
            except OSError:
                if worker in executor.workers():
                    raise

    def _send(self, executor: RemoteExecutor, worker: str) -> None:
        model, paths = sent_model(self.path)
        part = secrets.token_hex(16)
        for number, path in enumerate(paths):
            with open(path, "rb") as file:
                offset = 0
                while piece := file.read(PIECE):
                    executor.ask(worker, keep_piece, part, number, offset, piece)
                    offset += len(piece)
        executor.ask(worker, keep_model, part, model)


def sent_model(folder: StrPath) -> tuple[SentModel, list[Path]]:
    """What the model in a folder holds, and where its files are; their names stay here."""
    place = Path(folder)
    described = read_json(place / DESCRIPTION)
    paths = []
    for one, key in file_places(described):
        paths.append(place / one[key])
        one[key] = str(len(paths) - 1)
    files = tuple(_sent_file(path) for path in paths)
    return SentModel(json.dumps(described), (place / WEIGHTS).read_text(encoding="utf-8"), files), paths


def _sent_file(path: Path) -> SentFile:
    digest = new_digest()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
        return SentFile(file.tell(), digest.hexdigest())


@lru_cache(maxsize=4)
def _folder(sent: SentDecoder) -> str:
    if Path(sent.path).is_dir() and _has_model(Path(sent.path), sent.model_fingerprint):
        return sent.path
    folder = kept_folder(sent.key)
    if folder is None:
        raise MissingModelError(
            f"{sent.path}: found no such model, neither there nor in the cache, expected the one that the command has"
        )
    return str(folder)


def _has(decoder: SentDecoder) -> bool:
    """Whether this worker has the model."""
    try:
        return bool(decoder.folder)
    except MissingModelError:
        return False


def _has_model(path: Path, fingerprint: str) -> bool:
    try:
        return Model.read(path).fingerprint == fingerprint
    except (InputError, OSError):
        return False
