"""Language models mixed into one."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.lm import estimate
from pitchpipe.lm.mixture import mixed, mixture_weights
from pitchpipe.text import Corpus
from tests.lm.models import probability_sum

line = st.lists(st.sampled_from("abcde"), max_size=5).map(" ".join)
first = st.lists(line, min_size=2, max_size=8)
second = st.lists(st.lists(st.sampled_from("cdefg"), max_size=5).map(" ".join), min_size=2, max_size=8)


def models_of(texts, order):
    return [estimate(Corpus.of(lines), order).model for lines in texts]


def words_of(models):
    return sorted({word for model in models for word in model.words} - {"<s>"})


def probability(model, word, context):
    """By the definition: none of a word that the model lacks, unless it is unknown."""
    if word != "<unk>" and word not in model:
        return 0.0
    state = model.native.empty()
    if context[:1] == ("<s>",):
        state, context = model.native.begin_sentence(), context[1:]
    for one in context:
        state = model.native.full_score(state, model.id(one))[3]
    return 10.0 ** model.native.full_score(state, model.id(word))[0]


@settings(max_examples=25, deadline=None)
@given(first, second, st.floats(0.05, 0.95), st.integers(1, 3))
def test_the_mixture_is_the_weighted_sum_and_sums_to_one(one, other, weight, order):
    models = models_of([one, other], order)
    whole = mixed(models, [weight, 1 - weight])
    words = words_of(models)
    listed = {
        tuple(model.ngrams.text(n, row).split())
        for model in models
        for n in range(1, order + 1)
        for row in range(len(model.ngrams.rows[n - 1]))
    }
    made = {
        tuple(whole.ngrams.text(n, row).split())
        for n in range(1, order + 1)
        for row in range(len(whole.ngrams.rows[n - 1]))
    }
    assert made == listed
    for ngram in listed - {("<s>",)}:
        wanted = sum(
            w * probability(model, ngram[-1], ngram[:-1])
            for w, model in zip((weight, 1 - weight), models, strict=True)
        )
        assert probability(whole, ngram[-1], ngram[:-1]) == pytest.approx(wanted, rel=1e-4)
    contexts = [c for n in range(order) for c in product(["<s>", *words], repeat=n)][:60]
    for context in contexts:
        if "<s>" not in context[1:] and "</s>" not in context:
            assert probability_sum(whole, list(context)) == pytest.approx(1.0, abs=1e-4)


@settings(max_examples=25, deadline=None)
@given(first, second, first)
def test_em_never_lowers_the_likelihood_and_finds_the_best_weights(one, other, text):
    models = models_of([one, other], 2)
    found = mixture_weights(models, text)
    assert all(after >= before - 1e-12 for before, after in zip(found.log10, found.log10[1:], strict=False))
    assert found.weights.sum() == pytest.approx(1.0)
    assert found.log10[-1] >= _mean(models, (0.5, 0.5), text) - 1e-9
    best = max(_mean(models, (w, 1 - w), text) for w in np.linspace(0.001, 0.999, 41))
    assert found.log10[-1] >= best - 1e-3


def _mean(models, weights, text):
    """The mean log10 of tokens under the definition."""
    total = []
    for words in (one.split() for one in text):
        context = ("<s>",)
        for word in [*words, "</s>"]:
            known = word if any(word in model for model in models) else "<unk>"
            p = sum(w * probability(m, known, context) for w, m in zip(weights, models, strict=True))
            total.append(np.log10(p))
            context = (*context, word)
    return float(np.mean(total))


def test_a_model_mixed_with_itself_is_itself():
    (model,) = models_of([["a b c", "a c", "b b a"]], 3)
    whole = mixed([model, model], [1, 3])
    text = ["a b c a", "c c d", ""]
    np.testing.assert_allclose(whole.score(text).log10, model.score(text).log10, atol=1e-5)


def test_a_model_of_a_lower_order_can_be_mixed_in():
    text = ["a b c", "a c", "b b a"]
    (low,), (high,) = models_of([text], 1), models_of([text], 3)
    whole = mixed([low, high], [0.5, 0.5])
    assert whole.order == 3
    assert probability(whole, "b", ("<s>", "a")) == pytest.approx(
        0.5 * probability(low, "b", ()) + 0.5 * probability(high, "b", ("<s>", "a")), rel=1e-4
    )


def test_the_weights_of_a_text_like_one_model_favour_it():
    one, other = ["a b c", "b c a", "a b a"] * 5, ["d e f", "e f d", "a f a"] * 5
    found = mixture_weights(models_of([one, other], 2), ["a b c", "d b c a"])
    assert found.weights[0] > found.weights[1] > 0


@pytest.mark.parametrize("weights", [[1.0], [0.5, -0.5], [0.0, 0.0], [float("nan"), 1.0]])
def test_weights_that_are_none_are_refused(weights):
    with pytest.raises(InputError, match="expected one for each, none below 0"):
        mixed(models_of([["a b"], ["b c"]], 2), weights)


def test_a_mixture_needs_a_text():
    with pytest.raises(InputError, match="found no lines"):
        mixture_weights(models_of([["a b"], ["b c"]], 2), [])
