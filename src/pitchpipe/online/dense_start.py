"""Dense weights that are tuned before sparse ones are learned.

Online learning moves dense weights slowly, and sparse features then learn to make up for bad ones, which helps on the text
that they learn from alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pitchpipe.arrays import SparseRows
from pitchpipe.decoder import Candidates, Decoder
from pitchpipe.files import StrPath
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import Metric
from pitchpipe.tuning import find_method
from pitchpipe.tuning.loop import tuning_loop
from pitchpipe.tuning.settings import TuningSettings
from pitchpipe.weights import Weights

METHOD = "kbmira"


class DenseFeatures(Decoder):
    """A decoder whose candidates keep their dense features only."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self.threads = decoder.threads

    @property
    def weights(self) -> Weights:
        return self._decoder.weights

    @property
    def dense_names(self) -> tuple[str, ...]:
        return self._decoder.dense_names

    @property
    def fingerprint(self) -> str:
        return f"{self._decoder.fingerprint} dense"

    def translate(
        self,
        sentences: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        threads: int | None = None,
    ) -> Candidates:
        found = self._decoder.translate(sentences, weights=weights, nbest=nbest, threads=threads)
        return replace(found, sparse=SparseRows.none(len(found.texts)), sparse_names=())


def dense_tuned(
    decoder: Decoder,
    text: DevSet,
    metric: Metric,
    start: Mapping[str, float],
    *,
    nbest: int,
    folder: StrPath | None,
    seed: int,
    threads: int,
) -> Weights:
    """The start weights with tuned dense ones, which keep their size: rates are made for it."""
    names = decoder.dense_names
    given = Weights({name: start.get(name, 0.0) for name in names})
    found = tuning_loop(
        DenseFeatures(decoder),
        text,
        find_method(METHOD),
        metric,
        given,
        settings=TuningSettings(seed=seed),
        nbest=nbest,
        folder=None if folder is None else Path(folder) / "dense",
        threads=threads,
    ).weights
    scale = given.size / found.size if found.size else 1.0
    return Weights({**start, **{name: scale * found[name] for name in names}})
