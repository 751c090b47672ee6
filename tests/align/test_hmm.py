"""The HMM against sums over all alignments."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.align.em import em
from pitchpipe.align.lexicon import collect
from pitchpipe.align.parameters import uniform
from pitchpipe.data import language_pair
from pitchpipe.text import Corpus

from .definitions import (
    collected,
    jump_counts,
    line_posteriors,
    posteriors,
    random_parameters,
    tables,
    texts,
    words,
)

windows = st.integers(1, 5)
seeds = st.integers(0, 2**32)


@settings(max_examples=60)
@given(texts, windows, seeds)
def test_posteriors_and_likelihood_are_those_of_all_alignments(pairs, window, seed):
    lexicon, numbered = collected(pairs)
    parameters = random_parameters(lexicon, np.random.default_rng(seed), window=window)
    found = numbered.posteriors(parameters.arrays, 0, len(pairs), 1)
    wanted, logs = [], np.zeros(2)
    for source, target in pairs:
        links, _, likelihoods = line_posteriors(source.split(), target.split(), lexicon, parameters)
        wanted.append(np.stack([way.ravel() for way in links], axis=1))
        if source and target:
            logs += np.log(likelihoods)
    np.testing.assert_allclose(found, np.concatenate(wanted), rtol=1e-4, atol=1e-6)
    assert numbered.expectations(parameters.arrays, False, 1)[-1] == pytest.approx(tuple(logs), rel=1e-4)


@settings(max_examples=30)
@given(st.lists(words, min_size=1, max_size=6), st.lists(words, min_size=1, max_size=3), windows, seeds)
def test_counts_of_jumps_are_those_of_all_alignments(source, target, window, seed):
    lexicon, numbered = collected([(" ".join(source), " ".join(target))])
    parameters = random_parameters(lexicon, np.random.default_rng(seed), window=window)
    found = numbered.expectations(parameters.arrays, False, 1)[3]
    forward, backward = tables(lexicon, parameters)
    jumps = parameters.jumps.astype(float)
    np.testing.assert_allclose(
        found[0], jump_counts(source, target, forward, 0.2, jumps[0]), rtol=1e-3, atol=1e-6
    )
    if len(source) <= 4:
        np.testing.assert_allclose(
            found[1], jump_counts(target, source, backward, 0.2, jumps[1]), rtol=1e-3, atol=1e-6
        )


@given(texts, windows, seeds)
def test_words_and_null_words_are_counted_by_their_posteriors(pairs, window, seed):
    lexicon, numbered = collected(pairs)
    parameters = random_parameters(lexicon, np.random.default_rng(seed), window=window)
    counts, null_target, null_source, _, _ = numbered.expectations(parameters.arrays, False, 1)
    links, nulls = {}, [np.zeros(len(lexicon.target)), np.zeros(len(lexicon.source))]
    numbers = [{word: k for k, word in enumerate(words)} for words in (lexicon.target, lexicon.source)]
    for source, target in ((source.split(), target.split()) for source, target in pairs):
        if not source or not target:
            continue
        ways, empty, _ = line_posteriors(source, target, lexicon, parameters)
        for i, j in np.ndindex(len(source), len(target)):
            pair = numbers[1][source[i]], numbers[0][target[j]]
            links[pair] = links.get(pair, 0) + np.array([ways[0][i, j], ways[1][i, j]])
        for side, line in enumerate((target, source)):
            for word, probability in zip(line, empty[side], strict=True):
                nulls[side][numbers[side][word]] += probability
    wanted = [links[pair] for pair in zip(lexicon.sources.tolist(), lexicon.targets.tolist(), strict=True)]
    np.testing.assert_allclose(counts[:-2], np.array(wanted), rtol=1e-3, atol=1e-5)
    np.testing.assert_allclose(null_target[:-1], nulls[0], rtol=1e-3, atol=1e-5)
    np.testing.assert_allclose(null_source[:-1], nulls[1], rtol=1e-3, atol=1e-5)


def dense_posteriors(emissions, null_emissions, null, jumps):
    """Forward-backward in double precision over words and null words of every position, one loop for each sum."""
    window, size = len(jumps) // 2, emissions.shape[0]
    chances = np.zeros((size + 1, size))
    for at in range(-1, size):
        row = [jumps[min(max(to - at, -window), window) + window] for to in range(size)]
        chances[at + 1] = np.array(row) / sum(row)
    length = emissions.shape[1]
    alphas, totals = [], [np.eye(size + 1)[0]]
    for j in range(length):
        alpha = (1 - null) * emissions[:, j] * (totals[-1] @ chances)
        total = null * null_emissions[j] * totals[-1]
        total[1:] += alpha
        alphas.append(alpha / total.sum())
        totals.append(total / total.sum())
    beta, found = np.ones(size + 1), []
    for j in reversed(range(length)):
        found.append(alphas[j] * beta[1:] / (totals[j + 1] @ beta))
        beta = (1 - null) * chances @ (emissions[:, j] * beta[1:]) + null * null_emissions[j] * beta
        beta /= beta.max()
    return np.array(found[::-1]).T


@settings(max_examples=30)
@given(st.integers(1, 45), st.integers(1, 45), st.integers(1, 15), seeds)
def test_longer_lines_have_the_posteriors_of_a_dense_forward_backward(source, target, window, seed):
    rng = np.random.default_rng(seed)
    texts = [Corpus.of([" ".join(map(str, rng.integers(0, 9, size)))]) for size in (source, target)]
    lexicon, numbered = collect(*texts)
    parameters = random_parameters(lexicon, rng, 0.1, window)
    found = numbered.posteriors(parameters.arrays, 0, 1, 1).reshape(source, target, 2)
    emissions = parameters.pairs[numbered.cells].astype(float).reshape(source, target, 2)
    for way, nulls, text in ((0, parameters.null_target, texts[1]), (1, parameters.null_source, texts[0])):
        turned = emissions[..., way] if way == 0 else emissions[..., way].T
        wanted = dense_posteriors(
            turned, nulls[text.ids].astype(float), 0.1, parameters.jumps[way].astype(float)
        )
        got = found[..., way] if way == 0 else found[..., way].T
        np.testing.assert_allclose(got, wanted, rtol=1e-3, atol=1e-5)


def test_the_dense_forward_backward_is_that_of_all_alignments():
    rng = np.random.default_rng(1)
    table = {(s, t): p for (s, t), p in zip(np.ndindex(4, 3), rng.random(12), strict=True)}
    table.update({(None, t): rng.random() for t in range(3)})
    jumps = rng.random(5)
    links, _, _ = posteriors(range(4), range(3), table, 0.3, jumps)
    emissions = np.array([[table[s, t] for t in range(3)] for s in range(4)])
    nulls = np.array([table[None, t] for t in range(3)])
    np.testing.assert_allclose(dense_posteriors(emissions, nulls, 0.3, jumps), links)


@settings(max_examples=60)
@given(texts, windows)
def test_the_likelihood_never_falls(pairs, window):
    lexicon, numbered = collected(pairs)
    start = uniform(lexicon, 0.1).with_jumps(window)
    steps = em(lexicon, numbered, start, iterations=8, agreement=False)
    history = np.array([step.log_likelihood for step in steps])
    assert (np.diff(history, axis=0) >= -1e-5 * np.abs(history[1:]) - 1e-5).all()


def test_the_likelihood_never_falls_on_the_language_pair():
    part = language_pair(train=300, dev=0, test=0).train
    texts = Corpus.of(part.source), Corpus.of([lines[0] for lines in part.references])
    lexicon, numbered = collect(*texts)
    first = list(em(lexicon, numbered, uniform(lexicon, 0.1), iterations=5, agreement=False))
    start = first[-1].parameters.with_jumps(7)
    second = list(em(lexicon, numbered, start, iterations=15, agreement=False))
    for steps in (first, second):
        history = np.array([step.log_likelihood for step in steps])
        assert (np.diff(history, axis=0) > 0).all()
