"""The gradient of a batch against the slope of the loss as the paper writes it."""

import math

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.online import find_online
from pitchpipe.online.learner import Learner
from pitchpipe.online.pair_method import pair_gradient
from pitchpipe.tuning import Problem
from pitchpipe.weights import Vocabulary

from .world import DENSE, GOLD, START, World

LOSSES = {"logistic": lambda m: -math.log(1 / (1 + math.exp(-m))), "hinge": lambda m: max(0.0, 1 - m)}


def pairs_of(world, weights, spec="adagrad", sentences=4):
    pool = world.lists(range(sentences), weights, 12)
    return pool, find_online(spec).sampler.pairs(Problem(pool, GOLD), 7)


def start(**sparse):
    return Learner(find_online("adagrad"), Vocabulary(DENSE), START | sparse).weights()


@pytest.mark.parametrize("loss", LOSSES)
def test_it_is_the_slope_of_the_summed_loss(loss):
    weights = start(s03=0.4, s10=-0.2)
    pool, pairs = pairs_of(World(), weights)
    found = pair_gradient(pool, pairs, loss, weights)
    slopes = dict(zip([weights.vocabulary.names[f] for f in found.features], found.values, strict=True))
    features, named = pool.all_dense(), weights.named
    vector = np.array([named.get(name, 0.0) for name in pool.feature_names])

    def total(at):
        margins = (features[pairs.better] - features[pairs.worse]) @ at
        return sum(map(LOSSES[loss], margins.tolist()))

    assert found.examples == len(pairs) > 10
    for place, name in enumerate(pool.feature_names):
        step = np.zeros(len(vector))
        step[place] = 1e-6
        numeric = (total(vector + step) - total(vector - step)) / 2e-6
        assert slopes.get(name, 0.0) == pytest.approx(numeric, abs=1e-4)


def test_a_list_gives_at_most_as_many_pairs_as_are_kept():
    _, pairs = pairs_of(World(), start(), "adagrad(keep=3, threshold=0)")
    assert np.bincount(pairs.groups).tolist() == [3, 3, 3, 3]


def test_what_fired_is_told_by_sentence():
    weights = start()
    pool, pairs = pairs_of(World(), weights)
    found = pair_gradient(pool, pairs, "logistic", weights, np.array([5, 1, 8, 3]))
    features = pool.all_dense()
    assert [sentence for sentence, _ in found.fired] == [5, 1, 8, 3]
    for group, (_, fired) in enumerate(found.fired):
        mine = pairs.groups == group
        differs = (features[pairs.better[mine]] != features[pairs.worse[mine]]).any(axis=0)
        names = {weights.vocabulary.names[f] for f in fired}
        assert names == {name for name, one in zip(pool.feature_names, differs, strict=True) if one}


def test_lists_without_a_pair_teach_nothing():
    weights = start()
    pool, pairs = pairs_of(World(candidates=1), weights)
    found = pair_gradient(pool, pairs, "logistic", weights)
    assert (found.examples, len(found.features)) == (0, 0)


def test_lists_with_other_dense_features_are_refused():
    weights = Learner(find_online("adagrad"), Vocabulary(["d0", "d1"]), {}).weights()
    pool, pairs = pairs_of(World(), start())
    with pytest.raises(InputError, match="found lists with the dense features d0, d1, d2, expected d0, d1"):
        pair_gradient(pool, pairs, "logistic", weights)
