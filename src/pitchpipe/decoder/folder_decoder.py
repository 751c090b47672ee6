"""A decoder by the name of its model's folder: what travels to workers in place of tables."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pitchpipe.decoder.candidates import Candidates
from pitchpipe.decoder.contract import Decoder, Forced
from pitchpipe.decoder.given import Given
from pitchpipe.decoder.search import SearchSettings
from pitchpipe.decoder.system_decoder import SystemDecoder, open_decoder
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.model import Model
from pitchpipe.weights import Weights


@dataclass(frozen=True)
class FolderDecoder(Decoder):
    """Translates as the decoder of its model does; each process opens the model when it first needs it, and keeps it."""

    path: str
    model_fingerprint: str
    """So that all workers have the same model."""
    search: SearchSettings
    threads: int = 1
    templates: tuple[str, ...] | None = None
    """The sparse features to compute, of those that the model has; all by default."""

    @classmethod
    def of(
        cls, path: StrPath, threads: int = 1, templates: Sequence[str] | None = None, **search: Any
    ) -> FolderDecoder:
        """The decoder of a folder; settings of the search go before those that the model's folder has."""
        place = os.path.abspath(path)
        model = Model.read(place)
        settings = SearchSettings.of_model(model, search)
        if templates is None:
            return cls(place, model.fingerprint, settings, threads)
        for name in templates:
            if name not in model.sparse.templates:
                known = "+".join(model.sparse.templates) or "none"
                raise InputError(
                    f"{path}: found no sparse features {name}, expected some of the model's: {known}"
                )
        return cls(place, model.fingerprint, settings, threads, tuple(templates))

    @property
    def opened(self) -> SystemDecoder:
        """The decoder of this process."""
        return _opened(self)

    @property
    def weights(self) -> Weights:
        return self.opened.weights

    @property
    def dense_names(self) -> tuple[str, ...]:
        return self.opened.dense_names

    @property
    def has_sparse(self) -> bool:
        return self.opened.has_sparse

    @property
    def fingerprint(self) -> str:
        sparse = "" if self.templates is None else f" sparse={'+'.join(self.templates)}"
        features = f" {self.opened.fingerprint}" if self.search.features else ""  # with their code
        return f"{self.model_fingerprint} {self.search.spec}{sparse}{features}"

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
        return self.opened.translate(
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
        return self.opened.bins(sentences, weights=weights, nbest=nbest, with_rest=with_rest, threads=threads)

    def force(
        self,
        sentences: Sequence[str],
        references: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        bins: int = 0,
        threads: int | None = None,
    ) -> Forced:
        return self.opened.force(
            sentences, references, weights=weights, nbest=nbest, bins=bins, threads=threads
        )


@lru_cache(maxsize=4)
def _opened(folder: FolderDecoder) -> SystemDecoder:
    model = Model.read(folder.path)
    if model.fingerprint != folder.model_fingerprint:
        raise InputError(
            f"{folder.path}: found another model than the one to tune, expected the same everywhere"
        )
    if folder.templates is not None:
        model = replace(model, sparse=replace(model.sparse, templates=folder.templates))
    return open_decoder(model, folder.search, folder.threads)
