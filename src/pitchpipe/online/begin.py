"""Where learning begins: the start weights, and a run that has learned nothing yet."""

from __future__ import annotations

from collections.abc import Mapping

from pitchpipe.decoder import Decoder
from pitchpipe.files import StrPath
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import Metric
from pitchpipe.online.checkpoint import Run
from pitchpipe.online.cutoff import Cutoff
from pitchpipe.online.dense_start import dense_tuned
from pitchpipe.online.learner import Learner
from pitchpipe.online.method import OnlineMethod
from pitchpipe.weights import HashedVocabulary, Vocabulary


def start_weights(
    method: OnlineMethod,
    decoder: Decoder,
    text: DevSet,
    metric: Metric,
    given: Mapping[str, float],
    *,
    nbest: int,
    folder: StrPath | None,
    seed: int,
    threads: int,
) -> Mapping[str, float]:
    """The weights that the method starts from; it may tune the dense ones of those given on the text."""
    dense = decoder.dense_names
    if method.start in ("uniform", "zero"):
        return dict.fromkeys(dense, 1.0 / len(dense) if method.start == "uniform" else 0.0)
    if not method.tunes_dense(decoder.has_sparse):
        return given
    return dense_tuned(decoder, text, metric, given, nbest=nbest, folder=folder, seed=seed, threads=threads)


def fresh_run(method: OnlineMethod, decoder: Decoder, start: Mapping[str, float]) -> Run:
    """A run at its start weights."""
    dense = decoder.dense_names
    vocabulary = HashedVocabulary(dense, method.hashing) if method.hashing else Vocabulary(dense)
    learner = Learner(method, vocabulary, start)
    return Run(learner, Cutoff(method.rarest, len(dense)), learner.weights())
