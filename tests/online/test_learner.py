"""Update rules against the paper's formulas, all weights in every step, and lazy updates against them."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.online import find_online
from pitchpipe.online.fobos import shrunk, summed
from pitchpipe.online.learner import Learner
from pitchpipe.weights import Vocabulary

DENSE, SPARSE = ("a", "b"), tuple(f"s{index}" for index in range(6))
SIZE = len(DENSE) + len(SPARSE)
SPECS = ("adagrad(rate=0.3", "sgd(rate=0.1", "arow(rate=0.5, precision=0.7")


def rate_of(rule, squares, is_dense):
    """Equations (4), (1) and (11) for one feature."""
    factor = rule.dense_rate if is_dense else 1.0
    if rule.name == "adagrad":
        return factor * rule.rate * squares**-0.5 if squares else 0.0
    if rule.name == "arow":
        return factor * rule.rate / (rule.precision + squares)
    return factor * rule.rate


def eagerly(rule, start, updates):
    """The weights after each update, every weight shrunk in every step: equations (13) and (15)."""
    weights, squares = list(start), [0.0] * SIZE
    after = []
    for gradient in updates:
        for j in range(SIZE):
            squares[j] += gradient[j] ** 2
            rate = rate_of(rule, squares[j], j < len(DENSE))
            half = weights[j] - rate * gradient[j]
            if j >= len(DENSE) or rule.dense_l1:
                half = np.sign(half) * max(0.0, abs(half) - rate * rule.l1) / (1 + rate * rule.l2)
            weights[j] = half
        after.append(list(weights))
    return np.array(after)


@dataclass
class Lazily:
    """The same by a learner; new features are met when their gradient is first not 0."""

    learner: Learner

    def update(self, gradient):
        touched = np.flatnonzero(gradient)
        names = [(DENSE + SPARSE)[j] for j in touched]
        self.learner.update(self.learner.vocabulary.numbers(names), np.array(gradient)[touched])

    def weights(self, **how):
        named = self.learner.weights(**how).named
        return [named.get(name, 0.0) for name in DENSE + SPARSE]


def lazily(rule, start):
    vocabulary = Vocabulary(DENSE)
    named = {name: value for name, value in zip(DENSE + SPARSE, start, strict=True) if value or name in DENSE}
    return Lazily(Learner(rule, vocabulary, named))


numbers = st.floats(-3, 3, allow_nan=False).map(lambda x: round(x, 3))
gradients = st.lists(st.sampled_from([0.0, 0.0, 0.0, 1.0, -0.5]) | numbers, min_size=SIZE, max_size=SIZE)


@st.composite
def rules(draw):
    l1, l2 = draw(st.sampled_from([0.0, 0.01, 0.1, 1.0])), draw(st.sampled_from([0.0, 1e-9, 0.05, 2.0]))
    dense_rate, dense_l1 = draw(st.sampled_from([1.0, 0.1])), draw(st.booleans())
    penalties = f"l1={l1}, l2={l2}, dense_l1={dense_l1}"
    return find_online(f"{draw(st.sampled_from(SPECS))}, {penalties}, dense_rate={dense_rate})")


@settings(max_examples=60, deadline=None)
@given(
    rule=rules(),
    start=st.lists(numbers, min_size=SIZE, max_size=SIZE),
    updates=st.lists(gradients, min_size=1, max_size=25),
    looked_at=st.sets(st.integers(0, 24)),
)
def test_lazy_updates_are_the_eager_ones(rule, start, updates, looked_at):
    wanted = eagerly(rule, start, updates)
    lazy = lazily(rule, start)
    for step, gradient in enumerate(updates):
        lazy.update(gradient)
        if step in looked_at:
            np.testing.assert_allclose(lazy.weights(), wanted[step], rtol=0, atol=1e-9)
    np.testing.assert_allclose(lazy.weights(), wanted[-1], rtol=0, atol=1e-9)


@settings(max_examples=60, deadline=None)
@given(
    rule=rules(),
    updates=st.lists(gradients, min_size=1, max_size=15),
    start=st.lists(numbers, min_size=SIZE, max_size=SIZE),
)
def test_the_average_is_the_mean_of_the_weights_after_each_step(rule, updates, start):
    rule = replace(rule, average=True)
    lazy = lazily(rule, start)
    for gradient in updates:
        lazy.update(gradient)
    wanted = eagerly(rule, start, updates).mean(axis=0)
    np.testing.assert_allclose(lazy.weights(averaged=True), wanted, rtol=0, atol=1e-9)


@example(weight=1.5, l1=1.0, l2=5e-324, steps=2)
@given(weight=numbers, l1=st.floats(0, 2), l2=st.floats(0, 2) | st.floats(0, 1e-3), steps=st.integers(0, 50))
def test_the_sum_of_many_steps_is_that_of_as_many_single_ones(weight, l1, l2, steps):
    one, total = weight, 0.0
    for _ in range(steps):
        one = np.sign(one) * max(0.0, abs(one) - l1) / (1 + l2)
        total += one
    found = summed(*(np.array([value]) for value in (weight, l1, l2)), np.array([steps]))
    assert found[0] == pytest.approx(total, abs=1e-8)


@given(weight=numbers, l1=st.floats(0, 2), l2=st.floats(0, 2) | st.floats(0, 1e-12), steps=st.integers(0, 50))
def test_many_steps_at_once_are_as_many_single_ones(weight, l1, l2, steps):
    one = weight
    for _ in range(steps):
        one = np.sign(one) * max(0.0, abs(one) - l1) / (1 + l2)
    found = shrunk(*(np.array([value]) for value in (weight, l1, l2)), np.array([steps]))
    assert found[0] == pytest.approx(one, abs=1e-9)


def test_a_feature_that_was_never_in_a_gradient_keeps_its_weight_under_adagrad():
    lazy = lazily(find_online("adagrad(l1=5)"), [0.3] * SIZE)
    for _ in range(10):
        lazy.update([1.0] * (SIZE - 1) + [0.0])
    assert lazy.weights()[-1] == 0.3
    assert lazy.weights()[-2] == 0.0


def test_dense_features_are_not_drawn_to_zero():
    lazy = lazily(find_online("sgd(rate=1, l1=5)"), [0.3] * SIZE)
    lazy.update([0.0] * (SIZE - 1) + [1.0])
    assert lazy.weights() == [0.3, 0.3] + [0.0] * len(SPARSE)


def test_dense_features_are_drawn_to_zero_too_if_that_is_asked_for():
    lazy = lazily(find_online("sgd(rate=1, l1=5, dense_l1=true)"), [0.3] * SIZE)
    lazy.update([0.0] * (SIZE - 1) + [1.0])
    assert lazy.weights() == [0.0] * SIZE


def test_weights_that_were_handed_out_do_not_change():
    lazy = lazily(find_online("sgd(rate=1, l1=0)"), [0.5] * SIZE)
    before = lazy.learner.weights()
    lazy.update([1.0] * SIZE)
    assert before.named == dict.fromkeys(DENSE + SPARSE, 0.5)
    assert before.of(np.array([7, 0, 100])).tolist() == [0.5, 0.5, 0.0]


def test_weights_that_grow_without_bound_are_told():
    lazy = lazily(find_online("sgd(rate=1e6)"), [0.0] * SIZE)
    with pytest.raises(InputError, match=r"a weight has grown beyond 1e\+09; take a smaller rate"):
        lazy.update([1e4] * SIZE)
