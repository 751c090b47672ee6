"""A model by the name of its folder: what travels to workers in place of its tables."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from pitchpipe.decoder import Candidates, Decoder, SearchSettings
from pitchpipe.errors import InputError
from pitchpipe.files.flat_file import is_flat_file, stored_checksum
from pitchpipe.model import Model
from pitchpipe.specs import parse_spec


@dataclass(frozen=True)
class ModelFolder:
    """Translates as `Decoder` does; each process opens the model when it first needs it, and keeps it open."""

    path: str
    fingerprint: str
    """A hash of everything but the weights, so that all workers have the same model."""
    threads: int = 1
    search: str = ""
    """How to search where it is not as the model says, as in `beam=30, pop_limit=60`."""

    @classmethod
    def of(cls, path: str | os.PathLike[str], threads: int = 1, search: str = "") -> ModelFolder:
        place = os.path.abspath(path)
        return cls(place, _fingerprint(place, Model.open(place)), threads, search)

    def opened(self) -> Decoder:
        """The decoder of this process."""
        return _opened(self)

    def translate(
        self, sentences: Sequence[str], *, weights: Mapping[str, float], size: int = 1
    ) -> Candidates:
        """The best `size` translations of each sentence."""
        return self.opened().translate(sentences, weights=weights, size=size)

    def bins(
        self, sentences: Sequence[str], size: int, *, weights: Mapping[str, float], with_rest: bool = False
    ) -> Candidates:
        """The best `size` derivations of each search bin of each sentence."""
        return self.opened().bins(sentences, size, weights=weights, with_rest=with_rest)


@lru_cache(maxsize=4)
def _opened(folder: ModelFolder) -> Decoder:
    model = Model.open(folder.path)
    if _fingerprint(folder.path, model) != folder.fingerprint:
        raise InputError(
            f"{folder.path}: found another model than the one to tune, expected the same everywhere"
        )
    options = parse_spec(f"search({folder.search})").options
    search = SearchSettings.from_spec(None, {**model.search, **options})
    return Decoder(model, search, threads=folder.threads)


def _fingerprint(folder: str, model: Model) -> str:
    files = [one.path for one in model.tables] + [one.path for one in model.language_models]
    contents = {
        "files": [_checksum(Path(folder) / path) for path in files],
        "tables": [asdict(one.features) for one in model.tables],
        "language_models": [(one.name, one.unknown_words) for one in model.language_models],
        "sparse": asdict(model.sparse),
        "search": dict(model.search),
    }
    return hashlib.blake2b(json.dumps(contents).encode(), digest_size=8).hexdigest()


def _checksum(path: Path) -> int | str:
    """Of a mapped file, or of a language model in text."""
    if is_flat_file(path):
        return stored_checksum(path)
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
