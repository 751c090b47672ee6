"""IBM model 1 against its definition."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.align.em import em
from pitchpipe.align.parameters import uniform

from .definitions import collected, line_posteriors, model1_em, random_parameters, tables, texts

nulls = st.sampled_from([0.05, 0.1, 0.5])


@settings(max_examples=60)
@given(texts, nulls, st.integers(1, 4))
def test_em_finds_the_parameters_of_plain_em(pairs, null, iterations):
    lexicon, numbered = collected(pairs)
    *_, last = em(lexicon, numbered, uniform(lexicon, null), iterations=iterations, agreement=False)
    split = [(source.split(), target.split()) for source, target in pairs]
    ways = split, [(target, source) for source, target in split]
    for found, way in zip(tables(lexicon, last.parameters), ways, strict=True):
        for pair, probability in model1_em(way, iterations, null).items():
            assert found[pair] == pytest.approx(probability, rel=1e-4, abs=1e-6), pair


@settings(max_examples=60)
@given(texts, nulls, st.integers(0, 2**32))
def test_posteriors_are_those_of_all_alignments(pairs, null, seed):
    lexicon, numbered = collected(pairs)
    parameters = random_parameters(lexicon, np.random.default_rng(seed), null)
    found = numbered.posteriors(parameters.arrays, 0, len(pairs), 1)
    wanted = []
    for source, target in pairs:
        links, _, _ = line_posteriors(source.split(), target.split(), lexicon, parameters)
        wanted.append(np.stack([way.ravel() for way in links], axis=1))
    np.testing.assert_allclose(found, np.concatenate(wanted), rtol=1e-4, atol=1e-6)


@settings(max_examples=60)
@given(texts, nulls)
def test_the_likelihood_never_falls(pairs, null):
    lexicon, numbered = collected(pairs)
    steps = em(lexicon, numbered, uniform(lexicon, null), iterations=8, agreement=False)
    history = np.array([step.log_likelihood for step in steps])
    assert (np.diff(history, axis=0) >= -1e-5 * np.abs(history[1:]) - 1e-6).all()
    assert (history <= 1e-6).all()
