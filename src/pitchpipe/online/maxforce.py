"""The max-violation perceptron with forced decoding (Yu et al. 2013)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, Numbers
from pitchpipe.decoder import Candidates, Decoder
from pitchpipe.errors import InputError
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import Metric
from pitchpipe.online.gradient import Gradient
from pitchpipe.online.method import START, STARTS, OnlineMethod
from pitchpipe.online.state import Stateless
from pitchpipe.online.violations import violations
from pitchpipe.settings import setting
from pitchpipe.weights import NumberedWeights

TRIED_AT_ONCE = 500
"""Pairs whose reach is found in one call of the decoder, so that memory stays bounded."""


@dataclass(frozen=True)
class MaxForce(OnlineMethod):
    """A perceptron that learns to keep derivations of the reference in the beam, in all bins of the search.

    If the best derivation of a bin scores higher than the best one that leads to the reference, the weights move from
    the former towards the latter: in the bin where the difference is largest, or, with `early` updates, in the first
    bin that has lost all derivations that lead to the reference. Each reference makes its own training pair (Liu and
    Huang, figure 6). If the reference of a pair cannot be produced, it learns from the longest start of the sentence
    that can be translated into a start of the reference. The result is the average of the weights after each step.
    The metric only says which epoch is best.

    Unlike in the paper, dense features keep their weights. Nearly all of them score references lower than what the
    search finds, so a perceptron would draw them to 0; kept, they define how large a step is.

    References
    ----------
    Yu, Huang, Mi and Zhao, 2013, Max-violation perceptron and forced decoding for scalable MT training.

    Huang, Fayong and Guo, 2012, Structured perceptron with inexact search.

    Liu and Huang, 2014, Search-aware tuning for machine translation.
    """

    name: ClassVar[str] = "maxforce"

    update: str = setting(
        "max-violation", "the bin in which to update the weights", choices=("max-violation", "early")
    )
    rate: float = setting(0.02, "the size of a step", minimum=1e-12)
    start: str = setting("given", f"{STARTS}; auto is given", choices=START)
    dense_rate: float = setting(
        0.0, "factor for the rate of dense features; 0 keeps their weights", minimum=0
    )
    beam: int = setting(30, "number of derivations of each bin to consider", minimum=1, maximum=10_000)
    prefixes: bool = setting(
        True, "whether to learn from the start of a sentence if the whole cannot be reached"
    )
    shortest: int = setting(5, "the fewest words in such a start", minimum=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.start == "zero" and not self.dense_rate:
            raise InputError(
                "maxforce: found start=zero, expected dense weights to keep; give a dense_rate, such as 1"
            )

    def tunes_dense(self, has_sparse: bool) -> bool:
        return self.start == "tuned"

    @property
    def averaged(self) -> bool:
        return True

    def rates(self, squares: Array) -> Array:
        return np.full(len(squares), self.rate)

    def examples(
        self,
        decoder: Decoder,
        text: DevSet,
        metric: Metric,
        sentences: Numbers,
        *,
        nbest: int,
        weights: NumberedWeights,
        threads: int,
    ) -> ForcedExamples:
        pairs = [
            (text.sentences[s], reference) for s in sentences.tolist() for reference in text.references[s]
        ]
        tried = ForcedExamples(self, decoder, pairs, {})
        reachable, prefixes, has_sparse = tried.reach(weights, threads)
        kept = reachable | prefixes if self.prefixes else reachable
        if not kept.any():
            raise InputError(
                f"found none of {len(pairs)} references that the model can yield, expected some to learn from"
            )
        if not has_sparse and not self.dense_rate:
            raise InputError(
                "found no sparse features, expected some to learn; "
                "switch them on in the model, or give a dense_rate to learn the dense ones"
            )
        facts = {
            "pairs": len(pairs),
            "reachable": int(reachable.sum()),
            "prefixes": int(prefixes.sum()) if self.prefixes else 0,
            "unreachable": int((~kept).sum()),
        }
        return ForcedExamples(self, decoder, [pairs[i] for i in np.flatnonzero(kept)], facts)


@dataclass(frozen=True)
class ForcedExamples:
    """Sentences, each with one reference."""

    method: MaxForce
    decoder: Decoder
    pairs: Sequence[tuple[str, str]]
    facts: dict[str, int]
    state: Stateless = field(default_factory=Stateless)

    def __len__(self) -> int:
        return len(self.pairs)

    def reach(
        self, weights: NumberedWeights, threads: int
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_], bool]:
        """Which references can be yielded, which others from a start that is long enough, and whether that takes
        sparse features."""
        reached, starts, has_sparse = [np.zeros(0, bool)], [np.zeros(0, bool)], False
        for begin in range(0, len(self.pairs), TRIED_AT_ONCE):
            chosen = np.arange(begin, min(begin + TRIED_AT_ONCE, len(self.pairs)))
            whole, bins = self._forced(chosen, weights, 1, threads)
            longest = np.zeros(len(chosen), np.int64)
            assert bins.covered is not None
            np.maximum.at(longest, np.repeat(np.arange(len(chosen)), np.diff(bins.groups)), bins.covered)
            reached.append(whole)
            starts.append(~whole & (longest >= self.method.shortest))
            has_sparse |= bool(bins.sparse_names)
        return np.concatenate(reached), np.concatenate(starts), has_sparse

    def gradient(self, examples: Numbers, weights: NumberedWeights, seed: int, threads: int) -> Gradient:
        beam = self.method.beam
        _, forced = self._forced(examples, weights, beam, threads)
        searched = self.decoder.bins(self._sentences(examples), weights=weights, nbest=beam, threads=threads)
        moves: dict[str, float] = defaultdict(float)
        dense = np.zeros(len(weights.dense))
        count = 0
        for found in violations(forced, searched, self.method.update):
            count += 1
            for sign, derivations, row in ((-1.0, forced, found.good), (1.0, searched, found.bad)):
                dense += sign * derivations.dense[row]
                for name, value in derivations.sparse_features(row).items():
                    moves[name] += sign * value
        moved = {name: value for name, value in moves.items() if value}
        features = np.concatenate([np.flatnonzero(dense), weights.vocabulary.numbers(moved)])
        return Gradient(features, np.concatenate([dense[dense != 0], list(moved.values())]), count)

    def _forced(
        self, examples: Numbers, weights: NumberedWeights, beam: int, threads: int
    ) -> tuple[NDArray[np.bool_], Candidates]:
        """Whether each reference can be yielded, and the bins of what leads to it."""
        references = [self.pairs[i][1] for i in examples.tolist()]
        found = self.decoder.force(
            self._sentences(examples), references, weights=weights, bins=beam, threads=threads
        )
        return np.diff(found.candidates.groups) > 0, found.bins

    def _sentences(self, examples: Numbers) -> list[str]:
        return [self.pairs[i][0] for i in examples.tolist()]
