"""A decoder whose model goes to workers that do not have it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
from pitchpipe.decoder import Candidates, Decoder, FolderDecoder, Given
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.files.json_file import read_json
from pitchpipe.model import Model
from pitchpipe.weights import Weights

PIECE = 1 << 22
"""Bytes of a file in a message."""


class MissingModelError(InputError):
    """A worker neither finds the model at its path nor has it in its cache."""


@dataclass(frozen=True)
class SentDecoder(Decoder):
    """Translates as the decoder of a folder does.

    A worker that sees the same model in the same folder reads it there; others have it in their caches, once it was sent.
    """

    decoder: FolderDecoder
    key: str
    """The model's in the caches."""

    @classmethod
    def of(cls, path: StrPath, **settings: Any) -> SentDecoder:
        """The decoder of a folder, with the settings of `FolderDecoder.of`."""
        decoder = FolderDecoder.of(path, **settings)
        return cls(decoder, sent_model(decoder.path)[0].key)

    @property
    def here(self) -> FolderDecoder:
        """The decoder of this machine's model."""
        return _here(self)

    @property
    def weights(self) -> Weights:
        return self.decoder.weights

    @property
    def dense_names(self) -> tuple[str, ...]:
        return self.decoder.dense_names

    @property
    def has_sparse(self) -> bool:
        return self.decoder.has_sparse

    @property
    def fingerprint(self) -> str:
        return self.decoder.fingerprint

    def translate(
        self,
        sentences: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        threads: int | None = None,
        distinct: bool = False,
        given: Sequence[Sequence[Given]] = (),
    ) -> Candidates:
        return self.here.translate(
            sentences, weights=weights, nbest=nbest, threads=threads, distinct=distinct, given=given
        )

    def bins(
        self,
        sentences: Sequence[str],
        nbest: int = 1,
        *,
        weights: Mapping[str, float] | None = None,
        with_rest: bool = False,
        threads: int | None = None,
    ) -> Candidates:
        return self.here.bins(sentences, nbest, weights=weights, with_rest=with_rest, threads=threads)

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
        model, paths = sent_model(self.decoder.path)
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
def _here(sent: SentDecoder) -> FolderDecoder:
    path = Path(sent.decoder.path)
    if path.is_dir() and _has_model(path, sent.decoder.model_fingerprint):
        return sent.decoder
    folder = kept_folder(sent.key)
    if folder is None:
        raise MissingModelError(
            f"{path}: found no such model, neither there nor in the cache, expected the one that the command has"
        )
    return replace(sent.decoder, path=str(folder))


def _has(decoder: SentDecoder) -> bool:
    """Whether this worker has the model."""
    try:
        return bool(decoder.here)
    except MissingModelError:
        return False


def _has_model(path: Path, fingerprint: str) -> bool:
    try:
        return Model.read(path).fingerprint == fingerprint
    except (InputError, OSError):
        return False
