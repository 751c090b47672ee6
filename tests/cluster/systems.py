"""A small system with sparse features, and a text to tune it on."""

import numpy as np

from pitchpipe.lists.dev_set import DevSet
from tests.decoder.phrasebook import phrasebook

WORDS = 12


def small_system(folder, templates=("PT", "AL")):
    """A saved model of word pairs, each of which has three translations."""
    pairs = {f"s{i}": [f"t{i}", f"t{(i + 1) % WORDS}", f"u{i}"] for i in range(WORDS)}
    pairs |= {f"s{i} s{i + 1}": [f"u{i + 1} t{i}"] for i in range(0, WORDS - 1, 2)}
    return phrasebook(folder, pairs, list(templates))


def small_gaps(folder):
    """The same with pairs of words around a gap, and with translations of words that are in two pieces."""
    pairs = {f"s{i}": [f"t{i}", f"u{i}", f"t{(i + 1) % WORDS}", f"t{i} [X] u{i}"] for i in range(WORDS)}
    pairs |= {
        f"s{i} [X] s{j}": [f"t{j} t{i}", f"u{i} [X] u{j}", f"u{j} [X] t{i}"]
        for i in range(WORDS)
        for j in range(i % 2, WORDS, 2)
    }
    model = phrasebook(folder, pairs)
    model = model.with_weights({**model.weights, "Distortion0": 0.05})
    model.save(folder)
    return model


def text(sentences=30, seed=1):
    """Random sentences, whose references take the third translation of every word."""
    rng = np.random.default_rng(seed)
    numbers = [rng.integers(WORDS, size=rng.integers(2, 7)).tolist() for _ in range(sentences)]
    return DevSet(
        [" ".join(f"s{i}" for i in line) for line in numbers],
        [[" ".join(f"u{i}" for i in line)] for line in numbers],
    )
