"""What is tuned: a model with its decoder, or the lists of a system that is not here."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from pitchpipe.cluster import ModelFolder
from pitchpipe.lists import read_weights_for, rerank, tokenized
from pitchpipe.metrics import find_metric
from pitchpipe.model import Model
from pitchpipe.study.study import Study, StudyMethod
from pitchpipe.study.texts import read_lists, read_text
from pitchpipe.study.tuners import Outcome, tune_on_lists, tune_with_decoder


class System(Protocol):
    """Something with weights to tune, in the folder of a study."""

    def start(self) -> dict[str, float]:
        """The weights that tuning starts from."""

    def digest(self) -> str:
        """A hash of what results depend on, but for the texts."""

    def tune(self, method: StudyMethod, metric: str, seed: int, folder: Path) -> Outcome: ...

    def translate(self, method: StudyMethod, text: str, weights: Mapping[str, float]) -> list[str]:
        """The translation of a text of the study."""


def open_system(study: Study, folder: Path, threads: int = 1) -> System:
    """What a study tunes, once its texts are prepared."""
    if study.has_decoder:
        return ModelSystem(study, folder, threads)
    return ListSystem(study, folder, threads)


@dataclass(frozen=True)
class ModelSystem:
    """A model with its decoder in the loop."""

    study: Study
    folder: Path
    threads: int

    @property
    def place(self) -> str:
        return self.study.model or str(self.folder / "model")

    def start(self) -> dict[str, float]:
        return dict(Model.open(self.place, self.study.start).weights)

    def digest(self) -> str:
        return ModelFolder.of(self.place).fingerprint

    def tune(self, method: StudyMethod, metric: str, seed: int, folder: Path) -> Outcome:
        decoder = self._decoder(method)
        return tune_with_decoder(
            method.spec,
            decoder,
            read_text(self.folder, "dev"),
            find_metric(metric),
            self.start(),
            options=method.loop,
            split_seed=self.study.grid.seed,
            seed=seed,
            folder=folder,
            facts={"decoder": decoder.fingerprint, "search": decoder.search},
        )

    def translate(self, method: StudyMethod, text: str, weights: Mapping[str, float]) -> list[str]:
        sentences = read_text(self.folder, text).sentences
        return list(self._decoder(method).translate(sentences, weights=weights).best())

    def _decoder(self, method: StudyMethod) -> ModelFolder:
        return ModelFolder.of(self.place, self.threads, method.loop.search)


@dataclass(frozen=True)
class ListSystem:
    """Lists that stay as they are; a translation is the best candidate of each."""

    study: Study
    folder: Path
    threads: int

    def start(self) -> dict[str, float]:
        lists = read_lists(self.folder, "dev")
        if self.study.start is not None:
            return read_weights_for(lists, self.study.start)[0]
        return dict.fromkeys(lists.feature_names, 1.0 / len(lists.feature_names))

    def digest(self) -> str:
        lists = read_lists(self.folder, "dev")
        names = "\n".join([self.study.tokenize, *lists.feature_names])
        digest = hashlib.blake2b(names.encode(), digest_size=8)
        sparse = (lists.sparse.starts, lists.sparse.features, lists.sparse.values)
        for array in (lists.offsets, lists.dense, *sparse, lists.texts.data):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()

    def tune(self, method: StudyMethod, metric: str, seed: int, folder: Path) -> Outcome:
        lists = tokenized(read_lists(self.folder, "dev"), self.study.tokenize)
        return tune_on_lists(
            method.spec, lists, find_metric(metric), self.start(), seed=seed, threads=self.threads
        )

    def translate(self, method: StudyMethod, text: str, weights: Mapping[str, float]) -> list[str]:
        lists = read_lists(self.folder, text)
        known = set(lists.feature_names)
        return rerank(lists, {name: value for name, value in weights.items() if name in known})
