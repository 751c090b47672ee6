"""Outputs of made-up systems: translations of the synthetic language pair with mistakes."""

from functools import cache

import numpy as np

from pitchpipe.data import language_pair
from tests.metrics.corpora import corrupted


@cache
def references(sentences=200):
    return tuple(lines[0] for lines in language_pair(0, sentences, 0, 1, seed=3).dev.references)


def output(seed, most_errors=4, sentences=200):
    """The references with up to so many mistakes in each."""
    rng = np.random.default_rng(seed)
    return [corrupted(line, rng, most_errors) for line in references(sentences)]
