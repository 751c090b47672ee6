"""The averaged perceptron that PRO can classify with."""

import numpy as np
import pytest

from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, find_method, tune
from pitchpipe.tuning.perceptron import averaged_perceptron

from .tunable_pools import random_pool, separable_pool, stored_sparsely


@pytest.mark.parametrize("sparsely", [False, True])
def test_the_mean_is_that_of_the_weights_after_each_group(sparsely):
    pool = random_pool(np.random.default_rng(3), groups=12, candidates=10)
    pool = stored_sparsely(pool) if sparsely else pool
    pairs = find_method("pro").pairs(Problem(pool, find_metric("bleu")), seed=1)
    differences = pairs.differences.toarray() if sparsely else pairs.differences
    groups, rng = np.unique(pairs.groups), np.random.default_rng(8)
    weights, after = np.zeros(3), []
    for _ in range(4):
        for group in rng.permutation(len(groups)):
            for difference in [
                row for row in differences[pairs.groups == groups[group]] if not row @ weights > 0
            ]:
                weights = weights + difference
            after.append(weights)
    found = averaged_perceptron(pairs, np.random.default_rng(8), epochs=4)
    assert found == pytest.approx(np.mean(after, axis=0))


def test_a_planted_weight_vector_is_recovered_with_one_and_two_threads():
    pool, planted = separable_pool(np.random.default_rng(2))
    one, two = (tune(pool, "pro(classifier=perceptron)", "bleu", threads=threads) for threads in (1, 2))
    found = np.array(list(one.weights.values()))
    assert found @ planted / np.linalg.norm(found) / np.linalg.norm(planted) > 0.95
    assert one.weights == two.weights
