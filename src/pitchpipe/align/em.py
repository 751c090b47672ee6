"""Expectation maximisation: independent models, or two directions that are trained to agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitchpipe import _native
from pitchpipe.align.lexicon import Lexicon
from pitchpipe.align.parameters import Expected, Parameters, maximized
from pitchpipe.align.shards import Shards


@dataclass(frozen=True)
class EmStep:
    """Parameters after a step of EM, and the log-likelihoods, forward and backward, before it."""

    parameters: Parameters
    log_likelihood: tuple[float, float]


def em(
    lexicon: Lexicon,
    pairs: Shards | _native.WordPairs,
    parameters: Parameters,
    *,
    iterations: int,
    agreement: bool,
    smoothing: float = 0.0,
    threads: int = 1,
) -> Iterator[EmStep]:
    """Steps of EM, one after the other.

    With agreement, the E-step multiplies the posteriors of both directions link by link, and both learn from the
    products. Null words and jumps are counted by each direction on its own: that gives fewer errors than to count jumps
    between the products. Without agreement and smoothing, the log-likelihoods never fall.

    References
    ----------
    Liang, Taskar and Klein, 2006, Alignment by agreement (section 3.1).
    """
    scratch = pairs.scratch if isinstance(pairs, Shards) else None
    for _ in range(iterations):
        expected = Expected(*pairs.expectations(parameters.arrays, agreement, threads))
        parameters = maximized(lexicon, expected, parameters.null, smoothing, scratch)
        yield EmStep(parameters, expected.log_likelihood)
