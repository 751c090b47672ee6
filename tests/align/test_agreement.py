"""Training by agreement against a literal transcription in NumPy."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.align.em import em
from pitchpipe.align.parameters import uniform

from .definitions import collected, jump_counts, line_posteriors, random_parameters, tables, texts


@settings(max_examples=50)
@given(texts, st.one_of(st.none(), st.integers(1, 4)), st.integers(0, 2**32))
def test_both_directions_count_the_product_of_their_posteriors(pairs, window, seed):
    lexicon, numbered = collected(pairs)
    parameters = random_parameters(lexicon, np.random.default_rng(seed), window=window)
    counts = numbered.expectations(parameters.arrays, True, 1)[0]
    wanted = np.zeros(len(lexicon))
    place = {
        (lexicon.source[s], lexicon.target[t]): k
        for k, (s, t) in enumerate(zip(lexicon.sources.tolist(), lexicon.targets.tolist(), strict=True))
    }
    for source, target in ((source.split(), target.split()) for source, target in pairs):
        if not source or not target:
            continue
        (forward, backward), _, _ = line_posteriors(source, target, lexicon, parameters)
        for (i, j), product in np.ndenumerate(forward * backward):
            wanted[place[source[i], target[j]]] += product
    np.testing.assert_allclose(counts[:-2, 0], wanted, rtol=1e-3, atol=1e-6)
    np.testing.assert_array_equal(counts[:, 0], counts[:, 1])


@settings(max_examples=30)
@given(texts, st.integers(1, 4), st.integers(0, 2**32))
def test_null_words_and_jumps_are_those_of_each_direction(pairs, window, seed):
    lexicon, numbered = collected(pairs)
    parameters = random_parameters(lexicon, np.random.default_rng(seed), window=window)
    alone = numbered.expectations(parameters.arrays, False, 1)
    together = numbered.expectations(parameters.arrays, True, 1)
    for one, other in zip(alone[1:4], together[1:4], strict=True):
        np.testing.assert_array_equal(one, other)
    forward, _ = tables(lexicon, parameters)
    wanted = np.zeros((2, 2 * window + 1))
    for source, target in ((source.split(), target.split()) for source, target in pairs):
        if source and target:
            wanted += jump_counts(source, target, forward, 0.2, parameters.jumps[0].astype(float))
    np.testing.assert_allclose(together[3][0], wanted, rtol=1e-3, atol=1e-6)


@settings(max_examples=30)
@given(texts)
def test_probabilities_sum_to_one_after_each_step(pairs):
    lexicon, numbered = collected(pairs)
    start = uniform(lexicon, 0.1).with_jumps(3)
    for step in em(lexicon, numbered, start, iterations=4, agreement=True):
        found = step.parameters.pairs[:-2].astype(float)
        for column, owners in ((0, lexicon.sources), (1, lexicon.targets)):
            sums = np.bincount(owners, found[:, column])
            np.testing.assert_allclose(sums[np.unique(owners)], 1, rtol=1e-4)
