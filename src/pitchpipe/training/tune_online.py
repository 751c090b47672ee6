"""A model's weights tuned online with its own decoder."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import Numbers
from pitchpipe.decoder import Candidates, Decoder
from pitchpipe.lists.decoded import decoded_pool
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.online import Epoch, OnlineMethod, OnlineResult, find_online, online_loop
from pitchpipe.weights import NumberedWeights


def tune_online(
    decoder: Decoder,
    dev: DevSet,
    method: str | OnlineMethod = "adagrad",
    metric: str | Metric = "bleu",
    *,
    lists: int = 100,
    folder: str | os.PathLike[str] | None = None,
    seed: int = 1,
    progress: Callable[[int, int, int], None] | None = None,
    epoch_done: Callable[[int, Epoch], None] | None = None,
) -> OnlineResult:
    """Tune the weights of a decoder's model online.

    Parameters
    ----------
    lists
        How many translations of each sentence are looked at.
    folder
        Where the run is kept, so that one that was stopped goes on.
    """
    return online_loop(
        find_online(method),
        DecoderTranslator(decoder, dev),
        find_metric(metric),
        decoder.model.weights,
        lists=lists,
        folder=folder,
        facts={"text": dev.digest(), "search": decoder.search.spec},
        seed=seed,
        threads=decoder.threads,
        progress=progress,
        epoch_done=epoch_done,
    )


class DecoderTranslator:
    """A decoder with the text to tune on, as `pitchpipe.online` sees it."""

    def __init__(self, decoder: Decoder, dev: DevSet) -> None:
        self._decoder = decoder
        self._dev = dev
        self._hashes = np.zeros(0, np.uint64)
        """Of all features' names, so that each is hashed once."""
        self._lock = Lock()

    @property
    def dense_names(self) -> tuple[str, ...]:
        return self._decoder.dense_names

    def __len__(self) -> int:
        return len(self._dev.sentences)

    def references(self, sentence: int) -> Sequence[str]:
        return self._dev.references[sentence]

    def lists(self, sentences: Numbers, weights: NumberedWeights, size: int, threads: int) -> Pool:
        found = self._decoder.translate(
            self._texts(sentences), weights=self._native(weights), size=size, threads=threads
        )
        return decoded_pool(found, [self._dev.references[i] for i in sentences.tolist()])

    def bins(self, sentences: Numbers, weights: NumberedWeights, size: int, threads: int) -> Candidates:
        return self._decoder.bins(
            self._texts(sentences), size, weights=self._native(weights), threads=threads
        )

    def forced(
        self, sentences: Numbers, references: Sequence[str], weights: NumberedWeights, size: int, threads: int
    ) -> tuple[NDArray[np.bool_], Candidates]:
        found = self._decoder.force(
            self._texts(sentences), references, weights=self._native(weights), bins=size, threads=threads
        )
        return np.diff(found.candidates.groups) > 0, found.bins

    def _texts(self, sentences: Numbers) -> list[str]:
        return [self._dev.sentences[i] for i in sentences.tolist()]

    def _native(self, weights: NumberedWeights) -> _native.DecoderWeights:
        with self._lock:
            names = weights.vocabulary.names
            if len(self._hashes) < len(names):
                new = _native.hash_feature_names(names[len(self._hashes) :])
                self._hashes = np.concatenate([self._hashes, new])
            hashes = self._hashes[weights.sparse]
        return _native.DecoderWeights(weights.dense.tolist(), hashes, weights.values.astype(np.float32))
