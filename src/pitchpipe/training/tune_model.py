"""A model's weights tuned with its own decoder in the loop."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pitchpipe.decoder import Decoder
from pitchpipe.errors import InputError
from pitchpipe.metrics import Metric
from pitchpipe.metrics import metric as find_metric
from pitchpipe.tuning.decoded import bins_pool, decoded_pool, last_bins
from pitchpipe.tuning.loop import Iteration, LoopResult, LoopSettings, tuning_loop
from pitchpipe.tuning.methods import method as find_method
from pitchpipe.tuning.optimizer import Optimizer
from pitchpipe.tuning.pool import Pool


@dataclass(frozen=True)
class DevSet:
    """Prepared sentences, and the references of each."""

    sentences: Sequence[str]
    references: Sequence[Sequence[str]]

    def __post_init__(self) -> None:
        if len(self.sentences) != len(self.references):
            raise InputError(
                f"found {len(self.references)} sets of references, expected {len(self.sentences)}, one a sentence"
            )

    def up_to(self, length: int | None) -> DevSet:
        """The sentences of at most so many words."""
        if length is None:
            return self
        kept = [i for i, sentence in enumerate(self.sentences) if len(sentence.split()) <= length]
        if not kept:
            raise InputError(f"found no sentence of at most {length} words, expected some to tune on")
        return DevSet([self.sentences[i] for i in kept], [self.references[i] for i in kept])


def tune_model(
    decoder: Decoder,
    dev: DevSet,
    method: str | Optimizer = "kbmira",
    metric: str | Metric = "bleu",
    *,
    lists: int = 100,
    search_aware: bool = False,
    settings: LoopSettings | None = None,
    folder: str | os.PathLike[str] | None = None,
    seed: int = 1,
    progress: Callable[[int, Iteration], None] | None = None,
) -> LoopResult:
    """Tune the weights of a decoder's model.

    Parameters
    ----------
    lists
        How many translations of each sentence are found in an iteration, or derivations of each search bin.
    search_aware
        Whether all search bins are tuned on, by their candidates' potential, and not the last ones only.
    folder
        Where each iteration is kept, so that a run that was stopped goes on.
    """

    def decode(weights: Mapping[str, float]) -> Pool:
        if search_aware:
            return bins_pool(decoder.bins(dev.sentences, lists, weights=weights), dev.references)
        return decoded_pool(decoder.translate(dev.sentences, weights=weights, size=lists), dev.references)

    return tuning_loop(
        decode,
        find_method(method),
        find_metric(metric),
        decoder.model.weights,
        folder=folder,
        settings=settings,
        seed=seed,
        threads=decoder.threads,
        judged=last_bins if search_aware else None,
        progress=progress,
    )
